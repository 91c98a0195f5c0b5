import {
  buildSchema,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';

const strength = { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.05 } as const;

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '照片', en: 'Photo' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。',
      en: 'PNG, JPEG, WebP or GIF (its first frame).',
    },
    'x-widget': 'image',
  },
  denoise: {
    ...strength,
    title: { cn: '降噪', en: 'Denoise' },
    description: {
      cn: '先测出照片里有多少噪点，再照此去除；干净的照片几乎不变。',
      en: 'Measures how noisy the photo is and removes that much; a clean photo hardly changes.',
    },
    default: 0.6,
  },
  contrast: {
    ...strength,
    title: { cn: '对比度', en: 'Contrast' },
    description: {
      cn: '让灰蒙蒙的画面变通透，暗处和亮处都看得清。',
      en: 'Lifts a dull picture and opens shadows and highlights.',
    },
    default: 0.4,
  },
  sharpen: {
    ...strength,
    title: { cn: '锐化', en: 'Sharpen' },
    description: { cn: '只加强边缘。', en: 'Strengthens edges only.' },
    default: 0.4,
  },
} satisfies FieldDeclarations;

export const restoreTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-restore',
    name: 'kiln-restore',
    label_cn: '窑内修复',
    label_en: 'Kiln Restore',
    type: 'Restore',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '去噪点、提对比、加锐度，适合发灰、有噪点的照片。不会补画缺失的部分，也不会重绘人脸；划痕和折痕去不掉。',
      text_en:
        'Removes noise, lifts contrast and sharpens: for dull, grainy photos. It paints in nothing that is missing, redraws no faces, and leaves scratches and creases.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: () => 3,
};
