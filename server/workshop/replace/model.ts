import { cutoutFields } from '../cutout/fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';

const fields = {
  ...cutoutFields,
  scene: {
    type: 'string',
    format: 'uri',
    title: { cn: '新场景', en: 'New scene' },
    description: {
      cn: '主体要放进去的图片。不给时，由窑内画师按文字画一张。',
      en: 'The picture that the subject is put into. Without one, Kiln’s painter paints your words.',
    },
    'x-widget': 'image',
  },
  prompt: {
    type: 'string',
    title: commonFields.prompt.title,
    description: {
      cn: '没有场景图片时画什么，例如：雪山，湖泊，清晨。',
      en: 'What to paint where there is no picture of a scene: “mountain lake at dawn”.',
    },
    default: '',
    maxLength: commonFields.prompt.maxLength,
    'x-widget': 'prompt',
  },
  negative_prompt: commonFields.negative_prompt,
  width: { ...commonFields.width, default: 768 },
  height: { ...commonFields.height, default: 768 },
  size: {
    type: 'number',
    title: { cn: '主体大小', en: 'Size of the subject' },
    default: 0.8,
    minimum: 0.1,
    maximum: 1,
    multipleOf: 0.01,
  },
  across: {
    type: 'number',
    title: { cn: '左右位置', en: 'Place across' },
    default: 0.5,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.01,
  },
  foot: {
    type: 'number',
    title: { cn: '落脚高度', en: 'Height of its foot' },
    description: {
      cn: '0 在顶端，1 在底端。照片里下身被裁掉的主体总是贴着底边。',
      en: '0 is the top, 1 the foot of the picture. A subject that its photo cuts off stays at the foot.',
    },
    default: 0.94,
    minimum: 0.3,
    maximum: 1,
    multipleOf: 0.01,
    'x-advanced': true,
  },
  shadow: {
    type: 'number',
    title: { cn: '影子', en: 'Shadow' },
    default: 0.6,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    'x-advanced': true,
  },
  tone: {
    type: 'number',
    title: { cn: '融入色调', en: 'Take on the tones' },
    default: 0.2,
    minimum: 0,
    maximum: 0.6,
    multipleOf: 0.05,
    'x-advanced': true,
  },
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const replaceTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-replace',
    name: 'kiln-replace',
    label_cn: '窑内换景',
    label_en: 'Kiln New Scene',
    type: 'ModelReplace',
    mark: '实验',
    mark_en: 'Experimental',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    description: {
      text: '实验性：按笔画留下主体（人、衣服或东西），放进另一张图片或画出来的风景里，调和色调并落下影子。这是合成，不会换人换脸，也不会改变姿势和光线方向；画出来的风景看得出是画的。',
      text_en:
        'Experimental: keeps what your strokes say (a person, clothes, a thing) and puts it into another picture or a painted scene, with its tones and a shadow. It composes: it makes no other person or face, and changes neither pose nor light. Painted scenes look painted.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: () => 4,
};
