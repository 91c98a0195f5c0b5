import { imageCountRange } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { lookFields } from '../looks/fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { scribbleManners } from './options.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '线稿', en: 'Sketch' },
    description: {
      cn: '深色线条画在浅底上，或反过来。在某块里点一笔颜色，那块就用这个颜色。',
      en: 'Dark lines on a light ground, or the other way round. A dab of colour within an outline fills it.',
    },
    'x-widget': 'image',
  },
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: '季节、时辰、颜色，例如：秋天，日落；或：红色、蓝色、黄色。',
      en: 'Season, hour, colours: “autumn, sunset”, “red, blue, yellow”.',
    },
  },
  style: {
    type: 'string',
    title: { cn: '画法', en: 'Style' },
    enum: [...scribbleManners],
    'x-enum-titles': [
      { cn: '水彩', en: 'Watercolour' },
      { cn: '油画', en: 'Oil' },
      { cn: '平涂', en: 'Flat' },
    ],
    default: 'watercolour',
  },
  negative_prompt: commonFields.negative_prompt,
  n: commonFields.n,
  cfg_scale: commonFields.cfg_scale,
  ...lookFields,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const scribbleTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-scribble',
    name: 'kiln-scribble',
    label_cn: '窑内涂色',
    label_en: 'Kiln Scribble',
    type: 'Scribbling',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    lora: true,
    civit_lora_not_supported: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '给线稿上色：按文字里的季节、时辰和颜色涂满每一块，点过颜色的地方听你的。线条照原样留下；它不认识画的是什么，不会补画没画的东西。',
      text_en:
        'Colours a sketch by the season, hour and colours in your words; where you dabbed a colour, that is used. Your lines stay as they are: it does not know what they show, and adds nothing that is not there.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'prompt'], language),
  estimateSeconds: (job) => job.outputs * (String(job.input['style']) === 'flat' ? 1 : 3),
};
