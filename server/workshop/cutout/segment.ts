import type { Surface } from '../painter/surface.ts';
import { blur, planeOf } from '../picture/field.ts';
import { binOf, countColours } from './colour-model.ts';
import { geodesicDistance } from './geodesic.ts';
import { cutGrid, directionsOf } from './max-flow.ts';
import { drop, keep } from './strokes.ts';

/** Strength of edges against colours: what a cut through even ground costs. */
const smoothness = 9;
const rounds = 3;
/** A likelihood counts no more than this, in natural logarithms. */
const certain = 5;
const firmly = 1e6;
/** Way without a change of colour: strokes speak for what is near them, the rim for all that it reaches. */
const nearStep = 0.004;
const rimStep = 0.0004;
/** So far from the rim, in OKLab along the way, something is no background any more. */
const clearlyApart = 0.28;

/** What is thought of each pixel before the cut: above 0 subject, below 0 background. */
interface Belief {
  place: Float32Array;
  isKept(pixel: number): boolean;
  isDropped(pixel: number): boolean;
}

/** Without the finest grain, which would add up along a way. */
function calmed({ data, width, height }: Surface): Surface {
  const result = new Float32Array(data.length);
  for (const part of [0, 1, 2] as const) {
    const plane = blur(planeOf(data, part), width, height, 0.8);
    for (let pixel = 0; pixel < plane.length; pixel += 1) result[pixel * 3 + part] = plane[pixel]!;
  }
  return { width, height, data: result };
}

/** From strokes: nearer to what is kept or to what is dropped, along ways of like colour. */
function believeStrokes({ data, width, height }: Surface, said: Uint8Array): Belief {
  const hasKept = said.includes(keep);
  const hasDropped = said.includes(drop);
  // Where only one is said, the rim (or what is far from it) stands for the other.
  const onRim = rimOf(width, height);
  const isDropped = (pixel: number): boolean =>
    said[pixel] === drop || (!hasDropped && said[pixel] !== keep && onRim(pixel));
  const toDropped = geodesicDistance(data, width, height, isDropped, hasKept ? nearStep : rimStep);
  const place = new Float32Array(width * height);
  if (hasKept) {
    const toKept = geodesicDistance(data, width, height, (pixel) => said[pixel] === keep, nearStep);
    for (let pixel = 0; pixel < place.length; pixel += 1) {
      const sum = toKept[pixel]! + toDropped[pixel]!;
      place[pixel] = sum > 0 ? (3 * (toDropped[pixel]! - toKept[pixel]!)) / sum : 0;
    }
  } else spreadFrom(toDropped, place, width, height);
  return {
    place,
    isKept: (pixel) => said[pixel] === keep,
    isDropped: (pixel) => said[pixel] === drop,
  };
}

/** Without strokes: what cannot be reached from the rim without crossing edges, the middle first. */
function believeRim({ data, width, height }: Surface): Belief {
  const onRim = rimOf(width, height);
  const place = new Float32Array(width * height);
  spreadFrom(geodesicDistance(data, width, height, onRim, rimStep), place, width, height);
  return { place, isKept: () => false, isDropped: () => false };
}

/** The frame, but not its foot: people and things often stand on it. */
function rimOf(width: number, height: number): (pixel: number) => boolean {
  const across = Math.max(1, Math.round(width * 0.015));
  const down = Math.max(1, Math.round(height * 0.015));
  return (pixel) => {
    const x = pixel % width;
    const y = (pixel - x) / width;
    const isCorner = y >= height - down && (x < width * 0.12 || x >= width * 0.88);
    return y < down || ((x < across || x >= width - across) && y < height * 0.8) || isCorner;
  };
}

/** Turns distances from the background into belief, stronger towards the middle. */
function spreadFrom(
  distance: Float32Array,
  place: Float32Array,
  width: number,
  height: number,
): void {
  const sorted = Float32Array.from(distance).toSorted();
  const usual = Math.max(0.02, Math.min(clearlyApart, sorted[Math.floor(sorted.length * 0.9)]!));
  for (let pixel = 0; pixel < place.length; pixel += 1) {
    const x = (pixel % width) / width - 0.5;
    const y = Math.floor(pixel / width) / height - 0.55;
    const middle = Math.exp(-(x * x + y * y) / 0.14);
    const far = Math.min(1.2, distance[pixel]! / usual) * (0.5 + 0.5 * middle);
    place[pixel] = 6 * (far + 0.35 * middle - 0.6);
  }
}

/**
 * Parts subject and background: colours of both are learnt and the cheapest outline is cut, in turns (GrabCut
 * after Rother et al. 2004; colours as histograms).
 * @param said by strokes, or null
 * @returns 1 for the subject, one byte a pixel
 */
export function segment(
  surface: Surface,
  said: Uint8Array | null,
  report: (part: number) => void,
): Uint8Array {
  const { data, width, height } = surface;
  const count = width * height;
  const calm = calmed(surface);
  const belief = said ? believeStrokes(calm, said) : believeRim(calm);
  const colours = new Int32Array(count);
  for (let pixel = 0; pixel < count; pixel += 1) colours[pixel] = binOf(data, pixel * 3);
  const edges = edgeStrengths(surface);
  let subject: Uint8Array = belief.place.reduce((labels, value, pixel) => {
    labels[pixel] = value > 0 ? 1 : 0;
    return labels;
  }, new Uint8Array(count));
  for (let round = 0; round < rounds; round += 1) {
    const isFirst = round === 0;
    const weigh = (isSubject: boolean) => (pixel: number) => {
      if (belief.isKept(pixel)) return isSubject ? 4 : 0;
      if (belief.isDropped(pixel)) return isSubject ? 0 : 4;
      if (isFirst) return Math.max(0, (isSubject ? 1 : -1) * belief.place[pixel]! - 0.6);
      return (subject[pixel] === 1) === isSubject ? 1 : 0;
    };
    const likeSubject = countColours(colours, weigh(true));
    const likeGround = countColours(colours, weigh(false));
    const terminal = new Float32Array((width + 2) * (height + 2));
    for (let pixel = 0; pixel < count; pixel += 1) {
      const bin = colours[pixel]!;
      const ratio = Math.log((likeSubject[bin]! + 1e-6) / (likeGround[bin]! + 1e-6));
      const x = pixel % width;
      const at = (Math.floor(pixel / width) + 1) * (width + 2) + x + 1;
      terminal[at] = belief.isKept(pixel)
        ? firmly
        : belief.isDropped(pixel)
          ? -firmly
          : Math.min(certain, Math.max(-certain, ratio)) + belief.place[pixel]!;
    }
    const sides = cutGrid({
      width: width + 2,
      height: height + 2,
      capacity: edges.slice(),
      terminal,
    });
    const next = new Uint8Array(count);
    for (let y = 0; y < height; y += 1)
      next.set(sides.subarray((y + 1) * (width + 2) + 1, (y + 2) * (width + 2) - 1), y * width);
    subject = next;
    report((round + 1) / rounds);
  }
  return tidy(subject, belief, width);
}

/** What cutting between neighbours costs: much on even ground, little across an edge. */
function edgeStrengths({ data, width, height }: Surface): Float32Array {
  const wide = width + 2;
  const capacity = new Float32Array(wide * (height + 2) * 8);
  const steps = directionsOf(width);
  const wideSteps = directionsOf(wide);
  const difference = (one: number, other: number): number => {
    const dl = data[one * 3]! - data[other * 3]!;
    const da = data[one * 3 + 1]! - data[other * 3 + 1]!;
    const db = data[one * 3 + 2]! - data[other * 3 + 2]!;
    return dl * dl + 2 * (da * da + db * db);
  };
  let sum = 0;
  let pairs = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      sum += difference(y * width + x, y * width + x + 1);
      pairs += 1;
    }
  }
  const usual = Math.max(1e-5, (2 * sum) / Math.max(1, pairs));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (const direction of [0, 2, 4, 6]) {
        const toX = x + (direction === 6 ? -1 : direction === 2 ? 0 : 1);
        const toY = y + (direction === 0 ? 0 : 1);
        if (toX < 0 || toX >= width || toY >= height) continue;
        const pixel = y * width + x;
        const length = direction < 4 ? 1 : Math.SQRT2;
        const even = Math.exp(-difference(pixel, pixel + steps[direction]!) / usual);
        const cost = (smoothness * (0.03 + 0.97 * even)) / length;
        const at = (y + 1) * wide + x + 1;
        capacity[at * 8 + direction] = cost;
        capacity[(at + wideSteps[direction]!) * 8 + direction + 1] = cost;
      }
    }
  }
  return capacity;
}

/** Takes away crumbs of the subject and closes small holes in it, unless a stroke is there. */
function tidy(subject: Uint8Array, belief: Belief, width: number): Uint8Array {
  const tidied = Uint8Array.from(subject);
  const seen = new Uint8Array(subject.length);
  const regions: { pixels: number[]; label: number; isSaid: boolean; isAtRim: boolean }[] = [];
  for (let start = 0; start < subject.length; start += 1) {
    if (seen[start]) continue;
    const label = subject[start]!;
    const pixels = [start];
    let isSaid = false;
    let isAtRim = false;
    seen[start] = 1;
    for (let at = 0; at < pixels.length; at += 1) {
      const pixel = pixels[at]!;
      if (label === 1 ? belief.isKept(pixel) : belief.isDropped(pixel)) isSaid = true;
      const x = pixel % width;
      if (x === 0 || x === width - 1 || pixel < width || pixel >= subject.length - width)
        isAtRim = true;
      for (const next of [
        x > 0 ? pixel - 1 : -1,
        x + 1 < width ? pixel + 1 : -1,
        pixel - width,
        pixel + width,
      ]) {
        if (next < 0 || next >= subject.length || seen[next] || subject[next] !== label) continue;
        seen[next] = 1;
        pixels.push(next);
      }
    }
    regions.push({ pixels, label, isSaid, isAtRim });
  }
  const largest = Math.max(0, ...regions.map((r) => (r.label === 1 ? r.pixels.length : 0)));
  const anySaid = regions.some((region) => region.label === 1 && region.isSaid);
  for (const { pixels, label, isSaid, isAtRim } of regions) {
    const isCrumb =
      label === 1
        ? pixels.length < largest * (anySaid ? 0.25 : 0.08)
        : !isAtRim && pixels.length < largest * (anySaid ? 0.025 : 0.15);
    if (isCrumb && !isSaid) for (const pixel of pixels) tidied[pixel] = 1 - label;
  }
  return tidied;
}
