import { modelNameMaxCharacters } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { trainedMax, trainedMin } from './options.ts';

const fields = {
  training_zip: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片压缩包', en: 'Zip of pictures' },
    description: {
      cn: `${trainedMin} 到 ${trainedMax} 张 PNG、JPEG 或 WebP，风格相近，最好大于 512×512，放在压缩包里。`,
      en: `A zip with ${trainedMin} to ${trainedMax} PNG, JPEG or WebP pictures of one style, best larger than 512×512.`,
    },
  },
  model_name: {
    type: 'string',
    title: { cn: '风格名称', en: 'Name of the style' },
    minLength: 1,
    maxLength: modelNameMaxCharacters,
  },
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const trainTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-train',
    name: 'kiln-train',
    label_cn: '窑内风格训练',
    label_en: 'Kiln Style Training',
    type: 'Train',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'training_zip',
    accept_types: ['zip'],
    upload_limit: 1,
    cost: 2,
    description: {
      text: '从一包图片里学风格：色彩、明暗、颗粒和笔触的强弱。结果是一张带着风格的卡片：在“窑内画师”和“窑内重绘”的 LoRA 里选它，或在“窑内同款风格”里拿它作风格图。它学不到人物和形状。',
      text_en:
        'Learns a style from a zip of pictures: colours, tones, and how strong grain and strokes are. The result is a card that carries the style: choose it under LoRAs in Kiln Painter and Kiln Repaint, or as the style picture of Kiln Same Style. It learns no faces and no shapes.',
    },
  }),
  schema: (language) => buildSchema(fields, ['training_zip', 'model_name'], language),
  estimateSeconds: () => 15,
};
