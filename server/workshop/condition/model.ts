import {
  buildSchema,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { conditionMaps } from './maps.ts';

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
  control_type: {
    type: 'string',
    title: { cn: '线稿种类', en: 'Kind of lines' },
    enum: [...conditionMaps],
    'x-enum-titles': [
      { cn: '边缘（Canny）', en: 'Edges (Canny)' },
      { cn: '涂鸦轮廓', en: 'Scribble' },
      { cn: '直线（Hough）', en: 'Straight lines (Hough)' },
    ],
    default: 'canny',
  },
  detail: {
    type: 'number',
    title: { cn: '细节', en: 'Detail' },
    description: {
      cn: '数值越低，只留主要轮廓；越高，细线越多。',
      en: 'Low values keep the main outlines; high values add fine lines.',
    },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.5,
  },
} satisfies FieldDeclarations;

export const conditionTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-condition',
    name: 'kiln-condition',
    label_cn: '窑内线稿',
    label_en: 'Kiln Line Maps',
    type: 'Condition',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    control_types: [...conditionMaps],
    description: {
      text: '从图片里提取黑底白线的参照图：边缘、涂鸦轮廓或直线，可存下来给 ControlNet 一类的模型用。它只做线稿，不会照着线稿画新图；深度、姿态和语义分割要靠模型，这里没有。毛发和杂乱的背景线条会很碎。',
      text_en:
        'Takes a guide out of a picture, white lines on black: edges, a scribble or straight lines, to keep for models such as ControlNet. It makes the map only and paints nothing from it. Depth, pose and segments need a model and are not here; fur and busy backgrounds break into bits.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image', 'control_type'], language),
  estimateSeconds: () => 1.5,
};
