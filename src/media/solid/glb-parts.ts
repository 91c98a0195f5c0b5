import {
  ClampToEdgeWrapping,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  NearestMipmapNearestFilter,
  RepeatWrapping,
  Texture,
  type MagnificationTextureFilter,
  type MinificationTextureFilter,
  type Wrapping,
} from 'three';
import type { GLTFLoaderPlugin } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import { readStructure } from '../../domain/pictures/structure.ts';
import { solidMaxTexturePixels, solidMaxTextureSide } from '../../domain/solids/limits.ts';
import { SolidError } from '../../domain/solids/problems.ts';
import { fitWithin } from '../pictures.ts';
import type { GlbParts } from './glb-check.ts';
import type { GltfTexture } from './gltf-json.ts';
import { packedIn, unpack, type PackedNumbers } from './meshopt.ts';

type Data = Uint8Array<ArrayBuffer>;

const wrappings: Readonly<Record<number, Wrapping>> = {
  33071: ClampToEdgeWrapping,
  33648: MirroredRepeatWrapping,
  10497: RepeatWrapping,
};
const filters: Readonly<Record<number, MagnificationTextureFilter | MinificationTextureFilter>> = {
  9728: NearestFilter,
  9729: LinearFilter,
  9984: NearestMipmapNearestFilter,
  9985: LinearMipmapNearestFilter,
  9986: NearestMipmapLinearFilter,
  9987: LinearMipmapLinearFilter,
};
const extensionSources = ['EXT_texture_avif', 'EXT_texture_webp'];

function bytesOfDataUrl(uri: string): Data {
  const comma = uri.indexOf(',');
  if (!/;base64$/i.test(uri.slice(0, comma)))
    throw new SolidError('broken', 'A picture in letters');
  return Uint8Array.from(atob(uri.slice(comma + 1)), (letter) => letter.charCodeAt(0));
}

/**
 * Answers the reader's questions for numbers and pictures from the file itself. Its own way would go by addresses, which
 * the content security policy forbids, and which a stranger wrote.
 */
export class GlbPartsPlugin implements GLTFLoaderPlugin {
  readonly name = 'kiln-parts';
  readonly #parts: GlbParts;
  readonly #bitmaps = new Map<number, Promise<ImageBitmap | null>>();
  readonly #packed = new Map<number, PackedNumbers>();
  #pixels = 0;

  constructor(parts: GlbParts) {
    this.#parts = parts;
    // The reader's own ways to these pictures and numbers would be asked first.
    for (const texture of parts.json.textures ?? []) this.#simplify(texture);
    for (const [index, view] of (parts.json.bufferViews ?? []).entries()) {
      const packed = packedIn(view, parts.binary.length);
      if (packed) this.#packed.set(index, packed);
      delete view.extensions;
    }
  }

  #simplify(texture: GltfTexture): void {
    for (const name of extensionSources) {
      const source = texture.extensions?.[name]?.source;
      if (source === undefined) continue;
      texture.source = source;
      delete texture.extensions?.[name];
    }
  }

  #slice(index: number): Data {
    const view = this.#parts.json.bufferViews?.[index];
    if (!view || view.buffer !== 0) throw new SolidError('broken', 'Numbers that are not there');
    const { byteOffset = 0, byteLength = 0 } = view;
    return this.#parts.binary.slice(byteOffset, byteOffset + byteLength);
  }

  async loadBufferView(index: number): Promise<ArrayBuffer> {
    const packed = this.#packed.get(index);
    return packed ? unpack(this.#parts.binary, packed) : this.#slice(index).buffer;
  }

  /** @returns null for a picture that can't be shown: the object is shown without it */
  async #bitmapOf(source: number): Promise<ImageBitmap | null> {
    const image = this.#parts.json.images?.[source];
    if (!image) return null;
    const data =
      image.bufferView === undefined
        ? bytesOfDataUrl(typeof image.uri === 'string' ? image.uri : '')
        : this.#slice(image.bufferView);
    const type = sniffMediaType(data.subarray(0, 64)) ?? '';
    if (!/^image\/(?:png|jpeg|webp|avif)$/.test(type)) return null;
    const size = readStructure(data, type);
    this.#pixels += size ? size.width * size.height : 0;
    if (this.#pixels > solidMaxTexturePixels) throw new SolidError('too-detailed');
    const fitted = size && fitWithin(size.width, size.height, solidMaxTextureSide);
    return createImageBitmap(new Blob([data], { type }), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
      ...(fitted &&
        size &&
        fitted.width < size.width && { resizeWidth: fitted.width, resizeHeight: fitted.height }),
    });
  }

  async loadTexture(index: number): Promise<Texture> {
    const { json } = this.#parts;
    const { source = -1, sampler = -1 } = json.textures?.[index] ?? {};
    let bitmap = this.#bitmaps.get(source);
    if (!bitmap) {
      bitmap = this.#bitmapOf(source).catch((error: unknown) => {
        if (error instanceof SolidError) throw error;
        return null;
      });
      this.#bitmaps.set(source, bitmap);
    }
    const texture = new Texture(await bitmap);
    const { magFilter = 9729, minFilter = 9987, wrapS, wrapT } = json.samplers?.[sampler] ?? {};
    texture.flipY = false;
    texture.magFilter = (filters[magFilter] ?? LinearFilter) as MagnificationTextureFilter;
    texture.minFilter = filters[minFilter] ?? LinearMipmapLinearFilter;
    texture.wrapS = wrappings[wrapS ?? 10497] ?? RepeatWrapping;
    texture.wrapT = wrappings[wrapT ?? 10497] ?? RepeatWrapping;
    texture.generateMipmaps =
      texture.minFilter !== NearestFilter && texture.minFilter !== LinearFilter;
    if (texture.image) texture.needsUpdate = true;
    return texture;
  }
}
