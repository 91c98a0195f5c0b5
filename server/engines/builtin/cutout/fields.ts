import type { FieldDeclarations } from '../../schema-fields.ts';

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
      cn: '与图片同样大小，在主体上画几笔绿色或白色，在背景上画几笔红色，其余透明。也可以用黑底白色的蒙版。不给笔画就只能猜。',
      en: 'As large as the picture: a few green or white strokes on the subject, red ones on the background, see-through elsewhere. A white-on-black mask works too. Without strokes it can only guess.',
    },
    'x-widget': 'image',
  },
} as const satisfies FieldDeclarations;
