import { buildSchema, describeModel } from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { cutoutFields } from './fields.ts';

export const cutoutTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-cutout',
    name: 'kiln-cutout',
    label_cn: '窑内抠图',
    label_en: 'Kiln Cut-out',
    type: 'RemoveBg',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '按几笔“保留”和“去掉”的笔画抠出主体，边缘细到毛发，不用模型。有笔画时效果很好；不给笔画时按画面边框猜背景，只适合素净背景前独立的东西，人像和贴边的主体常常猜错。颜色与背景相近的地方请多画一笔。',
      text_en:
        'Cuts the subject out by a few strokes, keep and drop, down to hairs, with no model. Very good with strokes. Without any it guesses the background from the frame, which works for a thing that stands free on plain ground, and often fails for people and for what touches the frame. Add a stroke where colours are alike.',
    },
  }),
  schema: (language) => buildSchema(cutoutFields, ['image'], language),
  estimateSeconds: () => 2,
};
