import sharp from 'sharp';
import { boxOf, pathData, transformed, type Box, type Matrix, type Outline } from './outline.ts';

/** A filled outline (non-zero winding), or a line of a width with round ends. Colours are `#rrggbb`. */
export interface Shape {
  outline: Outline;
  fill?: string;
  stroke?: { colour: string; width: number };
}

/** From back to front. */
export type Drawing = readonly Shape[];

export function moved(drawing: Drawing, matrix: Matrix): Drawing {
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  return drawing.map((shape) => ({
    ...shape,
    outline: transformed(shape.outline, matrix),
    ...(shape.stroke && { stroke: { ...shape.stroke, width: shape.stroke.width * scale } }),
  }));
}

/** What a drawing covers, its lines included; an empty box at 0,0 where it is empty. */
export function extentOf(drawing: Drawing): Box {
  const boxes = drawing.flatMap(({ outline, stroke }) => {
    const box = boxOf(outline);
    const half = (stroke?.width ?? 0) / 2;
    return box ? [{ ...box, half }] : [];
  });
  if (boxes.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.min(...boxes.map(({ left, half }) => left - half)),
    top: Math.min(...boxes.map(({ top, half }) => top - half)),
    right: Math.max(...boxes.map(({ right, half }) => right + half)),
    bottom: Math.max(...boxes.map(({ bottom, half }) => bottom + half)),
  };
}

/** Scaled evenly into a box and centred there. */
export function fitted(drawing: Drawing, into: Box): Drawing {
  const from = extentOf(drawing);
  const width = Math.max(1e-6, from.right - from.left);
  const height = Math.max(1e-6, from.bottom - from.top);
  const scale = Math.min((into.right - into.left) / width, (into.bottom - into.top) / height);
  const x = (into.left + into.right) / 2 - (scale * (from.left + from.right)) / 2;
  const y = (into.top + into.bottom) / 2 - (scale * (from.top + from.bottom)) / 2;
  return moved(drawing, [scale, 0, 0, scale, x, y]);
}

/**
 * An SVG of paths alone: no type, no style, no link, nothing that runs.
 * @param ground colour behind all, null leaves it transparent
 */
export function toSvg(
  drawing: Drawing,
  size: { width: number; height: number },
  ground: string | null,
): string {
  const { width, height } = size;
  const paths = drawing.map(({ outline, fill, stroke }) => {
    const line = stroke
      ? ` stroke="${stroke.colour}" stroke-width="${Number(stroke.width.toFixed(2))}" stroke-linecap="round" stroke-linejoin="round"`
      : '';
    return `<path fill="${fill ?? 'none'}"${line} d="${pathData(outline)}"/>`;
  });
  const behind = ground === null ? [] : [`<path fill="${ground}" d="M0 0H${width}V${height}H0Z"/>`];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${[...behind, ...paths].join('\n')}\n</svg>\n`;
}

/** @returns a PNG of an SVG that `toSvg` made, at its own size */
export async function renderSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
