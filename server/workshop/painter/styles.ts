import type { WantedLook } from '../looks/looks.ts';

export const styleNames = [
  'auto',
  'landscape',
  'abstract',
  'geometric',
  'ink',
  'watercolour',
  'oil',
  'poster',
] as const;
export type StyleName = (typeof styleNames)[number];

interface Style {
  /** Goes behind the words, where it weighs least. */
  adds: string;
  /** Is taken away from them. */
  without: string;
  looks: readonly WantedLook[];
}

const styles: Readonly<Record<Exclude<StyleName, 'auto'>, Style>> = {
  landscape: { adds: 'hill', without: 'abstract geometric marble ink', looks: [] },
  abstract: { adds: 'abstract', without: 'geometric marble ink', looks: [] },
  geometric: { adds: 'geometric', without: 'abstract marble ink', looks: [] },
  ink: { adds: 'ink', without: 'oil watercolour abstract geometric marble', looks: [] },
  watercolour: { adds: 'watercolour', without: 'oil ink', looks: [] },
  oil: { adds: 'oil', without: 'watercolour ink', looks: [] },
  poster: { adds: '', without: 'watercolour oil', looks: [{ name: 'silkscreen', strength: 1 }] },
};

/** Words and looks as a chosen style changes them; `auto` leaves all to the words. */
export function inStyle(
  style: unknown,
  prompt: string,
  negativePrompt: string,
): { prompt: string; negativePrompt: string; looks: readonly WantedLook[] } {
  const name = styleNames.find((one) => one === style) ?? 'auto';
  if (name === 'auto') return { prompt, negativePrompt, looks: [] };
  const { adds, without, looks } = styles[name];
  return {
    prompt: adds ? `${prompt}, ${adds}` : prompt,
    negativePrompt: `${negativePrompt} ${without}`.trim(),
    looks,
  };
}
