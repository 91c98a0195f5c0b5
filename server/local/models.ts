import { readableExtensions } from '../../src/domain/file-kinds.ts';
import type { EngineModel } from '../engines/contract/engine.ts';
import { buildSchema, describeModel } from '../../src/domain/schema-fields.ts';
import type { FieldDeclarations } from '../../src/domain/schema-fields.ts';
import type { LocalizedText, Language } from '../../src/domain/languages.ts';
import type { ModelSchema } from '../../src/domain/model.ts';
import type { PackManifest } from '../packs/manifest.ts';

/** A pack whose task is one of ours. */
export type ModelPack = Exclude<PackManifest, { task: 'runtime' | 'judge' }>;

/** Of what it is given: beyond this, minutes become an hour. */
export const sourceMaxPixels = 2 * 1024 * 1024;

const image = {
  type: 'string',
  format: 'uri',
  title: { cn: '图片', en: 'Picture' },
  description: {
    cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。',
    en: 'PNG, JPEG, WebP or GIF (its first frame).',
  },
  'x-widget': 'image',
} as const;

function fieldsOf(pack: ModelPack): FieldDeclarations {
  if (pack.task === 'upscale') {
    const scales = pack.run.scales.map(({ scale }) => scale);
    return {
      image,
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
    image,
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

export const modelIdOf = ({ id }: Pick<PackManifest, 'id'>): string => `local-${id}`;

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

export function describeLocalModel(
  pack: ModelPack,
  secondsPerMegapixel: number | null,
): EngineModel {
  const pace = paceWords(secondsPerMegapixel);
  return describeModel({
    model: modelIdOf(pack),
    name: modelIdOf(pack),
    label_cn: pack.name.cn,
    label_en: pack.name.en,
    type: pack.task === 'upscale' ? 'Upscaling' : 'Restore',
    mark: '神经网络',
    mark_en: 'Neural network',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    upload_max_pixels: sourceMaxPixels,
    description: {
      text: `${pack.about.cn}${pace?.cn ?? ''}`,
      text_en: [pack.about.en, pace?.en ?? ''].join(' ').trim(),
    },
  });
}

export const localSchema = (pack: ModelPack, language: Language): ModelSchema =>
  buildSchema(fieldsOf(pack), ['image'], language);
