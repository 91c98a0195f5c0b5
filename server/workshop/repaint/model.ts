import { denoisingStrengthRange, imageCountRange } from '../../../src/domain/limits.ts';
import { parameterDefaults } from '../../../src/domain/parameters.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { lookFields } from '../looks/fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import { styleImageFields } from '../same-style/fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { trainedFor } from '../train/options.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。结果每边最多 2048 像素。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). The result has at most 2048 px a side.',
    },
    'x-widget': 'image',
  },
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: '写下季节、时辰、颜色和画法（油画、水彩、水墨、铅笔、卡通），例如：秋天，水彩。',
      en: 'Name a season, an hour, colours and a style (oil, watercolour, ink, pencil, cartoon): “autumn, watercolour”.',
    },
  },
  negative_prompt: commonFields.negative_prompt,
  denoising_strength: {
    type: 'number',
    title: { cn: '重绘幅度', en: 'Denoising strength' },
    description: {
      cn: '数值越低越接近原图；不写画法时，0.5 以上按油画处理。',
      en: 'Low values stay close to the picture; from 0.5 on it is painted in oil where no style is named.',
    },
    default: parameterDefaults.denoising_strength,
    minimum: denoisingStrengthRange.min,
    maximum: denoisingStrengthRange.max,
    multipleOf: denoisingStrengthRange.step,
  },
  n: commonFields.n,
  cfg_scale: {
    ...commonFields.cfg_scale,
    description: {
      cn: '数值越高，色彩越贴合文字；越低，变化越自由。',
      en: 'High values keep the colours close to your words; low values let them wander.',
    },
  },
  ...lookFields,
  ...styleImageFields,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const repaintTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-repaint',
    name: 'kiln-repaint',
    label_cn: '窑内重绘',
    label_en: 'Kiln Repaint',
    type: 'Img2Img',
    lora: true,
    civit_lora_not_supported: true,
    lorabase: trainedFor,
    mark: '实验',
    mark_en: 'Experimental',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '实验性：按文字里的季节、时辰、颜色和画法给图片换色调、换笔触，不用模型。它不增减任何东西：写“加一只猫”不会有猫，原有的形状都会留下。画法明确、颜色明确时效果最好。',
      text_en:
        'Experimental: gives a picture the colours and brushwork of your words (season, hour, colours, style), with no model. It adds and removes nothing: ask for a cat and none comes, and every shape stays. Best with a style and colours named.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'prompt'], language),
  estimateSeconds: (job) => job.outputs * 6,
};
