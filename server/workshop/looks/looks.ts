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

const print = { cn: '版画', en: 'print' };
const poster = { cn: '海报', en: 'poster' };
const photo = { cn: '摄影', en: 'photo' };
const drawing = { cn: '手绘', en: 'drawing' };

type LookWords = Pick<EngineLora, 'label'> & Required<Pick<EngineLora, 'tags' | 'triggers'>>;

/** What a look is called, what it is searched by, and words of the painter's own that come out well under it. */
const words: Readonly<Record<LookName, LookWords>> = {
  silkscreen: {
    label: { cn: '丝网海报', en: 'Silkscreen poster' },
    tags: [print, poster, { cn: '平涂', en: 'flat colour' }],
    triggers: [
      { cn: '晚霞', en: 'sunset' },
      { cn: '鲜艳', en: 'vivid' },
    ],
  },
  riso: {
    label: { cn: '孔版印刷', en: 'Risograph' },
    tags: [print, poster, { cn: '双色', en: 'two inks' }],
    triggers: [
      { cn: '薄雾', en: 'misty' },
      { cn: '树林', en: 'forest' },
    ],
  },
  woodblock: {
    label: { cn: '木版画', en: 'Woodblock print' },
    tags: [print, { cn: '浮世绘', en: 'ukiyo-e' }, { cn: '线条', en: 'outlines' }],
    triggers: [
      { cn: '富士', en: 'Fuji' },
      { cn: '波浪', en: 'waves' },
    ],
  },
  'stained-glass': {
    label: { cn: '彩绘玻璃', en: 'Stained glass' },
    tags: [
      { cn: '玻璃', en: 'glass' },
      { cn: '拼块', en: 'panes' },
    ],
    triggers: [
      { cn: '花海', en: 'wildflowers' },
      { cn: '阳光', en: 'sunlight' },
    ],
  },
  pixel: {
    label: { cn: '像素', en: 'Pixel art' },
    tags: [
      { cn: '游戏', en: 'game' },
      { cn: '复古', en: 'retro' },
    ],
    triggers: [
      { cn: '霓虹', en: 'neon' },
      { cn: '夜景', en: 'night' },
    ],
  },
  film: {
    label: { cn: '胶片', en: 'Film' },
    tags: [photo, { cn: '颗粒', en: 'grain' }, { cn: '复古', en: 'retro' }],
    triggers: [
      { cn: '午后', en: 'afternoon' },
      { cn: '温暖', en: 'warm' },
    ],
  },
  noir: {
    label: { cn: '黑白', en: 'Black and white' },
    tags: [photo, { cn: '单色', en: 'monochrome' }, { cn: '高反差', en: 'contrast' }],
    triggers: [
      { cn: '雨天', en: 'rain' },
      { cn: '神秘', en: 'mysterious' },
    ],
  },
  pastel: {
    label: { cn: '粉彩', en: 'Pastel' },
    tags: [drawing, { cn: '柔和', en: 'soft' }, { cn: '浅色', en: 'light' }],
    triggers: [
      { cn: '马卡龙', en: 'delicate' },
      { cn: '清晨', en: 'morning' },
    ],
  },
  glow: {
    label: { cn: '柔光', en: 'Soft glow' },
    tags: [photo, { cn: '柔和', en: 'soft' }, { cn: '光', en: 'light' }],
    triggers: [
      { cn: '梦幻', en: 'dreamy' },
      { cn: '月光', en: 'moonlight' },
    ],
  },
  pencil: {
    label: { cn: '铅笔', en: 'Pencil' },
    tags: [drawing, { cn: '素描', en: 'sketch' }, { cn: '线条', en: 'outlines' }],
    triggers: [
      { cn: '宁静', en: 'quiet' },
      { cn: '小屋', en: 'cottage' },
    ],
  },
};

/** Looks that can be named where others take LoRAs. Their pictures are painted by scripts/paint-looks.mjs. */
export const looks: readonly EngineLora[] = lookNames.map((name) => ({
  name,
  image: `/looks/${name}.webp`,
  ...words[name],
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
