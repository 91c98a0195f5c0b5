import type { FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import { styleNames } from './styles.ts';

export const styleField = {
  sd_style: {
    type: 'string',
    title: { cn: '画种', en: 'Style' },
    enum: [...styleNames],
    'x-enum-titles': [
      { cn: '按文字', en: 'As the words say' },
      { cn: '风景', en: 'Landscape' },
      { cn: '抽象', en: 'Abstract' },
      { cn: '几何', en: 'Geometric' },
      { cn: '水墨', en: 'Ink' },
      { cn: '水彩', en: 'Watercolour' },
      { cn: '油画', en: 'Oil' },
      { cn: '海报', en: 'Poster' },
    ],
    default: 'auto',
  },
} satisfies FieldDeclarations;
