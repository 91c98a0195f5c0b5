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
    'x-enum-descriptions': [
      { cn: '画法由你的文字决定', en: 'Your words decide how it is painted' },
      {
        cn: '加“山坡”；不要抽象、几何、大理石、水墨',
        en: 'Adds “hill”; keeps out abstract, geometric, marble, ink',
      },
      {
        cn: '加“抽象”；不要几何、大理石、水墨',
        en: 'Adds “abstract”; keeps out geometric, marble, ink',
      },
      {
        cn: '加“几何”；不要抽象、大理石、水墨',
        en: 'Adds “geometric”; keeps out abstract, marble, ink',
      },
      {
        cn: '加“水墨”；不要油画、水彩、抽象、几何、大理石',
        en: 'Adds “ink”; keeps out oil, watercolour, abstract, geometric, marble',
      },
      { cn: '加“水彩”；不要油画、水墨', en: 'Adds “watercolour”; keeps out oil, ink' },
      { cn: '加“油画”；不要水彩、水墨', en: 'Adds “oil”; keeps out watercolour, ink' },
      {
        cn: '叠上丝网海报；不要水彩、油画',
        en: 'Lays the silkscreen look over it; keeps out watercolour, oil',
      },
    ],
    'x-enum-pictures': styleNames.map((name) => `/styles/${name}.webp`),
    default: 'auto',
  },
} satisfies FieldDeclarations;
