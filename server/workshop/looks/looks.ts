import { lorasMax } from '../../../src/domain/limits.ts';
import type { InputValue } from '../../../src/domain/model.ts';
import { refusedInput, type EngineLora } from '../../engines/contract/engine.ts';

export const lookNames = [
  'silkscreen',
  'riso',
  'woodblock',
  'stained-glass',
  'pixel',
  'film',
  'noir',
  'pastel',
  'glow',
  'pencil',
] as const;
export type LookName = (typeof lookNames)[number];

const labels: Readonly<Record<LookName, EngineLora['label']>> = {
  silkscreen: { cn: '丝网海报', en: 'Silkscreen poster' },
  riso: { cn: '孔版印刷', en: 'Risograph' },
  woodblock: { cn: '木版画', en: 'Woodblock print' },
  'stained-glass': { cn: '彩绘玻璃', en: 'Stained glass' },
  pixel: { cn: '像素', en: 'Pixel art' },
  film: { cn: '胶片', en: 'Film' },
  noir: { cn: '黑白', en: 'Black and white' },
  pastel: { cn: '粉彩', en: 'Pastel' },
  glow: { cn: '柔光', en: 'Soft glow' },
  pencil: { cn: '铅笔', en: 'Pencil' },
};

/** Looks that can be named where others take LoRAs. */
export const looks: readonly EngineLora[] = lookNames.map((name) => ({
  name,
  label: labels[name],
}));

export interface WantedLook {
  name: LookName;
  /** 0…1 */
  strength: number;
}

/**
 * Reads `riso` or `riso:0.6`, in the order in which they are laid over each other.
 * @throws EngineError `invalid-input` for what is no look, and for more than four
 */
export function looksOf(value: InputValue | undefined): WantedLook[] {
  const entries = (Array.isArray(value) ? value.map(String) : [])
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  const field = 'loras';
  if (entries.length > lorasMax) {
    throw refusedInput({ field, reason: 'too-many-names', values: [lorasMax] }, 'too many looks');
  }
  return entries.map((entry) => {
    const [wanted = '', strength = '1'] = entry.split(':');
    const name = lookNames.find((look) => look === wanted.trim());
    if (!name) {
      const reason = { field, reason: 'unknown-name', values: [wanted.trim()] } as const;
      throw refusedInput(reason, `no look "${wanted}"`);
    }
    if (!/^\d(\.\d+)?$/.test(strength.trim())) {
      const reason = { field, reason: 'strength-out-of-range', values: [name, 0, 1] } as const;
      throw refusedInput(reason, `strength of ${name}`);
    }
    return { name, strength: Math.min(1, Number(strength)) };
  });
}
