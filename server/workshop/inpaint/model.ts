import { imageCountRange } from '../../../src/domain/limits.ts';
import { maskedFields } from '../erase/fields.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';

const fields = {
  image: maskedFields.image,
  mask: maskedFields.mask,
  prompt: {
    type: 'string',
    title: commonFields.prompt.title,
    description: {
      cn: '写下要画进去的风景或天空，例如：日落，云。留空则用周围的画面补上。',
      en: 'The scenery or sky to paint there: “sunset, clouds”. Leave empty to go on with the surroundings.',
    },
    default: '',
    maxLength: commonFields.prompt.maxLength,
    'x-widget': 'prompt',
  },
  negative_prompt: commonFields.negative_prompt,
  n: commonFields.n,
  feather: {
    type: 'integer',
    title: { cn: '边缘柔和（像素）', en: 'Soft edge (px)' },
    default: 12,
    minimum: 0,
    maximum: 128,
    multipleOf: 1,
    'x-advanced': true,
  },
  grow: { ...maskedFields.grow, default: 2 },
  cfg_scale: commonFields.cfg_scale,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const inpaintTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-inpainting',
    name: 'kiln-inpainting',
    label_cn: '窑内局部重绘',
    label_en: 'Kiln Inpainting',
    type: 'Inpainting',
    mark: '实验',
    mark_en: 'Experimental',
    upload: 'image',
    mask: 'mask',
    accept_types: readableExtensions,
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '实验性：不写字时，用周围的画面补上涂过的地方，效果和擦除一样好；写了字，就由窑内画师在那里画一片风景或天空，色调随原图，但看得出是画的。它不认识画面里的东西，写“戴上帽子”不会有帽子。',
      text_en:
        'Experimental: without words, what is marked is filled from its surroundings, as well as erasing does. With words, Kiln’s painter paints scenery or a sky there, in the tones of the photo, and it shows that it is painted. It does not know what is on a picture: ask for a hat and none comes.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'mask'], language),
  estimateSeconds: (job) => job.outputs * (job.input['prompt'] ? 5 : 3),
};
