import { createNoise } from './noise.ts';
import { labToRgb } from './oklab.ts';
import { hashText } from './random.ts';
import type { Surface } from './surface.ts';

/** Cheap even noise for grain and dither, −1…1, from a position. */
function grainAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
  return ((hash ^ (hash >>> 16)) & 0xffff) / 32768 - 1;
}

/**
 * OKLab to 8-bit sRGB with a fine grain (it hides banding and gives tooth), a slight vignette and a gentle
 * shoulder in place of clipping.
 */
export function developSurface(
  surface: Surface,
  options: { seed: number; grain: number; vignette: number },
): Uint8Array {
  const { width, height, data } = surface;
  const pixels = new Uint8Array(width * height * 3);
  const rgb = new Float64Array(3);
  const seed = hashText(`grain ${options.seed}`);
  const soft = createNoise(options.seed, 'grain');
  const unit = 512 / Math.sqrt(width * height);
  for (let y = 0; y < height; y += 1) {
    const v = (y + 0.5) / height - 0.5;
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const u = (x + 0.5) / width - 0.5;
      const edge = (u * u + v * v) * 2;
      const fine = grainAt(x, y, seed) + grainAt(x, y, seed ^ 0x5bd1e995);
      const coarse = soft.at(x * unit * 0.35, y * unit * 0.35);
      let L = data[index * 3]!;
      L -= options.vignette * edge * edge * L;
      L += options.grain * (0.0034 * fine + 0.004 * coarse) + 0.0012 * fine;
      if (L > 0.94) L = 0.94 + 0.06 * (1 - Math.exp(-(L - 0.94) / 0.06));
      labToRgb(L, data[index * 3 + 1]!, data[index * 3 + 2]!, rgb);
      for (let part = 0; part < 3; part += 1) {
        const value = rgb[part]!;
        pixels[index * 3 + part] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
      }
    }
  }
  return pixels;
}
