import type { EngineModel } from '../engines/contract/engine.ts';
import {
  diffusionSchema,
  diffusionTraits,
  picturePaceWords,
  type DiffusionForm,
} from '../../src/diffusion/forms.ts';
import { diffusionOffers } from '../../src/diffusion/offers.ts';
import type { DiffusionMode } from '../../src/diffusion/run.ts';
import { describeModel } from '../../src/domain/schema-fields.ts';
import { megapixelPaceWords, tileSchema, tileTraits } from '../../src/diffusion/tile-forms.ts';
import type { Language, LocalizedText } from '../../src/domain/languages.ts';
import type { ModelSchema } from '../../src/domain/model.ts';
import type { PackManifest } from '../packs/manifest.ts';
import type { Provider } from './contract.ts';
import { processMemoryBytes } from './room.ts';

/** A pack whose task is one of ours. */
export type ModelPack = Exclude<PackManifest, { task: 'runtime' | 'device-runtime' | 'judge' }>;
export type DiffusionPack = Extract<PackManifest, { task: 'diffusion' }>;

/** What a pack can be asked for: one model, or one for each tool that it serves. */
export function offersOf(pack: ModelPack): { model: string; mode: DiffusionMode | null }[] {
  const model = `local-${pack.id}`;
  if (pack.task !== 'diffusion') return [{ model, mode: null }];
  return diffusionOffers(model, pack.run);
}

const here: Readonly<Record<Provider, LocalizedText>> = {
  cpu: { cn: '在这台机器上', en: 'On this machine' },
  webgpu: { cn: '在这台机器的显卡上', en: "On this machine's graphics card" },
};

const formOf = ({ run, memory_bytes: neededBytes }: DiffusionPack): DiffusionForm => ({
  run,
  neededBytes,
  availableBytes: processMemoryBytes(),
});

/** @param seconds of a megapixel, or of a picture from words as it is made at first; null while unknown */
export function describeLocalModel(
  pack: ModelPack,
  { model, mode }: ReturnType<typeof offersOf>[number],
  seconds: number | null,
  provider: Provider = 'cpu',
): EngineModel {
  const where = here[provider];
  const picturePace = seconds === null ? null : picturePaceWords(seconds, where);
  const megapixelPace = seconds === null ? null : megapixelPaceWords(seconds, where);
  const pace = pack.task === 'diffusion' ? picturePace : megapixelPace;
  const traits =
    pack.task === 'diffusion'
      ? diffusionTraits(formOf(pack), mode ?? 'text-to-image')
      : tileTraits(pack);
  return describeModel({
    model,
    name: model,
    label_cn: pack.name.cn,
    label_en: pack.name.en,
    mark: '神经网络',
    mark_en: 'Neural network',
    ...traits,
    description: {
      text: `${pack.about.cn}${pace?.cn ?? ''}`,
      text_en: [pack.about.en, pace?.en ?? ''].join(' ').trim(),
    },
  });
}

export const localSchema = (
  pack: ModelPack,
  mode: DiffusionMode | null,
  language: Language,
): ModelSchema =>
  pack.task === 'diffusion'
    ? diffusionSchema(formOf(pack), mode ?? 'text-to-image', language)
    : tileSchema(pack, language);
