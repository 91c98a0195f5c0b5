import { textIn } from '../../../src/domain/languages.ts';
import type { FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import { looks } from './looks.ts';

const list = (language: 'cn' | 'en') =>
  looks.map(({ name, label }) => `${name}（${textIn(label, language)}）`).join('、');

export const lookFields = {
  loras: {
    type: 'array',
    title: { cn: 'LoRA（画面风格）', en: 'LoRAs (looks)' },
    description: {
      cn: `可加强度，如 riso:0.6，最多 4 个。可用的有：${list('cn')}。`,
      en: `With a strength if you like: riso:0.6. Four at most, of ${looks.map(({ name }) => name).join(', ')}.`,
    },
    default: [],
    'x-names': looks.map(({ name }) => name),
    'x-advanced': true,
  },
} satisfies FieldDeclarations;
