import { createRandom } from '../painter/random.ts';
import type { Surface } from '../painter/surface.ts';
import { blur, edgeFlow, planeOf } from '../picture/field.ts';
import { flattenAlongFlow } from '../stylise/smooth.ts';
import { hexOf } from '../vector/colour.ts';
import type { Drawing } from '../vector/drawing.ts';
import { fitClosed } from '../vector/fit-curve.ts';
import { fewColours, nearestColour } from './colours.ts';
import { contours } from './contours.ts';
import { dissolveSmall, majority, rimLabel } from './regions.ts';

export interface TraceWish {
  colours: number;
  /** 0 a few large shapes … 1 fine ones. */
  detail: number;
  seed: number;
}

export interface Traced {
  /** In pixels of the picture; the background is left out. */
  drawing: Drawing;
  /** Null where there was none: then the picture is cut out round. */
  background: string | null;
}

/** From here on what most of the rim shows counts as a background. */
const plainShare = 0.7;

function outsideDisc(width: number, height: number): Uint8Array {
  const outside = new Uint8Array(width * height);
  const radius = Math.max(1, Math.min(width, height) / 2 - 1);
  for (let index = 0; index < outside.length; index += 1) {
    const x = (index % width) + 0.5 - width / 2;
    const y = Math.floor(index / width) + 0.5 - height / 2;
    outside[index] = Math.hypot(x, y) > radius ? 1 : 0;
  }
  return outside;
}

/**
 * The main shapes of a picture in few colours. Each colour is drawn with all that lies before it, so that no
 * ground shows through between neighbours.
 */
export function traceShapes(
  surface: Surface,
  wish: TraceWish,
  report: (part: number) => void,
): Traced {
  const { width, height } = surface;
  const pixels = width * height;
  const unit = Math.max(0.6, Math.sqrt(pixels) / 512);
  const flow = edgeFlow(planeOf(surface.data, 0), width, height, 2 * unit);
  const flat = flattenAlongFlow(
    surface,
    flow,
    { size: (4.5 - 2.5 * wish.detail) * unit, tolerance: 0.09 - 0.05 * wish.detail, rounds: 3 },
    (part) => report(0.5 * part),
  );
  const colours = fewColours(flat, wish.colours, createRandom(wish.seed, 'trace'));
  const kinds = colours.length;
  let labels: Uint8Array = new Uint8Array(pixels);
  for (let index = 0; index < pixels; index += 1) {
    labels[index] = nearestColour(flat, index * 3, colours);
  }
  report(0.6);
  const least = pixels * (0.004 - 0.0035 * wish.detail);
  for (let round = 0; round < 3; round += 1) labels = majority(labels, width, height, kinds);
  labels = dissolveSmall(labels, width, least);
  labels = majority(labels, width, height, kinds);
  report(0.7);
  const { label: behind, share } = rimLabel(labels, width, height, kinds);
  const stands = share >= plainShare;
  const outside = stands
    ? labels.map((label) => (label === behind ? 1 : 0))
    : outsideDisc(width, height);
  const areas = colours.map(() => 0);
  for (const [index, label] of labels.entries()) if (!outside[index]) areas[label]! += 1;
  // Large areas lie behind small ones.
  const order = colours
    .map((_, label) => label)
    .filter((label) => areas[label]! > 0)
    .toSorted((one, other) => areas[other]! - areas[one]!);
  const rank = new Uint8Array(kinds);
  for (const [place, label] of order.entries()) rank[label] = place + 1;
  const drawing: Drawing[number][] = [];
  for (const [place, label] of order.entries()) {
    const field = new Float32Array(pixels);
    for (let index = 0; index < pixels; index += 1) {
      field[index] = !outside[index] && rank[labels[index]!]! > place ? 1 : 0;
    }
    const soft = blur(field, width, height, 1.1 * unit);
    const outline = contours(soft, width, height).flatMap((line) =>
      fitClosed(line, 0.55 * unit + 0.25),
    );
    if (outline.length > 0) drawing.push({ outline, fill: hexOf(colours[label]!) });
    report(0.7 + (0.3 * (place + 1)) / order.length);
  }
  return { drawing, background: stands ? hexOf(colours[behind]!) : null };
}
