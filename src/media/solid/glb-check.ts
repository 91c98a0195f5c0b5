import {
  solidMaxBytes,
  solidMaxChannels,
  solidMaxDepth,
  solidMaxJsonBytes,
  solidMaxNodes,
  solidMaxTextures,
  solidMaxTriangles,
  solidMaxVertices,
} from '../../domain/solids/limits.ts';
import { SolidError } from '../../domain/solids/problems.ts';
import { packedIn } from './meshopt.ts';
import type {
  GltfAnimation,
  GltfAccessor,
  GltfJson,
  GltfNode,
  GltfPrimitive,
} from './gltf-json.ts';

type Data = Uint8Array<ArrayBuffer>;

export interface GlbParts {
  json: GltfJson;
  binary: Data;
}

const [magic, jsonChunk, binaryChunk] = [0x46546c67, 0x4e4f534a, 0x004e4942];
const broken = (why: string, cause?: unknown) => new SolidError('broken', why, cause);

/** Numbers in one value of an accessor. */
const numbersOf: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
const componentTypes = new Set([5120, 5121, 5122, 5123, 5125, 5126]);
/** Of all accessors together: positions, normals, colours, coordinates and indices of the largest that is taken. */
const numbersMax = 20 * solidMaxVertices;

/** Extensions that are understood here; any other that a file requires makes it unreadable. */
const understood =
  /^(?:KHR_(?:materials_(?!variants)\w+|texture_transform|mesh_quantization|lights_punctual)|(?:EXT|KHR)_meshopt_compression|EXT_(?:texture_webp|texture_avif|mesh_gpu_instancing))$/;
/** These need a decoder even where they are not required. */
const packed = /draco/;
const instancing = 'EXT_mesh_gpu_instancing';

/**
 * Takes a GLB apart, believing none of its lengths.
 * @throws SolidError
 */
export function openGlb(bytes: Data): GlbParts {
  if (bytes.length > solidMaxBytes) throw new SolidError('too-large');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 20 || view.getUint32(0, true) !== magic) throw broken('It is no GLB');
  if (view.getUint32(4, true) !== 2) throw new SolidError('unsupported', 'glTF 1');
  if (view.getUint32(8, true) !== bytes.length) throw broken('It is not as long as it says');
  const jsonBytes = view.getUint32(12, true);
  if (view.getUint32(16, true) !== jsonChunk || 20 + jsonBytes > bytes.length)
    throw broken('Its description is cut');
  if (jsonBytes > solidMaxJsonBytes) throw new SolidError('too-detailed');
  let json: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      bytes.subarray(20, 20 + jsonBytes),
    );
    json = JSON.parse(text);
  } catch (error) {
    throw broken('Its description is unreadable', error);
  }
  if (typeof json !== 'object' || json === null) throw broken('Its description is no object');
  let binary: Data = new Uint8Array(0);
  const at = 20 + Math.ceil(jsonBytes / 4) * 4;
  if (at + 8 <= bytes.length && view.getUint32(at + 4, true) === binaryChunk) {
    const length = view.getUint32(at, true);
    if (at + 8 + length > bytes.length) throw broken('Its numbers are cut');
    binary = bytes.subarray(at + 8, at + 8 + length);
  }
  return { json, binary };
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

function checkExtensions({ extensionsUsed, extensionsRequired }: GltfJson): void {
  const missing = new Set([
    ...namesIn(extensionsRequired).filter((name) => !understood.test(name)),
    ...namesIn(extensionsUsed).filter((name) => packed.test(name)),
  ]);
  if (missing.size > 0) throw new SolidError('unsupported', [...missing].slice(0, 3).join(', '));
}

function checkFiles({ buffers = [], images = [] }: GltfJson): void {
  // Addresses are never followed, whatever they are.
  const isElsewhere = (uri: unknown) =>
    uri !== undefined && !(typeof uri === 'string' && uri.startsWith('data:'));
  if (buffers.some(({ uri }) => uri !== undefined) || images.some(({ uri }) => isElsewhere(uri)))
    throw new SolidError('other-files');
}

function checkNumbers({ accessors = [], bufferViews = [] }: GltfJson, binaryBytes: number): void {
  let numbers = 0;
  for (const { count, type, componentType } of accessors) {
    const each = numbersOf[type ?? ''];
    if (!Number.isSafeInteger(count) || (count as number) < 0 || each === undefined)
      throw broken('A list of numbers has no length');
    if (!componentTypes.has(componentType ?? 0)) throw broken('A list of numbers has no type');
    numbers += (count as number) * each;
  }
  if (numbers > numbersMax) throw new SolidError('too-detailed');
  let copied = 0;
  for (const view of bufferViews) {
    const { byteOffset = 0, byteLength = 0 } = view;
    const packed = packedIn(view, binaryBytes);
    if (packed) {
      copied += byteLength;
      continue;
    }
    const isWithin = byteOffset >= 0 && byteLength >= 0 && byteOffset + byteLength <= binaryBytes;
    // A comparison with what is no number is false.
    if (!isWithin) throw broken('A part of its numbers lies outside of them');
    copied += byteLength;
  }
  // Parts that overlap are copied each for itself.
  if (copied > solidMaxBytes) throw new SolidError('too-detailed');
}

const countOf = (accessors: readonly GltfAccessor[], index: number | undefined): number =>
  index === undefined ? 0 : ((accessors[index]?.count as number | undefined) ?? 0);

/** Corners and triangles that are drawn for one placing of a mesh. */
function sizeOf(accessors: readonly GltfAccessor[], primitives: readonly GltfPrimitive[]) {
  let [vertices, triangles] = [0, 0];
  for (const { attributes, indices, mode = 4, targets = [] } of primitives) {
    const corners = countOf(accessors, attributes?.['POSITION']);
    const drawn = indices === undefined ? corners : countOf(accessors, indices);
    vertices += corners * (1 + targets.length);
    if (mode >= 4) triangles += mode === 4 ? drawn / 3 : drawn;
    else vertices += drawn;
  }
  return { vertices, triangles };
}

function instancesOf(node: GltfNode, accessors: readonly GltfAccessor[]): number {
  const attributes = Object.values(node.extensions?.[instancing]?.attributes ?? {});
  return attributes.length === 0
    ? 1
    : Math.max(...attributes.map((index) => countOf(accessors, index)));
}

/**
 * A node has one parent at most and is never within itself, those among them that nothing shows.
 * @returns the nodes that have no parent
 */
function rootsOf(nodes: readonly GltfNode[]): number[] {
  if (nodes.length > solidMaxNodes) throw new SolidError('too-detailed');
  const children = new Set<number>();
  for (const child of nodes.flatMap((node) => node.children ?? [])) {
    if (children.has(child) || !nodes[child]) throw broken('Its parts are no tree');
    children.add(child);
  }
  const roots = [...nodes.keys()].filter((index) => !children.has(index));
  let [level, seen] = [roots, 0];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > solidMaxDepth) throw new SolidError('too-detailed');
    seen += level.length;
    level = level.flatMap((index) => nodes[index]!.children ?? []);
  }
  // What no root leads to goes in circles.
  if (seen !== nodes.length) throw broken('Its parts are no tree');
  return roots;
}

/** What is placed often is drawn as often. */
function checkDrawn({ nodes = [], meshes = [], accessors = [] }: GltfJson): void {
  let [vertices, triangles] = [0, 0];
  for (const node of nodes) {
    if (node.mesh === undefined) continue;
    const size = sizeOf(accessors, meshes[node.mesh]?.primitives ?? []);
    const times = instancesOf(node, accessors);
    vertices += size.vertices * times;
    triangles += size.triangles * times;
  }
  if (vertices > 3 * solidMaxVertices || triangles > solidMaxTriangles)
    throw new SolidError('too-detailed');
}

const interpolations = new Set(['LINEAR', 'STEP', 'CUBICSPLINE']);
/** What moves, and the type of one value of it; of weights there are as many values as there are shapes. */
const pathTypes = new Map([
  ['translation', 'VEC3'],
  ['rotation', 'VEC4'],
  ['scale', 'VEC3'],
  ['weights', 'SCALAR'],
]);

/** Whether everything is there that a motion speaks of. */
function isWhole({ channels, samplers }: GltfAnimation, json: GltfJson): boolean {
  const { nodes = [], accessors = [], meshes = [] } = json;
  if (!channels || !samplers || channels.length === 0) return false;
  return channels.every(({ sampler, target }) => {
    const { input, output, interpolation = 'LINEAR' } = samplers[sampler ?? -1] ?? {};
    const node = nodes[target?.node ?? -1];
    const path = target?.path ?? '';
    const [times, values] = [accessors[input ?? -1], accessors[output ?? -1]];
    if (!node || !pathTypes.has(path) || !interpolations.has(interpolation) || !times || !values)
      return false;
    const targets = meshes[node.mesh ?? -1]?.primitives?.[0]?.targets?.length ?? 0;
    const each = (path === 'weights' ? targets : 1) * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    return (
      times.type === 'SCALAR' &&
      times.componentType === 5126 &&
      values.type === pathTypes.get(path) &&
      each > 0 &&
      Number(times.count) > 0 &&
      values.count === Number(times.count) * each
    );
  });
}

/** Motions that are whole, with their names, as far as there is room for them; what has none stands still. */
function chooseMotions(json: GltfJson): void {
  const motions = json.animations ?? [];
  delete json.animations;
  const whole = motions.flatMap((motion) => {
    // What moves no part, such as a colour, is an extension's: the standard has it passed over.
    const channels = motion?.channels?.filter(({ target }) => target?.node !== undefined);
    return channels && isWhole({ ...motion, channels }, json) ? [{ ...motion, channels }] : [];
  });
  const kept: GltfAnimation[] = [];
  let room = solidMaxChannels;
  for (const { name, ...motion } of whole) {
    if (motion.channels.length > room) continue;
    room -= motion.channels.length;
    kept.push({ ...motion, name: typeof name === 'string' ? name : '' });
  }
  if (whole.length > 0 && kept.length === 0) throw new SolidError('too-detailed');
  if (kept.length > 0) json.animations = kept;
}

/** The one scene that is shown, with what belongs to it; what looks at it is left out. */
function chooseScene(json: GltfJson, roots: readonly number[]): void {
  const chosen = json.scenes?.[json.scene ?? 0];
  const nodes = [...new Set(chosen?.nodes ?? roots)];
  // A part that is below another comes with it.
  json.scenes = [{ ...chosen, nodes: nodes.filter((index) => roots.includes(index)) }];
  json.scene = 0;
  delete json.cameras;
  for (const node of json.nodes ?? []) delete node.camera;
}

/**
 * Holds what a glTF claims against what it is, before a reader believes it, and leaves in it what is shown.
 * @throws SolidError
 */
export function checkGltf({ json, binary }: GlbParts): void {
  try {
    const { version } = json.asset ?? {};
    if (typeof version !== 'string' || !version.startsWith('2'))
      throw new SolidError('unsupported', 'glTF 1');
    checkExtensions(json);
    checkFiles(json);
    checkNumbers(json, binary.length);
    const roots = rootsOf(json.nodes ?? []);
    checkDrawn(json);
    chooseScene(json, roots);
    chooseMotions(json);
    const pictures = Math.max(json.textures?.length ?? 0, json.images?.length ?? 0);
    if (pictures > solidMaxTextures) throw new SolidError('too-detailed');
  } catch (error) {
    // A list that is none, a node that is null: whatever stumbles over it, it is the file's fault.
    throw error instanceof SolidError ? error : broken('It is no glTF', error);
  }
}
