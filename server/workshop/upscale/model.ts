import {
  buildSchema,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions, upscaleMaxPixels } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。结果每边最多 8192 像素。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). The result has at most 8192 px a side.',
    },
    'x-widget': 'image',
  },
  scale: {
    type: 'integer',
    title: { cn: '放大倍数', en: 'Enlarge by' },
    enum: [2, 4],
    'x-enum-titles': [
      { cn: '2 倍', en: '2×' },
      { cn: '4 倍', en: '4×' },
    ],
    default: 2,
  },
  sharpness: {
    type: 'number',
    title: { cn: '锐度', en: 'Sharpness' },
    description: {
      cn: '只加强边缘，平坦处不动。0 表示只做插值。',
      en: 'Strengthens edges and leaves flat areas alone. 0 is interpolation only.',
    },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.4,
    'x-advanced': true,
  },
} satisfies FieldDeclarations;

export const upscaleTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-upscale',
    name: 'kiln-upscale',
    label_cn: '窑内放大',
    label_en: 'Kiln Upscale',
    type: 'Upscaling',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    upload_max_pixels: upscaleMaxPixels,
    description: {
      text: '用 Lanczos 插值放大 2 倍或 4 倍，再沿边缘锐化。忠于原图，不凭空编造细节；模糊的照片放大后依然模糊。',
      text_en:
        'Enlarges 2× or 4× by Lanczos interpolation, then sharpens along edges. Faithful: it never invents detail, so a blurred photo stays blurred.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: (job) => (job.input['scale'] === 4 ? 4 : 1.5),
};
