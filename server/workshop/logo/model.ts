import { imageCountRange } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { logoSize, vectorFields } from '../vector/fields.ts';
import { layoutNames, nameMaxCharacters, sloganMaxCharacters } from './layout-names.ts';

const fields = {
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: '写下做什么、什么颜色、什么感觉，例如：陶艺工作室，暖色，书法。',
      en: 'What it is for, colours, a manner: “pottery studio, warm, elegant”.',
    },
  },
  text: {
    type: 'string',
    title: { cn: '名称', en: 'Name' },
    description: {
      cn: '写在标志上的字，中文、英文或两种都写（“窑火 Kiln”）。留空则取提示词里引号中的字。',
      en: 'What the logo says, in Chinese, Latin or both (“窑火 Kiln”). Left empty, what stands in quotation marks in the prompt.',
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
    enum: ['auto', ...layoutNames],
    'x-enum-titles': [
      { cn: '自动（每张不同）', en: 'Automatic, each another' },
      { cn: '上图下文', en: 'Mark above the name' },
      { cn: '左图右文', en: 'Mark beside the name' },
      { cn: '圆形徽章', en: 'Round badge' },
      { cn: '字母图标', en: 'Initials' },
      { cn: '印章', en: 'Seal' },
      { cn: '纯文字', en: 'Name alone' },
    ],
    default: 'auto',
  },
  ...logoSize,
  ...vectorFields,
  n: { ...commonFields.n, default: imageCountRange.max },
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const logoTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-logo',
    name: 'kiln-logo',
    label_cn: '窑内标志',
    label_en: 'Kiln Logo',
    type: 'Txt2Logo',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    default_num_outputs: imageCountRange.max,
    description: {
      text: '按名称和文字排出标志：二十多种图形、六种版式、黑体、宋体、毛笔和圆体，中英文都行，PNG 或 SVG。版面干净，可以直接用；图形是现成的，不会按描述另画。',
      text_en:
        'Sets a logo from a name and your words: two dozen marks, six layouts, four typefaces, Chinese and Latin, as PNG or SVG. Clean enough to use as it is; the marks are ready-made, none is drawn to a description.',
    },
  }),
  schema: (language) => buildSchema(fields, ['prompt'], language),
  estimateSeconds: (job) => 0.5 + 0.2 * job.outputs,
};
