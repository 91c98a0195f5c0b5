import type { InputValue } from '../../../src/domain/model.ts';
import { renderSvg, toSvg, type Drawing } from './drawing.ts';

/** A drawing as the file that was asked for: PNG, unless `format` is `svg`. */
export async function encodeDrawing(
  drawing: Drawing,
  size: { width: number; height: number },
  ground: string | null,
  format: InputValue | undefined,
): Promise<{ data: Uint8Array; mediaType: 'image/png' | 'image/svg+xml' }> {
  const svg = toSvg(drawing, size, ground);
  if (format === 'svg') return { data: new TextEncoder().encode(svg), mediaType: 'image/svg+xml' };
  return { data: await renderSvg(svg), mediaType: 'image/png' };
}
