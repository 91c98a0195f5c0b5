import { imageCountRange } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { lookFields } from '../looks/fields.ts';
import { styleField } from '../painter/style-field.ts';
import type { BuiltinTool } from '../tool.ts';
import {
  detailsMaxCharacters,
  posterFaces,
  posterLayouts,
  subtitleMaxCharacters,
  titleMaxCharacters,
} from './options.ts';

const writing = {
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: '画什么：景物、时辰、颜色、画法，例如：雪山，日落，湖。',
      en: 'What is painted: scene, hour, colours, style: “snowy mountain lake, sunset”.',
    },
  },
  text: {
    type: 'string',
    title: { cn: '标题', en: 'Title' },
    description: {
      cn: '海报上的大字。留空则取提示词里引号中的字。',
      en: 'Set large. Left empty, what stands in quotation marks in the prompt.',
    },
    default: '',
    maxLength: titleMaxCharacters,
  },
  subtitle: {
    type: 'string',
    title: { cn: '副标题', en: 'Subtitle' },
    default: '',
    maxLength: subtitleMaxCharacters,
  },
} satisfies FieldDeclarations;

const making = {
  width: { ...commonFields.width, default: 768 },
  height: { ...commonFields.height, default: 1024 },
  n: commonFields.n,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

const liteFields = { ...writing, ...making } satisfies FieldDeclarations;

const proFields = {
  ...writing,
  details: {
    type: 'string',
    title: { cn: '小字', en: 'Small print' },
    description: {
      cn: '时间、地点等，用 | 分行，最多四行。',
      en: 'When, where, who: up to four lines, divided by |.',
    },
    default: '',
    maxLength: detailsMaxCharacters,
  },
  layout: {
    type: 'string',
    title: { cn: '版式', en: 'Layout' },
    enum: ['auto', ...posterLayouts],
    'x-enum-titles': [
      { cn: '自动（每张不同）', en: 'Automatic, each another' },
      { cn: '大标题', en: 'Headline' },
      { cn: '居中带框', en: 'Centred in a line' },
      { cn: '竖排与印章', en: 'Vertical with a seal (Chinese)' },
      { cn: '展览：上图下文', en: 'Gallery: picture above' },
      { cn: '装裱', en: 'Mounted on paper' },
    ],
    default: 'auto',
  },
  face: {
    type: 'string',
    title: { cn: '字体', en: 'Typeface' },
    enum: [...posterFaces],
    'x-enum-titles': [
      { cn: '自动', en: 'Automatic' },
      { cn: '黑体', en: 'Sans' },
      { cn: '宋体', en: 'Serif' },
      { cn: '毛笔', en: 'Brush' },
      { cn: '圆润（西文）', en: 'Geometric (Latin)' },
    ],
    default: 'auto',
  },
  ...styleField,
  negative_prompt: commonFields.negative_prompt,
  ...lookFields,
  ...making,
} satisfies FieldDeclarations;

const shared = {
  type: 'Text2Img',
  mark: '经典算法',
  mark_en: 'Classical',
  num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
} as const;

const seconds = (input: Record<string, unknown>, perMegapixel: number): number =>
  0.6 + (perMegapixel * Number(input['width'] ?? 768) * Number(input['height'] ?? 1024)) / 1e6;

export const posterLiteTool: BuiltinTool = {
  model: describeModel({
    ...shared,
    model: 'kiln-poster-lite',
    gen_type: 'poster_lite',
    name: 'kiln-poster-lite',
    label_cn: '窑内文字海报 Lite',
    label_en: 'Kiln Text Poster Lite',
    num_outputs: [...shared.num_outputs],
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    description: {
      text: '大字海报：窑内画师作画，标题和副标题排在上面，中英文都行，两种版式，出得快。画面只能是画师会画的景物。',
      text_en:
        'A poster with large type over a scene by the built-in painter, Chinese or Latin, two layouts, quick. The scene is one that the painter can paint.',
    },
  }),
  schema: (language) => buildSchema(liteFields, ['prompt'], language),
  estimateSeconds: (job) => job.outputs * seconds(job.input, 1.5),
};

export const posterProTool: BuiltinTool = {
  model: describeModel({
    ...shared,
    model: 'kiln-poster-pro',
    gen_type: 'poster_pro',
    name: 'kiln-poster-pro',
    label_cn: '窑内文字海报 Pro',
    label_en: 'Kiln Text Poster Pro',
    num_outputs: [...shared.num_outputs],
    cost: 2,
    lora: true,
    civit_lora_not_supported: true,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    description: {
      text: '大字海报：五种版式（含竖排与印章）、四种字体、小字、画种和画面风格可选，字色按画面明暗自动选。画面只能是画师会画的景物，不会画人脸和商品。',
      text_en:
        'A poster with five layouts (one vertical, with a seal), four typefaces, small print, styles and looks; type picks its colour from what is behind it. The scene is one that the painter can paint: no faces, no products.',
    },
  }),
  schema: (language) => buildSchema(proFields, ['prompt'], language),
  estimateSeconds: (job) => job.outputs * seconds(job.input, 2.2),
};
