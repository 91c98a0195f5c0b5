import {
  buildSchema,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { solidKinds } from './options.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: {
      cn: '浮雕用明暗清楚的图；旋转体用一件立着的东西，背景干净。',
      en: 'For a relief, clear light and shadow; for a lathe, one upright thing on a plain background.',
    },
    'x-widget': 'image',
  },
  mode: {
    type: 'string',
    title: { cn: '做法', en: 'Kind' },
    enum: [...solidKinds],
    'x-enum-titles': [
      { cn: '浮雕', en: 'Relief' },
      { cn: '透光浮雕（可打印）', en: 'Lithophane, to print' },
      { cn: '旋转体', en: 'Lathe' },
    ],
    default: 'relief',
  },
  depth: {
    type: 'number',
    title: { cn: '起伏', en: 'Depth' },
    description: { cn: '浮雕有多高。', en: 'How far a relief rises.' },
    minimum: 0.1,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.5,
  },
  detail: {
    type: 'number',
    title: { cn: '细腻程度', en: 'Detail' },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.5,
  },
} satisfies FieldDeclarations;

export const solidTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-solid',
    name: 'kiln-solid',
    label_cn: '窑内 3D',
    label_en: 'Kiln 3D',
    type: 'Img2Img',
    gen_type: '3d',
    mark: '实验',
    mark_en: 'Experimental',
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '实验性：把图片做成带贴图的 GLB 模型：浮雕、可 3D 打印的透光浮雕，或由轮廓转出来的旋转体（花瓶、杯子）。起伏按明暗和位置估计，它不认识画里的东西，也看不到背面。',
      text_en:
        'Experimental: makes a GLB model with texture of a picture: a relief, a lithophane to print, or a solid turned from an outline (a vase, a cup). Heights are guessed from light and place; it knows no things and sees no backs.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: () => 4,
};
