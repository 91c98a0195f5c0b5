import type { Surface } from '../painter/surface.ts';
import type { LookName, WantedLook } from './looks.ts';
import type { LookSheet } from './sheet.ts';
import { screenPrint, stainGlass, woodblock } from './flat.ts';
import { pixelate, risograph } from './print.ts';
import { film, glow, noir, pastel } from './tone.ts';
import { styliseSurface } from '../stylise/apply.ts';

const apply: Readonly<Record<LookName, (sheet: LookSheet) => void>> = {
  silkscreen: screenPrint,
  riso: risograph,
  woodblock,
  'stained-glass': stainGlass,
  pixel: pixelate,
  film,
  noir,
  pastel,
  glow,
  pencil: ({ surface, seed }) =>
    styliseSurface(surface, 'pencil', { seed, detail: 0.5 }, () => undefined),
};

/** Lays looks over a picture, one after the other. */
export function applyLooks(
  surface: Surface,
  wanted: readonly WantedLook[],
  seed: number,
  report: (part: number) => void,
): void {
  const { width, height, data } = surface;
  const unit = Math.max(0.5, Math.sqrt(width * height) / 512);
  for (const [index, { name, strength }] of wanted.entries()) {
    const before = strength < 1 ? data.slice() : null;
    apply[name]({ surface, width, height, unit, seed });
    if (before) {
      for (let at = 0; at < data.length; at += 1) {
        data[at] = before[at]! + (data[at]! - before[at]!) * strength;
      }
    }
    report((index + 1) / wanted.length);
  }
}
