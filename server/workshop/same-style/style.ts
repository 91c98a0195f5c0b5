import type { Surface } from '../painter/surface.ts';
import { blur, planeOf, type Values } from '../picture/field.ts';
import { measureColours, transferColours, type Spread } from '../repaint/transfer.ts';

/** Deviations of the blurs between the bands of detail, in 1/512 of the picture: grain, strokes, shapes. */
const scales = [1, 3, 9] as const;

/** Differences between blurs of a picture, finest first. */
function bandsOf(L: Values, width: number, height: number): { bands: Values[]; rest: Values } {
  const unit = Math.max(0.5, Math.sqrt(width * height) / 512);
  let from = L;
  const bands = scales.map((scale) => {
    const soft = blur(L, width, height, scale * unit);
    const band = from.map((value, index) => value - soft[index]!);
    from = soft;
    return band;
  });
  return { bands, rest: from };
}

/** Even spread of a band, in which few strong edges weigh little. */
function strengthOf(band: Values): number {
  let sum = 0;
  for (const value of band) sum += Math.min(0.08, Math.abs(value));
  return Math.max(1e-4, sum / band.length);
}

/** Lightness levels by rank, 0…1 in 64 steps. */
function tonesOf(L: Values): Float32Array {
  const histogram = new Uint32Array(1024);
  for (const value of L) histogram[Math.min(1023, Math.max(0, Math.round(value * 1023)))]! += 1;
  const levels = new Float32Array(65);
  let [seen, level] = [0, 0];
  for (let rank = 0; rank <= 64; rank += 1) {
    while (level < 1023 && seen + histogram[level]! < (rank / 64) * L.length) {
      seen += histogram[level]!;
      level += 1;
    }
    levels[rank] = level / 1023;
  }
  return levels;
}

/** Level of another picture at the same rank, by both pictures' levels. */
function toneMap(from: Float32Array, to: readonly number[]): (L: number) => number {
  const table = new Float32Array(257);
  for (let index = 0; index <= 256; index += 1) {
    const L = index / 256;
    let rank = 0;
    while (rank < 63 && from[rank + 1]! < L) rank += 1;
    const span = from[rank + 1]! - from[rank]!;
    const part = span < 1e-5 ? 0.5 : Math.min(1, Math.max(0, (L - from[rank]!) / span));
    table[index] = to[rank]! + (to[rank + 1]! - to[rank]!) * part;
  }
  // Steps of a histogram would band a gradient.
  const smooth = table.map((_, index) => {
    let [sum, count] = [0, 0];
    for (let near = Math.max(0, index - 8); near <= Math.min(256, index + 8); near += 1) {
      sum += table[near]!;
      count += 1;
    }
    return sum / count;
  });
  return (L) => {
    const place = Math.min(255.999, Math.max(0, L * 256));
    const index = Math.floor(place);
    return smooth[index]! + (smooth[index + 1]! - smooth[index]!) * (place - index);
  };
}

/** What a style is here. */
export interface StyleFacts {
  colours: Spread;
  /** Lightness at each 64th of the pixels by rank, 0…1. */
  tones: readonly number[];
  /** Strength of each band of detail, finest first. */
  bands: readonly number[];
}

export function measureStyle({ width, height, data }: Surface): StyleFacts {
  const L = planeOf(data, 0);
  const { bands } = bandsOf(L, width, height);
  return { colours: measureColours(data), tones: [...tonesOf(L)], bands: bands.map(strengthOf) };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** One style of several pictures: colours of all together, tones and detail in their middle. */
export function joinStyles(styles: readonly StyleFacts[]): StyleFacts {
  const mean = [0, 1, 2].map((part) => meanOf(styles.map(({ colours }) => colours.mean[part]!)));
  const covariance = styles[0]!.colours.covariance.map((_, index) => {
    const [row, column] = [Math.floor(index / 3), index % 3];
    // Within each picture, and between them.
    return meanOf(
      styles.map(
        ({ colours }) =>
          colours.covariance[index]! +
          (colours.mean[row]! - mean[row]!) * (colours.mean[column]! - mean[column]!),
      ),
    );
  });
  const first = styles[0]!;
  return {
    colours: { mean: mean as [number, number, number], covariance },
    tones: first.tones.map((_, rank) => meanOf(styles.map(({ tones }) => tones[rank]!))),
    bands: first.bands.map((_, band) =>
      Math.exp(meanOf(styles.map(({ bands }) => Math.log(bands[band]!)))),
    ),
  };
}

/**
 * Gives a picture the colours (linear Monge–Kantorovich), the tones (matched by rank) and the grain, strokes
 * and crispness (strength of each band of detail) of another.
 * @param amount 0…1
 */
export function takeStyle(
  surface: Surface,
  style: StyleFacts,
  amount: number,
  report: (part: number) => void,
): void {
  const { width, height, data } = surface;
  const own = planeOf(data, 0);
  const moved = transferColours(data, style.colours);
  report(0.3);
  const map = toneMap(tonesOf(own), style.tones);
  const mapped = own.map((L) => 0.25 * L + 0.75 * map(L));
  const mine = bandsOf(mapped, width, height);
  report(0.7);
  const gains = mine.bands.map((band, index) =>
    Math.min(2.2, Math.max(0.35, style.bands[index]! / strengthOf(band))),
  );
  for (let index = 0; index < own.length; index += 1) {
    const at = index * 3;
    let L = mine.rest[index]!;
    for (const [band, gain] of gains.entries()) {
      const detail = mine.bands[band]![index]!;
      // Strong edges keep their height, or they would ring.
      const edge = Math.min(1, Math.abs(detail) / 0.1);
      L += detail * (gain + (1 - gain) * edge);
    }
    data[at] = Math.min(1, Math.max(0, own[index]! + (L - own[index]!) * amount));
    data[at + 1] = data[at + 1]! + (moved[at + 1]! - data[at + 1]!) * amount;
    data[at + 2] = data[at + 2]! + (moved[at + 2]! - data[at + 2]!) * amount;
  }
  report(1);
}
