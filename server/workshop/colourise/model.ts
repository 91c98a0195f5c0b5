import {
  buildSchema,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { tintNames, type TintName } from './tints.ts';

const words: Readonly<Record<TintName, { cn: string; en: string }>> = {
  portrait: { cn: '手工着色', en: 'Hand-tinted' },
  outdoors: { cn: '风景', en: 'Landscape' },
  golden: { cn: '金色午后', en: 'Golden hour' },
  dusk: { cn: '暮色', en: 'Dusk' },
  autumn: { cn: '秋日', en: 'Autumn' },
  sepia: { cn: '棕褐', en: 'Sepia' },
  cyanotype: { cn: '蓝晒', en: 'Cyanotype' },
};

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '照片', en: 'Photo' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。原有的颜色会被替换，结果每边最多 3072 像素。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). Colours it has are replaced; the result has at most 3072 px a side.',
    },
    'x-widget': 'image',
  },
  palette: {
    type: 'string',
    title: { cn: '色调', en: 'Palette' },
    description: {
      cn: '“风景”会把有纹理的地方染绿，只适合户外照片。',
      en: '“Landscape” turns textured areas green: for outdoor photos only.',
    },
    enum: [...tintNames],
    'x-enum-titles': tintNames.map((name) => words[name]),
    default: 'portrait',
  },
  strength: {
    type: 'number',
    title: { cn: '浓度', en: 'Strength' },
    description: { cn: '0 就是黑白。', en: '0 leaves it black and white.' },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.7,
  },
} satisfies FieldDeclarations;

export const colouriseTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-colourise',
    name: 'kiln-colourise',
    label_cn: '窑内着色',
    label_en: 'Kiln Tint',
    type: 'ImgColorization',
    mark: '实验',
    mark_en: 'Experimental',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '实验性：按一套色调给黑白照片着色，依据只有明暗、纹理和上下位置，明暗保持不变。风景、棕褐和蓝晒效果不错；它认不出天空、皮肤和衣服，所以颜色是一种情调，不是真实的颜色，人像尤其会偏色。',
      text_en:
        'Experimental: tints a black and white photo with a palette, going by lightness, texture and height alone; lightness stays as it is. Fine for landscapes, sepia and cyanotype. It knows no sky, skin or cloth, so the colours are a mood and not the truth, least of all in portraits.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: () => 2,
};
