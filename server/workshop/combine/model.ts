import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { combineFields, combineLayouts } from './layouts.ts';

const pictures = Object.fromEntries(
  combineFields.map((name, index) => [
    name,
    {
      type: 'string',
      format: 'uri',
      title: { cn: `图片 ${index + 1}`, en: `Picture ${index + 1}` },
      'x-widget': 'image',
    },
  ]),
) satisfies FieldDeclarations;

const fields = {
  ...pictures,
  layout: {
    type: 'string',
    title: { cn: '组合方式', en: 'How' },
    enum: [...combineLayouts],
    'x-enum-titles': [
      { cn: '拼图', en: 'Collage' },
      { cn: '并排', en: 'Side by side' },
      { cn: '斜向融合', en: 'Blended on a slant' },
      { cn: '横向融合', en: 'Blended into a panorama' },
      { cn: '双重曝光', en: 'Double exposure' },
    ],
    default: 'grid',
  },
  harmony: {
    type: 'number',
    title: { cn: '统一色调', en: 'Harmonise' },
    description: {
      cn: '其余图片的色调向第一张靠拢多少。',
      en: 'How far the others take over the colours of the first.',
    },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.4,
  },
  width: { ...commonFields.width, default: 1024 },
  height: { ...commonFields.height, default: 1024 },
} satisfies FieldDeclarations;

export const combineTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-combine',
    name: 'kiln-combine',
    label_cn: '窑内多图组合',
    label_en: 'Kiln Combine',
    type: 'Img2Img',
    gen_type: 'combine',
    mark: '经典算法',
    mark_en: 'Classical',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '把两到四张图合成一张：拼图、并排、融合或双重曝光，并可统一色调。融合只看明暗和位置，不认识画里的东西；双重曝光用深色剪影做第一张最好看。',
      text_en:
        'Makes one of two to four pictures: collage, side by side, blended or a double exposure, in harmonised colours. Blending sees light and place, not things; a double exposure looks best with a dark silhouette first.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'image_2'], language),
  estimateSeconds: () => 4,
};
