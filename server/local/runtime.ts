import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { onnxNetworks, type Ort as OrtOfDiffusion } from '../../src/diffusion/onnx.ts';
import type { OrtSession } from '../../src/diffusion/onnx.ts';
import type { DiffusionNetworks } from '../../src/diffusion/pipeline.ts';
import type { DecoderChoice, DiffusionRun } from '../../src/diffusion/run.ts';

/** As much of onnxruntime's interface as is used here; the package is not there before somebody installs it. */
interface Ort extends OrtOfDiffusion {
  InferenceSession: { create(file: string, options: object): Promise<OrtSession> };
}

export interface TensorLike {
  data: Float32Array;
  dims: readonly number[];
}

/** A model that is loaded. @returns what it makes of one input; both have the names that our conversions give */
export type LoadedModel = (input: TensorLike) => Promise<TensorLike>;

/** The runtime itself, of the pack of that name. */
const ortIn = (runtimeFolder: string): Ort =>
  createRequire(path.join(runtimeFolder, 'pack.js'))('onnxruntime-node') as Ort;

/** A file that was replaced is another one. */
const stampOf = (file: string): string => `${file} ${statSync(file).mtimeMs}`;

let loaded: { stamp: string; model: LoadedModel } | null = null;

const sessionOptions = (threads: number): object => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Measured with MAXIM: 1.3 GB at the most instead of 2.3, at the same speed.
  enableMemPattern: false,
});

/**
 * The model of a file, kept for the next job of this process.
 * @param runtimeFolder where the pack of onnxruntime lies
 */
export async function loadModel(
  runtimeFolder: string,
  file: string,
  threads: number,
): Promise<LoadedModel> {
  const stamp = stampOf(file);
  if (loaded?.stamp === stamp) return loaded.model;
  // Two at once would be more than the memory that was asked for.
  loaded = null;
  networks = null;
  const ort = ortIn(runtimeFolder);
  const session = await ort.InferenceSession.create(file, sessionOptions(threads));
  const model: LoadedModel = async ({ data, dims }) => {
    const feeds = { picture: new ort.Tensor('float32', data, dims) };
    const { result } = await session.run(feeds, ['result']);
    if (!(result?.data instanceof Float32Array)) throw new Error(`${file} made nothing`);
    return { data: result.data, dims: result.dims };
  };
  loaded = { stamp, model };
  return model;
}

export interface LoadedNetworks {
  of: (decoder: DecoderChoice) => DiffusionNetworks;
  /** Loads what every picture needs. */
  warm: () => Promise<void>;
}
let networks: (LoadedNetworks & { stamp: string }) | null = null;

/**
 * The networks of a model that makes pictures from words. Each is loaded when it is first used, and kept for the
 * next job of this process.
 * @param parts whole paths
 */
export function loadNetworks(
  runtimeFolder: string,
  parts: DiffusionRun['parts'],
  threads: number,
): LoadedNetworks {
  const { text_encoder: text, unet, decoder, encoder, tiny_decoder: tiny } = parts;
  const files = [text, unet, decoder, encoder, tiny].filter((file) => file !== null);
  const stamp = files.map(stampOf).join();
  if (networks?.stamp === stamp) return networks;
  loaded = null;
  const ort = ortIn(runtimeFolder);
  const sessions = new Map<string, Promise<OrtSession>>();
  const open = (file: string | null): Promise<OrtSession> => {
    if (file === null) throw new Error('the pack has no such part');
    const found = sessions.get(file) ?? ort.InferenceSession.create(file, sessionOptions(threads));
    sessions.set(file, found);
    return found;
  };
  const of = (decoder: DecoderChoice): DiffusionNetworks =>
    onnxNetworks(ort, {
      textEncoder: () => open(parts.text_encoder),
      unet: () => open(parts.unet),
      decoder: () => open(parts[decoder]),
      encoder: () => open(parts.encoder),
    });
  const warm = async (): Promise<void> => {
    await open(parts.text_encoder);
    await open(parts.unet);
  };
  networks = { stamp, of, warm };
  return networks;
}
