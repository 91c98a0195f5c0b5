import type { EngineModel } from '../domain/engine.ts';
import type { Language, LocalizedText } from '../domain/languages.ts';
import type { ModelSchema } from '../domain/model.ts';
import { buildSchema, type FieldDeclarations } from '../domain/schema-fields.ts';
import { imageField, pictureTraits } from './forms.ts';
import { tileScales, type TileWork } from './tile-run.ts';

function fieldsOf(work: TileWork): FieldDeclarations {
  if (work.task === 'upscale') {
    const scales = tileScales(work);
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

export const tileSchema = (work: TileWork, language: Language): ModelSchema =>
  buildSchema(fieldsOf(work), ['image'], language);

/** What a model item says of such a model beside its names. */
export const tileTraits = ({
  task,
}: Pick<TileWork, 'task'>): Pick<EngineModel, 'type'> & Partial<EngineModel> => ({
  type: task === 'upscale' ? 'Upscaling' : 'Restore',
  ...pictureTraits,
});

/** How long a million pixels take, in words. */
export function megapixelPaceWords(seconds: number, where: LocalizedText): LocalizedText {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) {
    return {
      cn: `${where.cn}，每百万像素约 ${whole} 秒。`,
      en: `${where.en} a megapixel takes about ${whole} s.`,
    };
  }
  const minutes = Math.round(whole / 60);
  return {
    cn: `${where.cn}，每百万像素约 ${minutes} 分钟。`,
    en: `${where.en} a megapixel takes about ${minutes} min.`,
  };
}
