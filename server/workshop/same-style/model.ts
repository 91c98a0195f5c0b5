import { denoisingStrengthRange } from '../../../src/domain/limits.ts';
import { parameterDefaults } from '../../../src/domain/parameters.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import { manners } from '../stylise/manners.ts';
import type { BuiltinTool } from '../tool.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: { cn: '要改变风格的图。', en: 'The picture that is to change.' },
    'x-widget': 'image',
  },
  style_image: {
    type: 'string',
    format: 'uri',
    title: { cn: '风格图', en: 'Style picture' },
    description: { cn: '照着它的风格。', en: 'The one whose style it takes.' },
    'x-widget': 'image',
  },
  denoising_strength: {
    type: 'number',
    title: { cn: '风格强度', en: 'Strength' },
    default: parameterDefaults.denoising_strength,
    minimum: denoisingStrengthRange.min,
    maximum: denoisingStrengthRange.max,
    multipleOf: denoisingStrengthRange.step,
  },
  style: {
    type: 'string',
    title: { cn: '笔触', en: 'Brushwork' },
    enum: ['none', ...manners],
    'x-enum-titles': [
      { cn: '不加', en: 'None' },
      { cn: '水彩', en: 'Watercolour' },
      { cn: '油画', en: 'Oil' },
      { cn: '铅笔', en: 'Pencil' },
      { cn: '水墨', en: 'Ink wash' },
      { cn: '卡通', en: 'Cartoon' },
    ],
    default: 'none',
  },
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const sameStyleTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-same-style',
    name: 'kiln-same-style',
    label_cn: '窑内同款风格',
    label_en: 'Kiln Same Style',
    type: 'Img2Img',
    gen_type: 'same_style',
    mark: '经典算法',
    mark_en: 'Classical',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '让一张图用上另一张图的色彩、明暗和颗粒（做同款）。两张图光线相近时最自然；它不搬运画里的形状和笔法，笔触要自己选。',
      text_en:
        'Gives a picture the colours, light and grain of another. Most natural where both have a similar light; shapes and brushwork do not come along, so choose the brushwork yourself.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'style_image'], language),
  estimateSeconds: (job) => (job.input['style'] === 'none' ? 2 : 6),
};
