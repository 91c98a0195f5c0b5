import type { LocalizedText } from '../domain/languages.ts';
import type { InputValues } from '../domain/model.ts';
import { refusedInput } from '../domain/engine.ts';

interface Named {
  name: string;
  words: LocalizedText;
}

/** Section 3.2 of the Horde's contract; the first is the all-rounder. */
export const upscalers: readonly (Named & { factor: number })[] = [
  { name: 'RealESRGAN_x4plus', factor: 4, words: { cn: '4 倍，通用', en: '4×, all-round' } },
  { name: 'RealESRGAN_x2plus', factor: 2, words: { cn: '2 倍，通用', en: '2×, all-round' } },
  {
    name: 'RealESRGAN_x4plus_anime_6B',
    factor: 4,
    words: { cn: '4 倍，动漫', en: '4×, anime' },
  },
  { name: 'NMKD_Siax', factor: 4, words: { cn: '4 倍，照片细节', en: '4×, photographic detail' } },
  { name: '4x_AnimeSharp', factor: 4, words: { cn: '4 倍，锐利线条', en: '4×, sharp lines' } },
];

export const faceFixers: readonly Named[] = [
  { name: 'GFPGAN', words: { cn: '自然（GFPGAN）', en: 'Natural (GFPGAN)' } },
  { name: 'CodeFormers', words: { cn: '强力（CodeFormers）', en: 'Strong (CodeFormers)' } },
];

export const backgroundRemover = 'strip_background';

const known = new Set([
  ...upscalers.map(({ name }) => name),
  ...faceFixers.map(({ name }) => name),
  backgroundRemover,
]);

export const none = 'none';

/**
 * What is done to a picture after it is made, faces before the enlargement and the background last.
 * @throws EngineError `invalid-input` for a name that is none, and for two upscalers: the Horde takes one
 */
export function postProcessingOf(input: InputValues): string[] {
  const listed = input['post_processing'];
  const asked = new Set<string>(Array.isArray(listed) ? listed.map(String) : []);
  for (const field of ['face_fixer', 'upscaler']) {
    const chosen = input[field];
    if (typeof chosen === 'string' && chosen !== none && chosen !== '') asked.add(chosen);
  }
  if (input['remove_background'] === true) asked.add(backgroundRemover);
  const unknown = [...asked].find((name) => !known.has(name));
  if (unknown !== undefined) {
    const reason = { field: 'post_processing', reason: 'unknown-name', values: [unknown] } as const;
    throw refusedInput(reason, `no post-processor "${unknown}"`);
  }
  if (upscalers.filter(({ name }) => asked.has(name)).length > 1) {
    throw refusedInput({ field: 'upscaler', reason: 'one-upscaler-only' }, 'two upscalers');
  }
  const inOrder = [...faceFixers, ...upscalers].map(({ name }) => name).concat(backgroundRemover);
  return inOrder.filter((name) => asked.has(name));
}
