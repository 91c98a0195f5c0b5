import { labToRgb, type Lab } from '../painter/oklab.ts';

/** `#rrggbb` of an OKLab colour, the nearest that a screen has. */
export function hexOf([L, a, b]: Lab): string {
  const rgb = new Float64Array(3);
  labToRgb(L, a, b, rgb);
  const parts = [...rgb].map((part) => Math.round(Math.min(255, Math.max(0, part))));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How light a `#rrggbb` looks, 0…1. */
export function lightOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return (0.3 * (value >> 16) + 0.59 * ((value >> 8) & 255) + 0.11 * (value & 255)) / 255;
}

/** No lighter than `to` (0…1). */
export function darkened(hex: string, to: number): string {
  const factor = Math.min(1, to / Math.max(0.01, lightOf(hex)));
  const value = Number.parseInt(hex.slice(1), 16);
  const parts = [16, 8, 0].map((shift) => Math.round(((value >> shift) & 255) * factor));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
