import { lorasMax } from '../../../src/domain/limits.ts';
import { usualStrengths } from '../../../src/domain/loras.ts';
import type { FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import { looks } from './looks.ts';

export const lookFields = {
  loras: {
    type: 'array',
    title: { cn: 'LoRA（画面风格）', en: 'LoRAs (looks)' },
    description: {
      cn: `给画面叠上一种或几种风格，按先后顺序，最多 ${lorasMax} 个。`,
      en: `Looks that are laid over the picture, one after the other; ${lorasMax} at most.`,
    },
    default: [],
    maxItems: lorasMax,
    'x-names': looks.map(({ name }) => name),
    'x-strength': usualStrengths,
  },
} satisfies FieldDeclarations;
