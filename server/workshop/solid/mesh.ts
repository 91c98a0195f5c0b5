/** Triangles of one material; counter-clockwise as seen from outside, y up, z towards the viewer, metres. */
export interface Mesh {
  positions: Float32Array;
  normals: Float32Array;
  /** Two a vertex, from the upper left; absent where there is no texture. */
  uvs: Float32Array | null;
  indices: Uint32Array;
}

export interface Part {
  name: string;
  mesh: Mesh;
  /** Linear red, green, blue, 0…1; multiplies the texture where there is one. */
  colour: readonly [number, number, number];
}

/** Six times the volume that a closed surface holds; positive where its triangles face outwards. */
export function signedVolume(meshes: readonly Mesh[]): number {
  let sum = 0;
  for (const { positions: p, indices } of meshes) {
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3];
      sum +=
        p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) -
        p[a + 1]! * (p[b]! * p[c + 2]! - p[b + 2]! * p[c]!) +
        p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
    }
  }
  return sum;
}

/** Normals of vertices that triangles share: means of the faces around, weighted by their size. */
export function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3];
    const u = [0, 1, 2].map((k) => positions[b + k]! - positions[a + k]!);
    const v = [0, 1, 2].map((k) => positions[c + k]! - positions[a + k]!);
    for (let k = 0; k < 3; k += 1) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const part = u[i]! * v[j]! - u[j]! * v[i]!;
      normals[a + k]! += part;
      normals[b + k]! += part;
      normals[c + k]! += part;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!);
    if (length < 1e-12) normals[at + 2] = 1;
    else for (let k = 0; k < 3; k += 1) normals[at + k]! /= length;
  }
  return normals;
}

/** A mesh of flat faces, each with vertices of its own. @param faces nine numbers each */
export function flatMesh(faces: readonly number[]): Mesh {
  const positions = Float32Array.from(faces);
  const indices = Uint32Array.from({ length: positions.length / 3 }, (_, index) => index);
  return { positions, normals: smoothNormals(positions, indices), uvs: null, indices };
}
