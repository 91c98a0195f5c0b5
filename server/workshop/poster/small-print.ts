import type { Drawing } from '../vector/drawing.ts';
import { smallLine, type Sheet } from './sheet.ts';
import { isChinese } from './words.ts';

/** Line to line of large type, in ems. */
export const leadingOf = (text: string): number => (isChinese(text) ? 1.14 : 0.98);

/** Everything small, one under the other. */
export async function smallPrint(
  sheet: Sheet,
  place: {
    x: number;
    top: number;
    maxWidth: number;
    align: 'left' | 'centre';
    ink: string;
    unit: number;
  },
): Promise<{ drawing: Drawing[number][]; bottom: number }> {
  const { words, face } = sheet;
  const { unit, ink, x, align, maxWidth } = place;
  const drawing: Drawing[number][] = [];
  let bottom = place.top;
  if (words.subtitle) {
    const line = await smallLine(words.subtitle, face, {
      size: 4.4 * unit,
      maxWidth,
      x,
      top: bottom,
      align,
      colour: ink,
    });
    drawing.push(...line.drawing);
    bottom = line.bottom + 3 * unit;
  }
  for (const text of words.details) {
    const line = await smallLine(text, face, {
      size: 2.5 * unit,
      maxWidth,
      x,
      top: bottom,
      align,
      colour: ink,
    });
    drawing.push(...line.drawing);
    bottom = line.bottom + 1.6 * unit;
  }
  return { drawing, bottom };
}
