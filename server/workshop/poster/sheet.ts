import type { FaceName } from '../lettering/faces.ts';
import { lineOutline, setLine, type Lettering } from '../lettering/set-line.ts';
import type { Drawing } from '../vector/drawing.ts';
import type { Box } from '../vector/outline.ts';
import { isChinese, type PosterWords } from './words.ts';

/** Darkens or lightens the picture behind type, fading out towards one side. */
export interface Veil {
  box: Box;
  fadesTo: 'top' | 'bottom' | 'left' | 'nowhere';
  colour: string;
  opacity: number;
}

export interface PosterColours {
  /** Darkest and lightest of the picture's own kind. */
  dark: string;
  light: string;
  accent: string;
}

export interface PosterDesign {
  /** Where the picture goes. */
  picture: Box;
  ground: string;
  veils: Veil[];
  drawing: Drawing;
}

export interface Sheet {
  width: number;
  height: number;
  words: PosterWords;
  face: FaceName;
  colours: PosterColours;
  /** What the picture is like within a box: mean lightness 0…1, and how much it varies. */
  tone(box: Box): { light: number; busy: number };
}

export function titleStyle(face: FaceName, text: string): Lettering {
  const tracking = isChinese(text) ? 0.04 : face === 'serif' ? 0.01 : -0.015;
  return { face, weight: { sans: 900, serif: 800, brush: 400, round: 850 }[face], tracking };
}

export function smallStyle(face: FaceName, text: string): Lettering {
  return {
    face: face === 'brush' ? 'serif' : face,
    weight: 500,
    tracking: isChinese(text) ? 0.22 : 0.14,
  };
}

export const smallCase = (text: string): string => (isChinese(text) ? text : text.toUpperCase());

/** Type that can be read on what is behind it: light on dark or dark on light, and a veil where that is not enough. */
export function readable(
  sheet: Sheet,
  box: Box,
  fadesTo: Veil['fadesTo'],
): { ink: string; veils: Veil[] } {
  const { light, busy } = sheet.tone(box);
  const { dark, light: pale } = sheet.colours;
  const onDark = light < 0.62;
  const distance = onDark ? 0.95 - light : light - 0.2;
  const lacking = Math.max(0, 0.62 - distance) + 2 * busy;
  if (lacking < 0.12) return { ink: onDark ? pale : dark, veils: [] };
  return {
    ink: onDark ? pale : dark,
    veils: [
      { box, fadesTo, colour: onDark ? dark : pale, opacity: Math.min(0.78, 0.28 + lacking) },
    ],
  };
}

export type Align = 'left' | 'centre' | 'right';

/**
 * Sets lines of a size one under the other.
 * @param x left edge, middle or right edge, by `align`
 * @param top of the first line's letters
 * @returns the drawing and where it ends below
 */
export async function setLines(
  lines: readonly string[],
  lettering: Lettering,
  place: { size: number; x: number; top: number; leading: number; align: Align; colour: string },
): Promise<{ drawing: Drawing[number][]; bottom: number }> {
  const { size, x, align, leading, colour } = place;
  const drawing: Drawing[number][] = [];
  const set = await Promise.all(lines.map((text) => setLine(text, lettering)));
  // All go by the first one's height: a line without tall letters would move up to the one above it.
  const first = place.top + (set[0]?.ascent ?? 0) * size;
  let bottom = place.top;
  for (const [index, line] of set.entries()) {
    const baseline = first + index * leading * size;
    const width = line.width * size;
    const left = align === 'left' ? x : align === 'centre' ? x - width / 2 : x - width;
    drawing.push({ outline: lineOutline(line, size, left, baseline), fill: colour });
    bottom = baseline + line.descent * size;
  }
  return { drawing, bottom };
}

/** A line of small type, made smaller where it would be too wide. */
export async function smallLine(
  text: string,
  face: FaceName,
  place: { size: number; maxWidth: number; x: number; top: number; align: Align; colour: string },
): Promise<{ drawing: Drawing[number][]; bottom: number }> {
  const set = smallCase(text);
  const lettering = smallStyle(face, set);
  const { width } = await setLine(set, lettering);
  const size = Math.min(place.size, place.maxWidth / Math.max(0.1, width));
  return setLines([set], lettering, { ...place, size, leading: 1.5 });
}
