import { createRequire } from 'node:module';
import path from 'node:path';

/** As much of onnxruntime's interface as is used here; the package is not there before somebody installs it. */
interface OrtTensor {
  data: Float32Array;
  dims: readonly number[];
}
interface OrtSession {
  run(feeds: Record<string, OrtTensor>): Promise<Record<string, OrtTensor>>;
}
interface Ort {
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => OrtTensor;
  InferenceSession: { create(file: string, options: object): Promise<OrtSession> };
}

export interface TensorLike {
  data: Float32Array;
  dims: readonly number[];
}

/** A model that is loaded. @returns what it makes of one input; both have the names that our conversions give */
export type LoadedModel = (input: TensorLike) => Promise<TensorLike>;

let loaded: { file: string; model: LoadedModel } | null = null;

/**
 * The model of a file, kept for the next job of this process.
 * @param runtimeFolder where the pack of onnxruntime lies
 */
export async function loadModel(
  runtimeFolder: string,
  file: string,
  threads: number,
): Promise<LoadedModel> {
  if (loaded?.file === file) return loaded.model;
  // Two at once would be more than the memory that was asked for.
  loaded = null;
  const ort = createRequire(path.join(runtimeFolder, 'pack.js'))('onnxruntime-node') as Ort;
  const session = await ort.InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Measured with MAXIM: 1.3 GB at the most instead of 2.3, at the same speed.
    enableMemPattern: false,
  });
  const model: LoadedModel = async ({ data, dims }) => {
    const { result } = await session.run({ picture: new ort.Tensor('float32', data, dims) });
    if (!result) throw new Error(`${file} made nothing`);
    return result;
  };
  loaded = { file, model };
  return model;
}
