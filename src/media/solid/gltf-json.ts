/** As much of glTF 2.0 as is looked at; all of it comes from a stranger. */
export interface GltfJson {
  asset?: { version?: unknown };
  extensionsUsed?: unknown;
  extensionsRequired?: unknown;
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: GltfNode[];
  meshes?: { primitives?: GltfPrimitive[]; weights?: unknown }[];
  accessors?: GltfAccessor[];
  buffers?: { uri?: unknown; byteLength?: number }[];
  bufferViews?: GltfBufferView[];
  images?: { uri?: unknown; bufferView?: number }[];
  textures?: GltfTexture[];
  samplers?: { magFilter?: number; minFilter?: number; wrapS?: number; wrapT?: number }[];
  animations?: GltfAnimation[];
  cameras?: unknown;
}

export interface GltfBufferView {
  buffer?: number;
  byteOffset?: number;
  byteLength?: number;
  byteStride?: number;
  extensions?: Record<string, unknown>;
}

export interface GltfAnimation {
  name?: unknown;
  channels?: { sampler?: number; target?: { node?: number; path?: string } }[];
  samplers?: { input?: number; output?: number; interpolation?: string }[];
}

export interface GltfNode {
  children?: number[];
  mesh?: number;
  camera?: unknown;
  skin?: unknown;
  extensions?: Record<string, { attributes?: Record<string, number> } | undefined>;
}

export interface GltfPrimitive {
  attributes?: Record<string, number>;
  indices?: number;
  mode?: number;
  targets?: Record<string, number>[];
}

export interface GltfAccessor {
  count?: unknown;
  type?: string;
  componentType?: number;
  bufferView?: number;
}

export interface GltfTexture {
  source?: number;
  sampler?: number;
  extensions?: Record<string, { source?: number } | undefined>;
}
