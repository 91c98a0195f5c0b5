import { expect, test } from 'vitest';
import { guidanceEmbedding } from '../../../src/diffusion/pipeline.ts';
import { decodeInTiles } from '../../../src/diffusion/tiles.ts';

test('a network that is told its guidance is told what diffusers tells it', () => {
  // get_guidance_scale_embedding of diffusers 0.42 for 6, eight values.
  const theirs = [-0.42772, 0.894085, 0.352497, 0.564642, 0.903912, -0.447897, 0.935813, 0.825336];
  const ours = guidanceEmbedding(6, 8);
  for (const [at, value] of theirs.entries()) expect(ours[at]).toBeCloseTo(value, 3);
});

test('what is decoded in squares is the whole, without a seam', async () => {
  const [width, height] = [100, 70];
  const count = width * height;
  const data = Float32Array.from({ length: 4 * count }, (_, at) => Math.sin(at % 37) + at / count);
  const sides: number[] = [];
  // Each of three planes is the latents', twice as wide and as high.
  const decode = (part: { data: Float32Array; width: number; height: number }) => {
    sides.push(Math.max(part.width, part.height));
    const [w, h] = [part.width * 2, part.height * 2];
    const made = new Float32Array(3 * w * h);
    for (let plane = 0; plane < 3; plane += 1) {
      for (let y = 0; y < h; y += 1) {
        for (let x = 0; x < w; x += 1) {
          const from = (plane * part.height + (y >> 1)) * part.width + (x >> 1);
          made[(plane * h + y) * w + x] = part.data[from] ?? 0;
        }
      }
    }
    return Promise.resolve({ data: made, width: w, height: h });
  };
  const tiled = await decodeInTiles({ data, width, height }, 2, decode);
  expect(Math.max(...sides)).toBe(64);
  const whole = await decode({ data, width, height });
  expect(tiled.data).toHaveLength(whole.data.length);
  const far = tiled.data.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (whole.data[at] ?? NaN))),
    0,
  );
  expect(far).toBeLessThan(1e-4);
});
