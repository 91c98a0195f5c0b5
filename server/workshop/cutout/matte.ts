import { clamp01 } from '../painter/noise.ts';
import type { Surface } from '../painter/surface.ts';
import { blur, sample, type Values } from '../picture/field.ts';

/** What counts as no change of colour, squared, in OKLab: below hair against a wall. */
const tolerance = 2e-5;

/**
 * Refines a hard outline by the picture's own edges: the guided filter in colour (He, Sun and Tang 2010), its
 * slopes found at the size of the outline and applied at the full one, where single hairs are.
 * @param small picture at the size of `subject`
 * @returns opacity 0…1 per pixel of `full`
 */
export function refineOutline(full: Surface, small: Surface, subject: Uint8Array): Values {
  const { width, height } = small;
  const sigma = Math.max(1.2, Math.max(width, height) / 110);
  const soft = (plane: Values): Values => blur(plane, width, height, sigma);
  const hard = Float32Array.from(subject);
  const guides = [0, 1, 2].map((part) => hard.map((_, pixel) => small.data[pixel * 3 + part]!)) as [
    Values,
    Values,
    Values,
  ];
  const product = (one: Values, other: Values): Values =>
    one.map((value, pixel) => value * other[pixel]!);
  const meanHard = soft(hard);
  const means = guides.map(soft) as [Values, Values, Values];
  const withHard = guides.map((guide) => soft(product(guide, hard)));
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const;
  const moments = pairs.map(([one, other]) => soft(product(guides[one], guides[other])));
  const slopes = [0, 1, 2].map(() => new Float32Array(hard.length));
  const offset = new Float32Array(hard.length);
  for (let pixel = 0; pixel < hard.length; pixel += 1) {
    const mean = [means[0][pixel]!, means[1][pixel]!, means[2][pixel]!] as const;
    const c = pairs.map(
      ([one, other], index) =>
        moments[index]![pixel]! - mean[one] * mean[other] + (one === other ? tolerance : 0),
    ) as [number, number, number, number, number, number];
    const v = [0, 1, 2].map(
      (part) => withHard[part]![pixel]! - mean[part as 0 | 1 | 2] * meanHard[pixel]!,
    ) as [number, number, number];
    // Cramer's rule on the symmetric 3 × 3 system.
    const [a, b, d, e, f, g] = c;
    const i00 = e * g - f * f;
    const i01 = d * f - b * g;
    const i02 = b * f - d * e;
    const determinant = a * i00 + b * i01 + d * i02;
    const scale = determinant > 1e-18 ? 1 / determinant : 0;
    const s0 = scale * (i00 * v[0] + i01 * v[1] + i02 * v[2]);
    const s1 = scale * (i01 * v[0] + (a * g - d * d) * v[1] + (b * d - a * f) * v[2]);
    const s2 = scale * (i02 * v[0] + (b * d - a * f) * v[1] + (a * e - b * b) * v[2]);
    slopes[0]![pixel] = s0;
    slopes[1]![pixel] = s1;
    slopes[2]![pixel] = s2;
    offset[pixel] = meanHard[pixel]! - s0 * mean[0] - s1 * mean[1] - s2 * mean[2];
  }
  const [s0, s1, s2] = slopes.map(soft) as [Values, Values, Values];
  const o = soft(offset);
  // Away from the outline nothing is in doubt.
  const doubt = blur(hard, width, height, sigma * 0.9);
  const alpha = new Float32Array(full.width * full.height);
  for (let y = 0; y < full.height; y += 1) {
    const fromY = ((y + 0.5) * height) / full.height - 0.5;
    for (let x = 0; x < full.width; x += 1) {
      const fromX = ((x + 0.5) * width) / full.width - 0.5;
      const pixel = y * full.width + x;
      const share = sample(doubt, width, height, fromX, fromY);
      if (share < 0.004 || share > 0.996) {
        alpha[pixel] = Math.round(share);
        continue;
      }
      const at = pixel * 3;
      const value =
        sample(s0, width, height, fromX, fromY) * full.data[at]! +
        sample(s1, width, height, fromX, fromY) * full.data[at + 1]! +
        sample(s2, width, height, fromX, fromY) * full.data[at + 2]! +
        sample(o, width, height, fromX, fromY);
      // Haze on either side of the outline is cleared.
      alpha[pixel] = clamp01((value - 0.16) / 0.68);
    }
  }
  return alpha;
}

/**
 * The subject's own colours along its outline, without the background that shines through there (after
 * Forte 2021: both sides are spread into it by a blur).
 * @param radius in pixels
 */
export function ownColours(surface: Surface, alpha: Values, radius: number): Float32Array {
  const { width, height, data } = surface;
  const result = Float32Array.from(data);
  const soft = (plane: Values): Values => blur(plane, width, height, radius);
  const inside = soft(alpha);
  const outside = soft(alpha.map((value) => 1 - value));
  for (let part = 0; part < 3; part += 1) {
    const own = soft(alpha.map((value, pixel) => value * data[pixel * 3 + part]!));
    const ground = soft(alpha.map((value, pixel) => (1 - value) * data[pixel * 3 + part]!));
    for (let pixel = 0; pixel < alpha.length; pixel += 1) {
      const share = alpha[pixel]!;
      if (share >= 0.996) continue;
      // Outside too, as formats with coarse chroma mix what is next to each other.
      if (inside[pixel]! < 1e-3) continue;
      const nearOwn = own[pixel]! / inside[pixel]!;
      const nearGround = ground[pixel]! / Math.max(1e-4, outside[pixel]!);
      const rest = data[pixel * 3 + part]! - share * nearOwn - (1 - share) * nearGround;
      result[pixel * 3 + part] = nearOwn + share ** 3 * rest;
    }
  }
  return result;
}
