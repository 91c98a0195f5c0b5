import {
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  type Material,
  type Object3D,
} from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { SolidError } from '../../domain/solids/problems.ts';
import { checkGltf, openGlb } from './glb-check.ts';
import { GlbPartsPlugin } from './glb-parts.ts';
import { checkObj } from './obj-check.ts';
import { checkPly } from './ply-check.ts';

type Data = Uint8Array<ArrayBuffer>;

/** What a file without materials is made of: unfired clay, seen from both sides. */
const clay = (hasColours: boolean): Material =>
  new MeshStandardMaterial({
    color: hasColours ? 0xffffff : 0xd8cfc4,
    roughness: 0.8,
    metalness: 0,
    side: DoubleSide,
    vertexColors: hasColours,
  });

/** Points have a size on the screen: their distance from each other is anything. */
const dots = (hasColours: boolean): Material =>
  new PointsMaterial({
    color: hasColours ? 0xffffff : 0xd8cfc4,
    size: 2.5,
    sizeAttenuation: false,
    vertexColors: hasColours,
  });

const hasColours = (geometry: BufferGeometry) => geometry.hasAttribute('color');

async function readGlb(bytes: Data): Promise<Object3D> {
  const parts = openGlb(bytes);
  checkGltf(parts);
  const loader = new GLTFLoader();
  loader.register(() => new GlbPartsPlugin(parts));
  // It takes a description without its container as well: all else comes by the plugin.
  const { scene, animations } = await loader.parseAsync(parts.json as unknown as ArrayBuffer, '');
  scene.animations = animations;
  return scene;
}

function readPly(bytes: Data): Object3D {
  const { faces } = checkPly(bytes);
  const geometry = new PLYLoader().parse(bytes.buffer);
  if (faces === 0) return new Points(geometry, dots(hasColours(geometry)));
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals();
  return new Mesh(geometry, clay(hasColours(geometry)));
}

function readObj(bytes: Data): Object3D {
  checkObj(bytes);
  const group: Group = new OBJLoader().parse(new TextDecoder().decode(bytes));
  // Its materials lie in a file of their own.
  group.traverse((part) => {
    if (part instanceof Mesh) part.material = clay(hasColours(part.geometry as BufferGeometry));
    if (part instanceof Points) part.material = dots(hasColours(part.geometry as BufferGeometry));
  });
  return group;
}

/**
 * Makes a 3D object of a file. Nothing is fetched, and nothing is made larger than it may be.
 * @throws SolidError
 */
export async function readSolid(bytes: Data, mediaType: string): Promise<Object3D> {
  try {
    if (mediaType === 'model/ply') return readPly(bytes);
    if (mediaType === 'model/obj') return readObj(bytes);
    if (mediaType === 'model/gltf-binary') return await readGlb(bytes);
  } catch (error) {
    throw error instanceof SolidError ? error : new SolidError('broken', String(error), error);
  }
  throw new SolidError('unsupported', mediaType);
}
