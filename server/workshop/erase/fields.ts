import type { FieldDeclarations } from '../../../src/domain/schema-fields.ts';

/** Longest side that is worked on: the search of a large hole has to end within a minute. */
export const fillMaxSide = 2048;
const growMax = 64;

/** The picture and what is marked on it. */
export const maskedFields = {
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
  mask: {
    type: 'string',
    format: 'uri',
    title: { cn: '蒙版', en: 'Mask' },
    description: {
      cn: '把要处理的地方涂上，边缘多涂一点。上传的蒙版：白色处理，黑色或透明保留。',
      en: 'Brush over what is to go, a little past its edges. A mask that you upload is white there, black or see-through elsewhere.',
    },
    'x-widget': 'mask',
  },
  grow: {
    type: 'integer',
    title: { cn: '蒙版外扩（像素）', en: 'Widen the mask (px)' },
    description: {
      cn: '把涂过的地方向外扩一点，带走物体的边缘。',
      en: 'Takes a little more than what was marked, so that no rim of the thing is left.',
    },
    default: 4,
    minimum: 0,
    maximum: growMax,
    multipleOf: 1,
    'x-advanced': true,
  },
} as const satisfies FieldDeclarations;
