import { imageCountRange, outpaintDefault } from '../../../src/domain/limits.ts';
import type { LocalizedText } from '../../../src/domain/languages.ts';
import { readableExtensions } from '../picture/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';

const outpaintMax = 512;

const side = (title: LocalizedText, value: number) =>
  ({
    type: 'integer',
    title,
    default: value,
    minimum: 0,
    maximum: outpaintMax,
    multipleOf: 1,
  }) as const;

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
  left: side({ cn: '左边增加（像素）', en: 'Grow left (px)' }, outpaintDefault),
  right: side({ cn: '右边增加（像素）', en: 'Grow right (px)' }, outpaintDefault),
  top: side({ cn: '上边增加（像素）', en: 'Grow up (px)' }, 0),
  bottom: side({ cn: '下边增加（像素）', en: 'Grow down (px)' }, 0),
  n: commonFields.n,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const outpaintTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-outpaint',
    name: 'kiln-outpaint',
    label_cn: '窑内扩图',
    label_en: 'Kiln Extend',
    type: 'Outpainting',
    mark: '实验',
    mark_en: 'Experimental',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '实验性：用画面里已有的纹理向外接着铺，不用模型。天空、水面、草地、桌面、墙和虚化的背景接得自然；碰到边缘的人、物、文字会被重复或截断，它不知道画外有什么。每边加得越少越好，不满意就换个种子。',
      text_en:
        'Experimental: goes on past the edges with textures that are in the picture, with no model. Natural for sky, water, grass, tables, walls and blurred backgrounds. People, things and letters at the edge are repeated or cut off: it does not know what is outside. The less is added the better; try another seed.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: (job) => job.outputs * 5,
};
