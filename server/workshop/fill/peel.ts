import { parts, patchRadius, type Level } from './level.ts';
import type { Dice, Field } from './search.ts';

/** Patches that are looked at in full; where there are more, that many by chance. */
const fullLook = 3_000;

/** Squared difference over what is known of the target so far, per pixel; given up on beyond `limit`. */
function compareKnown(
  { width, data }: Level,
  unknown: Uint8Array,
  target: number,
  source: number,
  known: number,
  limit: number,
): number {
  let sum = 0;
  const most = limit * known;
  for (let dy = -patchRadius; dy <= patchRadius; dy += 1) {
    for (let dx = -patchRadius; dx <= patchRadius; dx += 1) {
      const to = target + dy * width + dx;
      if (unknown[to]) continue;
      const from = source + dy * width + dx;
      for (let part = 0; part < parts; part += 1) {
        const difference = data[to * parts + part]! - data[from * parts + part]!;
        sum += difference * difference;
      }
    }
    if (sum >= most) return limit;
  }
  return sum / known;
}

/** Layers of a hole from its edge inwards, as pixels in an order that goes on along the edge. */
function layersOf({ width, height, hole }: Level): number[][] {
  const left = Uint8Array.from(hole);
  const layers: number[][] = [];
  for (;;) {
    const layer: number[] = [];
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const pixel = y * width + x;
        if (!left[pixel]) continue;
        const isEdge =
          (x > 0 && !left[pixel - 1]) ||
          (x + 1 < width && !left[pixel + 1]) ||
          (y > 0 && !left[pixel - width]) ||
          (y + 1 < height && !left[pixel + width]);
        if (isEdge) layer.push(pixel);
      }
    }
    if (layer.length === 0) return layers;
    for (const pixel of layer) left[pixel] = 0;
    layers.push(layer);
  }
}

/**
 * First guess at the coarsest level, layer by layer from the edge inwards, so that lines which end at the
 * hole are led on into it (Criminisi et al. 2004, Newson et al. 2014). Writes the holes' data.
 */
export function peelInwards(field: Field, dice: Dice): void {
  const { level, sources, isSource } = field;
  const { width, height, data } = level;
  const unknown = Uint8Array.from(level.hole);
  /** Where each filled pixel was taken from. */
  const origin = new Int32Array(width * height).fill(-1);
  const inset = (value: number, size: number): number =>
    Math.min(size - 1 - patchRadius, Math.max(patchRadius, value));
  for (const layer of layersOf(level)) {
    for (const pixel of layer) {
      const x = pixel % width;
      const y = (pixel - x) / width;
      // At the picture's rim the patch is moved inwards until it is whole.
      const target = inset(y, height) * width + inset(x, width);
      let known = 0;
      for (let dy = -patchRadius; dy <= patchRadius; dy += 1) {
        for (let dx = -patchRadius; dx <= patchRadius; dx += 1)
          if (!unknown[target + dy * width + dx]) known += 1;
      }
      let best = -1;
      let bestDistance = Infinity;
      const consider = (source: number): void => {
        const found =
          known === 0 ? 0 : compareKnown(level, unknown, target, source, known, bestDistance);
        if (best < 0 || found < bestDistance) [best, bestDistance] = [source, found];
      };
      for (const back of [-1, 1, -width, width]) {
        const neighbour = origin[pixel + back];
        if (neighbour === undefined || neighbour < 0) continue;
        const source = neighbour - back + (target - pixel);
        if (isSource[source]) consider(source);
      }
      if (sources.length <= fullLook) for (const source of sources) consider(source);
      else {
        for (let probe = 0; probe < fullLook / 4; probe += 1)
          consider(sources[dice.roll(sources.length)]!);
        for (let radius = 64; radius >= 1; radius >>= 1) {
          for (let probe = 0; probe < 12; probe += 1) {
            const nearX = inset(x + dice.roll(2 * radius + 1) - radius, width);
            const nearY = inset(y + dice.roll(2 * radius + 1) - radius, height);
            if (isSource[nearY * width + nearX]) consider(nearY * width + nearX);
          }
        }
      }
      const from = best + (pixel - target);
      for (let part = 0; part < parts; part += 1)
        data[pixel * parts + part] = data[from * parts + part]!;
      origin[pixel] = from;
    }
    for (const pixel of layer) unknown[pixel] = 0;
  }
}
