import type { EngineModel } from '../engines/contract/engine.ts';
import {
  diffusionOffers,
  diffusionSchema,
  diffusionTraits,
  imageField,
  picturePaceWords,
  pictureTraits,
  type DiffusionForm,
} from '../../src/diffusion/forms.ts';
import type { DiffusionMode } from '../../src/diffusion/run.ts';
import { buildSchema, describeModel } from '../../src/domain/schema-fields.ts';
import type { FieldDeclarations } from '../../src/domain/schema-fields.ts';
import type { LocalizedText, Language } from '../../src/domain/languages.ts';
import type { ModelSchema } from '../../src/domain/model.ts';
import type { PackManifest } from '../packs/manifest.ts';
import { processMemoryBytes } from './room.ts';

/** A pack whose task is one of ours. */
export type ModelPack = Exclude<PackManifest, { task: 'runtime' | 'device-runtime' | 'judge' }>;
export type DiffusionPack = Extract<PackManifest, { task: 'diffusion' }>;
type TilePack = Exclude<ModelPack, DiffusionPack>;

function tileFields(pack: TilePack): FieldDeclarations {
  if (pack.task === 'upscale') {
    const scales = pack.run.scales.map(({ scale }) => scale);
    return {
      image: imageField,
      scale: {
        type: 'integer',
        title: { cn: '放大倍数', en: 'Enlarge by' },
        enum: scales,
        'x-enum-titles': scales.map((scale) => ({ cn: `${scale} 倍`, en: `${scale}×` })),
        default: scales[0] ?? 2,
      },
    };
  }
  return {
    image: imageField,
    strength: {
      type: 'number',
      title: { cn: '强度', en: 'Strength' },
      description: {
        cn: '1 表示完全采用去模糊的结果，较小的值保留一部分原图。',
        en: 'At 1 the result is all the model’s; less keeps some of the picture as it was.',
      },
      minimum: 0.1,
      maximum: 1,
      multipleOf: 0.05,
      default: 1,
    },
  };
}

/** What a pack can be asked for: one model, or one for each tool that it serves. */
export function offersOf(pack: ModelPack): { model: string; mode: DiffusionMode | null }[] {
  const model = `local-${pack.id}`;
  if (pack.task !== 'diffusion') return [{ model, mode: null }];
  return diffusionOffers(model, pack.run);
}

/** How long it takes here, in words; null before anybody knows. */
function paceWords(secondsPerMegapixel: number | null): LocalizedText | null {
  if (secondsPerMegapixel === null) return null;
  const seconds = Math.max(1, Math.round(secondsPerMegapixel));
  if (seconds < 90) {
    return {
      cn: `在这台机器上，每百万像素约 ${seconds} 秒。`,
      en: `On this machine a megapixel takes about ${seconds} s.`,
    };
  }
  const minutes = Math.round(seconds / 60);
  return {
    cn: `在这台机器上，每百万像素约 ${minutes} 分钟。`,
    en: `On this machine a megapixel takes about ${minutes} min.`,
  };
}

const here = { cn: '在这台机器上', en: 'On this machine' };

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
): EngineModel {
  const picturePace = seconds === null ? null : picturePaceWords(seconds, here);
  const pace = pack.task === 'diffusion' ? picturePace : paceWords(seconds);
  const traits =
    pack.task === 'diffusion'
      ? diffusionTraits(formOf(pack), mode ?? 'text-to-image')
      : { type: pack.task === 'upscale' ? 'Upscaling' : 'Restore', ...pictureTraits };
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
    : buildSchema(tileFields(pack), ['image'], language);
