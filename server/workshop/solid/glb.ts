import type { Part } from './mesh.ts';

const [jsonChunk, binaryChunk] = [0x4e4f534a, 0x004e4942];
/** Component types and targets of glTF 2.0. */
const [float, unsignedInt, arrayBuffer, elementBuffer] = [5126, 5125, 34962, 34963];

function bounds(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 1) {
    min[at % 3] = Math.min(min[at % 3]!, positions[at]!);
    max[at % 3] = Math.max(max[at % 3]!, positions[at]!);
  }
  return { min, max };
}

/** Pads to four bytes, as both chunks have to be. */
function padded(data: Uint8Array, fill: number): Uint8Array {
  const result = new Uint8Array(Math.ceil(data.length / 4) * 4).fill(fill);
  result.set(data);
  return result;
}

/**
 * Binary glTF 2.0: one node with a primitive for each part.
 * @param texture JPEG, for the parts that have texture coordinates
 */
export function writeGlb(
  parts: readonly Part[],
  texture: Uint8Array | null,
  name: string,
): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  const view = (data: Uint8Array, target?: number): number => {
    const piece = padded(data, 0);
    bufferViews.push({
      buffer: 0,
      byteOffset: length,
      byteLength: data.length,
      ...(target && { target }),
    });
    pieces.push(piece);
    length += piece.length;
    return bufferViews.length - 1;
  };
  const bytes = (data: Float32Array | Uint32Array) =>
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const accessor = (
    data: Float32Array | Uint32Array,
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    more: object = {},
  ) => {
    const isIndex = data instanceof Uint32Array;
    accessors.push({
      bufferView: view(bytes(data), isIndex ? elementBuffer : arrayBuffer),
      componentType: isIndex ? unsignedInt : float,
      count: data.length / { SCALAR: 1, VEC2: 2, VEC3: 3 }[type],
      type,
      ...more,
    });
    return accessors.length - 1;
  };
  const primitives = parts.map(({ mesh }, material) => ({
    attributes: {
      POSITION: accessor(mesh.positions, 'VEC3', bounds(mesh.positions)),
      NORMAL: accessor(mesh.normals, 'VEC3'),
      ...(mesh.uvs && { TEXCOORD_0: accessor(mesh.uvs, 'VEC2') }),
    },
    indices: accessor(mesh.indices, 'SCALAR'),
    material,
  }));
  const materials = parts.map((part) => ({
    name: part.name,
    pbrMetallicRoughness: {
      baseColorFactor: [...part.colour.map((value) => Number(value.toFixed(4))), 1],
      metallicFactor: 0,
      roughnessFactor: 0.85,
      ...(texture && part.mesh.uvs && { baseColorTexture: { index: 0 } }),
    },
  }));
  const image = texture ? view(texture) : null;
  const json = {
    asset: { version: '2.0', generator: 'Kiln' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name }],
    meshes: [{ name, primitives }],
    materials,
    ...(image !== null && {
      images: [{ bufferView: image, mimeType: 'image/jpeg' }],
      // Clamped at its borders: the picture does not repeat.
      samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 33071, wrapT: 33071 }],
      textures: [{ source: 0, sampler: 0 }],
    }),
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  const head = padded(new TextEncoder().encode(JSON.stringify(json)), 0x20);
  const total = 12 + 8 + head.length + 8 + length;
  const file = new Uint8Array(total);
  const words = new DataView(file.buffer);
  for (const [index, value] of [0x46546c67, 2, total, head.length, jsonChunk].entries()) {
    words.setUint32(index * 4, value, true);
  }
  file.set(head, 20);
  words.setUint32(20 + head.length, length, true);
  words.setUint32(24 + head.length, binaryChunk, true);
  let at = 28 + head.length;
  for (const piece of pieces) {
    file.set(piece, at);
    at += piece.length;
  }
  return file;
}
