import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { nameMaxCharacters, sloganMaxCharacters } from '../logo/layout-names.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { logoSize, vectorFields } from '../vector/fields.ts';
import { traceLayouts } from './layouts.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。主体清楚、背景干净的图最好。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). Best with one clear subject on a plain background.',
    },
    'x-widget': 'image',
  },
  text: {
    type: 'string',
    title: { cn: '名称', en: 'Name' },
    description: {
      cn: '写在图形旁边的字，可以留空。',
      en: 'Goes with the mark; may be empty.',
    },
    default: '',
    maxLength: nameMaxCharacters,
  },
  slogan: {
    type: 'string',
    title: { cn: '标语', en: 'Slogan' },
    default: '',
    maxLength: sloganMaxCharacters,
  },
  layout: {
    type: 'string',
    title: { cn: '版式', en: 'Layout' },
    enum: [...traceLayouts],
    'x-enum-titles': [
      { cn: '只有图形', en: 'The mark alone' },
      { cn: '上图下文', en: 'Mark above the name' },
      { cn: '左图右文', en: 'Mark beside the name' },
      { cn: '圆形徽章', en: 'Round badge' },
    ],
    default: 'stacked',
  },
  colours: {
    type: 'integer',
    title: { cn: '颜色数', en: 'Colours' },
    minimum: 2,
    maximum: 8,
    multipleOf: 1,
    default: 4,
  },
  detail: {
    type: 'number',
    title: { cn: '细腻程度', en: 'Detail' },
    description: {
      cn: '数值越低，形状越少越大。',
      en: 'Low values leave a few large shapes.',
    },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.4,
  },
  keep_background: {
    type: 'boolean',
    title: { cn: '保留背景色', en: 'Keep the background colour' },
    default: false,
  },
  ...logoSize,
  ...vectorFields,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const traceTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-trace',
    name: 'kiln-trace',
    label_cn: '窑内描形',
    label_en: 'Kiln Trace',
    type: 'Img2Logo',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '把图片的主要形状描成几种颜色的矢量图形，可配上名称，输出 PNG 或 SVG。适合剪影、图标、插画和背景干净的照片；背景不干净的照片会裁成圆形，细节多时碎成色块。',
      text_en:
        'Traces a picture’s main shapes into a few flat colours, with a name if you like, as PNG or SVG. Good with silhouettes, icons, illustrations and photos on a plain background; other photos are cut out round, and busy ones fall into patches.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: () => 2,
};
