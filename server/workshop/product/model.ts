import { imageCountRange } from '../../../src/domain/limits.ts';
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
  prompt: {
    type: 'string',
    title: { cn: '背景', en: 'Backdrop' },
    description: {
      cn: '写颜色就是影棚背景纸，例如：浅蓝色；写地点就是虚化的风景前的一张桌面，例如：海边日落。留空用素净的影棚。',
      en: 'A colour (“pale blue”) is studio paper; a place (“sea at sunset”) is a table before it, out of focus. Empty: a plain studio.',
    },
    default: '',
    maxLength: commonFields.prompt.maxLength,
    'x-widget': 'prompt',
  },
  negative_prompt: commonFields.negative_prompt,
  width: { ...commonFields.width, default: 1024 },
  height: { ...commonFields.height, default: 1024 },
  n: commonFields.n,
  size: {
    type: 'number',
    title: { cn: '主体大小', en: 'Size of the product' },
    default: 0.66,
    minimum: 0.2,
    maximum: 0.95,
    multipleOf: 0.01,
    'x-advanced': true,
  },
  shadow: {
    type: 'number',
    title: { cn: '影子', en: 'Shadow' },
    default: 0.7,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    'x-advanced': true,
  },
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const productTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-product',
    name: 'kiln-product',
    label_cn: '窑内商品图',
    label_en: 'Kiln Product',
    type: 'ProductImg',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '按笔画把商品抠出来，放到影棚背景纸上，或放到虚化风景前的桌面上，并落下影子，不用模型。商品的颜色和形状原样不动。平视拍摄的商品最自然；俯拍的透视、反光和原有的光线方向不会跟着改。不给笔画时只能猜主体。',
      text_en:
        'Cuts the product out by your strokes and puts it on studio paper, or on a table before a place out of focus, with a shadow, with no model. Its colours and shape stay as they are. Most natural for things photographed from the front; perspective, reflections and the light on it do not change. Without strokes it can only guess what the product is.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: (job) => 2 + job.outputs * 2,
};
