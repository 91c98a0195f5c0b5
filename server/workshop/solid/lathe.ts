import { smoothNormals, type Mesh } from './mesh.ts';

/** Half the width of a subject at each height, from the top; 1 is the height of the subject. */
export interface Profile {
  radii: Float32Array;
  /** Where axis, top and height lie in the picture, 0…1 of its width and height. */
  axis: number;
  top: number;
  height: number;
  /** A radius of 1 in parts of the picture's width. */
  across: number;
}

const segments = 96;

/** A solid of revolution of height 1, the picture projected on it from the front and from behind. */
export function latheMesh({ radii, axis, top, height, across }: Profile): Mesh {
  const rows = radii.length;
  const ring = segments + 1;
  const vertices = rows * ring + 2;
  const positions = new Float32Array(vertices * 3);
  const uvs = new Float32Array(vertices * 2);
  for (let row = 0; row < rows; row += 1) {
    const part = row / (rows - 1);
    for (let step = 0; step < ring; step += 1) {
      // The seam is closed exactly, whatever rounding does to a full turn.
      const angle = (2 * Math.PI * (step % segments)) / segments;
      const index = row * ring + step;
      const radius = radii[row]!;
      positions.set([radius * Math.sin(angle), 0.5 - part, radius * Math.cos(angle)], index * 3);
      // A little inwards, so that no background shows at the sides.
      uvs.set([axis + 0.95 * radius * Math.sin(angle) * across, top + part * height], index * 2);
    }
  }
  const [upper, lower] = [vertices - 2, vertices - 1];
  positions.set([0, 0.5, 0], upper * 3);
  positions.set([0, -0.5, 0], lower * 3);
  uvs.set([axis, top], upper * 2);
  uvs.set([axis, top + height], lower * 2);
  const indices: number[] = [];
  for (let step = 0; step < segments; step += 1) {
    indices.push(upper, step, step + 1);
    const last = (rows - 1) * ring + step;
    indices.push(lower, last + 1, last);
    for (let row = 0; row < rows - 1; row += 1) {
      const here = row * ring + step;
      indices.push(here, here + ring, here + 1, here + 1, here + ring, here + ring + 1);
    }
  }
  const list = Uint32Array.from(indices);
  const normals = smoothNormals(positions, list);
  // Both ends of a seam are one place.
  for (let row = 0; row < rows; row += 1) {
    const [one, other] = [row * ring * 3, (row * ring + segments) * 3];
    const sum = [0, 1, 2].map((k) => normals[one + k]! + normals[other + k]!);
    const length = Math.hypot(...sum) || 1;
    for (let k = 0; k < 3; k += 1) normals[one + k] = normals[other + k] = sum[k]! / length;
  }
  return { positions, normals, uvs, indices: list };
}
