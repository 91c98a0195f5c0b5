import type { FieldDeclarations } from '../../../src/domain/schema-fields.ts';

/** The picture and the strokes that say what of it stays. */
export const cutoutFields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。按每边最多 2048 像素处理。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). Worked on at 2048 px a side at most.',
    },
    'x-widget': 'image',
  },
  strokes: {
    type: 'string',
    format: 'uri',
    title: { cn: '笔画', en: 'Strokes' },
    description: {
      cn: '在图上画几笔：绿色或白色保留，红色去掉。黑底白色的蒙版也行。不画就只能猜。',
      en: 'A few strokes on the picture: green or white keeps, red drops. A white-on-black mask works too. Without any it can only guess.',
    },
    'x-widget': 'strokes',
  },
} as const satisfies FieldDeclarations;
