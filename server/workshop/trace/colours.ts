import type { Random } from '../painter/random.ts';
import type { Lab } from '../painter/oklab.ts';

/** Colour counts more than light here: a shadow is no shape of its own. */
const colourWeight = 1.8;

function distance(data: Float32Array, at: number, [L, a, b]: Lab): number {
  const dL = data[at]! - L;
  const dA = (data[at + 1]! - a) * colourWeight;
  const dB = (data[at + 2]! - b) * colourWeight;
  return dL * dL + dA * dA + dB * dB;
}

const apart = (one: Lab, other: Lab): number => distance(Float32Array.from(one), 0, other);

/** Colours nearer than this look like one. */
const alike = 0.05 ** 2;

/**
 * The colours that a picture can do with (k-means in OKLab, from far apart starts), at most `count`.
 * @param triples OKLab
 */
export function fewColours(triples: Float32Array, count: number, random: Random): Lab[] {
  const total = triples.length / 3;
  const samples = Array.from(
    { length: Math.min(6000, total) },
    (_, index) => 3 * (total <= 6000 ? index : Math.floor(random.next() * total)),
  );
  const read = (at: number): Lab => [triples[at]!, triples[at + 1]!, triples[at + 2]!];
  let centres: Lab[] = [read(random.pick(samples))];
  while (centres.length < count) {
    // k-means++: what is far from all so far is likely to be next.
    const far = samples.map((at) =>
      Math.min(...centres.map((centre) => distance(triples, at, centre))),
    );
    let left = random.next() * far.reduce((sum, value) => sum + value, 0);
    const next = far.findIndex((value) => (left -= value) <= 0);
    if (next < 0) break;
    centres.push(read(samples[next]!));
  }
  for (let round = 0; round < 12; round += 1) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    for (const at of samples) {
      const sum = sums[nearestColour(triples, at, centres)]!;
      sum[0]! += triples[at]!;
      sum[1]! += triples[at + 1]!;
      sum[2]! += triples[at + 2]!;
      sum[3]! += 1;
    }
    centres = sums
      .filter(([, , , number]) => number! > 0)
      .map(([L, a, b, number]) => [L! / number!, a! / number!, b! / number!] as const);
  }
  const kept: Lab[] = [];
  for (const centre of centres) {
    if (kept.every((other) => apart(centre, other) > alike)) kept.push(centre);
  }
  return kept;
}

/** @param at index of the triple's first number */
export function nearestColour(triples: Float32Array, at: number, colours: readonly Lab[]): number {
  let best = 0;
  let least = Infinity;
  for (const [index, colour] of colours.entries()) {
    const far = distance(triples, at, colour);
    if (far < least) [least, best] = [far, index];
  }
  return best;
}
