import { flatMesh, smoothNormals, type Mesh } from './mesh.ts';

/** Heights 0…1 on a grid, row by row from the top. */
export interface Heights {
  data: Float32Array;
  columns: number;
  rows: number;
}

/**
 * A plate whose front rises by heights: the front with texture, sides and back plain, closed all around. The
 * longer side is 1.
 * @param depth how far the highest place rises
 * @param base thickness of the plate under the lowest place
 */
export function reliefMeshes(
  { data, columns, rows }: Heights,
  aspect: number,
  depth: number,
  base: number,
): { front: Mesh; body: Mesh } {
  const width = aspect >= 1 ? 1 : aspect;
  const height = aspect >= 1 ? 1 / aspect : 1;
  const positions = new Float32Array(columns * rows * 3);
  const uvs = new Float32Array(columns * rows * 2);
  for (let index = 0; index < columns * rows; index += 1) {
    const u = (index % columns) / (columns - 1);
    const v = Math.floor(index / columns) / (rows - 1);
    positions.set([(u - 0.5) * width, (0.5 - v) * height, base + depth * data[index]!], index * 3);
    uvs.set([u, v], index * 2);
  }
  const indices = new Uint32Array((columns - 1) * (rows - 1) * 6);
  let at = 0;
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const upper = row * columns + column;
      const lower = upper + columns;
      indices.set([upper, lower, upper + 1, upper + 1, lower, lower + 1], at);
      at += 6;
    }
  }
  const front = { positions, normals: smoothNormals(positions, indices), uvs, indices };

  // Around the rim, counter-clockwise as seen from the front.
  const rim: number[] = [];
  for (let column = 0; column < columns - 1; column += 1) rim.push((rows - 1) * columns + column);
  for (let row = rows - 1; row > 0; row -= 1) rim.push(row * columns + columns - 1);
  for (let column = columns - 1; column > 0; column -= 1) rim.push(column);
  for (let row = 0; row < rows - 1; row += 1) rim.push(row * columns);
  const faces: number[] = [];
  for (const [index, vertex] of rim.entries()) {
    const next = rim[(index + 1) % rim.length]!;
    const [x0, y0, z0] = positions.subarray(vertex * 3, vertex * 3 + 3) as unknown as [
      number,
      number,
      number,
    ];
    const [x1, y1, z1] = positions.subarray(next * 3, next * 3 + 3) as unknown as [
      number,
      number,
      number,
    ];
    faces.push(x0, y0, 0, x1, y1, 0, x1, y1, z1, x0, y0, 0, x1, y1, z1, x0, y0, z0);
    faces.push(0, 0, 0, x1, y1, 0, x0, y0, 0);
  }
  return { front, body: flatMesh(faces) };
}
