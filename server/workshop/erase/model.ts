import { imageCountRange } from '../../../src/domain/limits.ts';
import { buildSchema, commonFields, describeModel } from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { maskedFields } from './fields.ts';

const fields = { ...maskedFields, n: commonFields.n, seed: commonFields.seed };

export const eraseTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-erase',
    name: 'kiln-erase',
    label_cn: '窑内擦除',
    label_en: 'Kiln Erase',
    type: 'EraseImg,RemoveObj',
    upload: 'image',
    mask: 'mask',
    accept_types: readableExtensions,
    upload_limit: 1,
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '把涂过的地方用周围的画面补上，不用模型。划痕、电线、水印、路人这类细小的东西效果最好，木纹、草地、墙面、天空也好；大块遮挡后面原有什么它不知道，遇到脸、文字和整齐的结构可能拼错，换个种子再试。',
      text_en:
        'Fills what is marked with pieces of its surroundings, with no model. Best for scratches, wires, spots and other small things, and good on wood, grass, walls and sky. It cannot know what was behind something large; faces, letters and regular structures may come out wrong: try another seed.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'mask'], language),
  estimateSeconds: (job) => job.outputs * 3,
};
