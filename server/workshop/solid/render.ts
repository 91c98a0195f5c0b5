import sharp from 'sharp';
import type { Part } from './mesh.ts';

export interface Texture {
  /** 8-bit sRGB, three channels. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** Drawn at twice the size, then made smaller: smooth edges. */
const sharpness = 2;
const light = [0.42, 0.58, 0.7] as const;

/** Turned a little and seen from above: x to the right, y down, z towards the viewer. */
function view(positions: Float32Array, yaw: number, pitch: number): Float32Array {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const seen = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    const turned = [x * cy + z * sy, y, z * cy - x * sy] as const;
    seen[at] = turned[0];
    seen[at + 1] = turned[1] * cp - turned[2] * sp;
    seen[at + 2] = turned[1] * sp + turned[2] * cp;
  }
  return seen;
}

/** sRGB of a linear value, 0…255. */
const toByte = (linear: number): number =>
  255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.min(1, linear) ** (1 / 2.4) - 0.055);

/**
 * A picture of a model, as WebP: what stands for it in lists.
 * @param side pixels
 */
export async function renderPoster(
  parts: readonly Part[],
  texture: Texture | null,
  side: number,
): Promise<Uint8Array> {
  const size = side * sharpness;
  const pixels = new Uint8ClampedArray(size * size * 3);
  for (let index = 0; index < size * size; index += 1) {
    const [x, y] = [(index % size) / size - 0.5, Math.floor(index / size) / size - 0.45];
    const tone = 244 - 46 * Math.min(1, 2.2 * (x * x + y * y));
    pixels.set([tone, tone - 1, tone - 4], index * 3);
  }
  const [yaw, pitch] = [-0.5, 0.32];
  const depths = new Float32Array(size * size).fill(-Infinity);
  const seen = parts.map(({ mesh }) => view(mesh.positions, yaw, pitch));
  const turned = parts.map(({ mesh }) => view(mesh.normals, yaw, pitch));
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  const eye = 3.4;
  for (const points of seen) {
    for (let at = 0; at < points.length; at += 3) {
      const near = eye / (eye - points[at + 2]!);
      points[at]! *= near;
      points[at + 1]! *= -near;
      left = Math.min(left, points[at]!);
      right = Math.max(right, points[at]!);
      top = Math.min(top, points[at + 1]!);
      bottom = Math.max(bottom, points[at + 1]!);
    }
  }
  const scale = (0.82 * size) / Math.max(right - left, bottom - top, 1e-6);
  const [shiftX, shiftY] = [
    size / 2 - (scale * (left + right)) / 2,
    size / 2 - (scale * (top + bottom)) / 2,
  ];
  for (const [number, { mesh, colour }] of parts.entries()) {
    const [points, normals] = [seen[number]!, turned[number]!];
    const x = (vertex: number): number => points[vertex * 3]! * scale + shiftX;
    const y = (vertex: number): number => points[vertex * 3 + 1]! * scale + shiftY;
    for (let at = 0; at < mesh.indices.length; at += 3) {
      const [a, b, c] = mesh.indices.subarray(at, at + 3) as unknown as [number, number, number];
      const area = (x(b) - x(a)) * (y(c) - y(a)) - (x(c) - x(a)) * (y(b) - y(a));
      // Down is positive here, so what faces the viewer turns the other way round.
      if (area >= -1e-9) continue;
      const [x0, x1] = [Math.min(x(a), x(b), x(c)), Math.max(x(a), x(b), x(c))];
      const [y0, y1] = [Math.min(y(a), y(b), y(c)), Math.max(y(a), y(b), y(c))];
      for (let row = Math.max(0, Math.floor(y0)); row <= Math.min(size - 1, y1); row += 1) {
        for (
          let column = Math.max(0, Math.floor(x0));
          column <= Math.min(size - 1, x1);
          column += 1
        ) {
          const [px, py] = [column + 0.5, row + 0.5];
          const wb = ((px - x(a)) * (y(c) - y(a)) - (x(c) - x(a)) * (py - y(a))) / area;
          const wc = ((x(b) - x(a)) * (py - y(a)) - (px - x(a)) * (y(b) - y(a))) / area;
          const wa = 1 - wb - wc;
          if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
          const mixed = (values: Float32Array, stride: number, k: number): number =>
            wa * values[a * stride + k]! +
            wb * values[b * stride + k]! +
            wc * values[c * stride + k]!;
          const depth = mixed(points, 3, 2);
          const place = row * size + column;
          if (depth <= depths[place]!) continue;
          depths[place] = depth;
          const facing =
            mixed(normals, 3, 0) * light[0] +
            mixed(normals, 3, 1) * light[1] +
            mixed(normals, 3, 2) * light[2];
          const shade = 0.42 + 0.68 * Math.max(0, facing);
          let texel: readonly number[] = [255, 255, 255];
          if (texture && mesh.uvs) {
            const column = Math.min(
              texture.width - 1,
              Math.max(0, Math.floor(mixed(mesh.uvs, 2, 0) * texture.width)),
            );
            const line = Math.min(
              texture.height - 1,
              Math.max(0, Math.floor(mixed(mesh.uvs, 2, 1) * texture.height)),
            );
            const from = (line * texture.width + column) * 3;
            texel = [texture.data[from]!, texture.data[from + 1]!, texture.data[from + 2]!];
          }
          for (let k = 0; k < 3; k += 1)
            pixels[place * 3 + k] = (texel[k]! * toByte(colour[k]!) * shade) / 255;
        }
      }
    }
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .resize(side, side)
    .webp({ quality: 86 })
    .toBuffer();
}
