import { statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readLoraFile, type LoraLayer } from '../../src/diffusion/lora-file.ts';
import { putLorasInto, roomForLoras, type PlacedLora } from '../../src/diffusion/lora-graph.ts';
import { lorasStamp, type ChosenLora } from '../../src/diffusion/loras.ts';
import { onnxNetworks, type Ort as OrtOfDiffusion } from '../../src/diffusion/onnx.ts';
import type { OrtSession } from '../../src/diffusion/onnx.ts';
import type { DiffusionNetworks } from '../../src/diffusion/pipeline.ts';
import type { DecoderChoice, DiffusionRun } from '../../src/diffusion/run.ts';
import type { Running } from './contract.ts';

/** As much of onnxruntime's interface as is used here; the package is not there before somebody installs it. */
interface Ort extends OrtOfDiffusion {
  InferenceSession: {
    create(graph: string | Uint8Array, options: object): Promise<NativeSession>;
  };
}

type NativeSession = OrtSession & { release(): Promise<void> };

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

/** What stays loaded. */
interface Kept {
  stamp: string;
  release: () => Promise<void>;
}
let loaded: (Kept & { model: LoadedModel }) | null = null;

const sessionOptions = ({ provider, threads }: Running): object => ({
  executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
  // Errors alone: that some of a graph's nodes stay on the processor is as it should be, and no complaint.
  logSeverityLevel: 3,
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Measured with MAXIM: 1.3 GB at the most instead of 2.3, at the same speed.
  enableMemPattern: false,
});

/** Two models at once would be more than the memory that was asked for. */
async function letGo(): Promise<void> {
  const before = [loaded, networks];
  loaded = null;
  networks = null;
  for (const one of before) await one?.release();
}

/** The model of a file, kept for the next job of this process. */
export async function loadModel(running: Running, file: string): Promise<LoadedModel> {
  const stamp = `${running.provider} ${stampOf(file)}`;
  if (loaded?.stamp === stamp) return loaded.model;
  await letGo();
  const ort = ortIn(running.runtimeFolder);
  const session = await ort.InferenceSession.create(file, sessionOptions(running));
  const model: LoadedModel = async ({ data, dims }) => {
    const feeds = { picture: new ort.Tensor('float32', data, dims) };
    const { result } = await session.run(feeds, ['result']);
    if (!(result?.data instanceof Float32Array)) throw new Error(`${file} made nothing`);
    return { data: result.data, dims: result.dims };
  };
  loaded = { stamp, model, release: () => session.release() };
  return model;
}

/** A part of a model that LoRAs change. */
type ChangedPart = LoraLayer['part'];

export interface LoadedNetworks {
  /** @param loras with whole paths */
  of: (decoder: DecoderChoice, loras?: readonly ChosenLora[]) => DiffusionNetworks;
  /** Loads what every picture needs. */
  warm: () => Promise<void>;
}
let networks: (Kept & LoadedNetworks) | null = null;

/** What is in the files of LoRAs. @throws LoraError */
const placedLoras = (loras: readonly ChosenLora[]): Promise<PlacedLora[]> =>
  Promise.all(
    loras.map(async ({ name, file, strengths }) => ({
      name,
      layers: readLoraFile(name, await readFile(file)),
      strengths,
    })),
  );

/** A file in memory, once, with room behind it. */
async function readWithRoom(file: string, room: number) {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const whole = new Uint8Array(size + room);
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(whole, at, size - at, at);
      if (bytesRead === 0) throw new Error(`${file} is shorter than it was`);
      at += bytesRead;
    }
    return {
      bytes: whole.subarray(0, size),
      with(added: Uint8Array): Uint8Array {
        whole.set(added, size);
        return whole.subarray(0, size + added.length);
      },
    };
  } finally {
    await handle.close();
  }
}

/**
 * The networks of a model that makes pictures from words. Each is loaded when it is first used, and kept for the
 * next job of this process; those that LoRAs change, for the next one that wants them as they are.
 * @param parts whole paths
 */
export async function loadNetworks(
  running: Running,
  parts: DiffusionRun['parts'],
): Promise<LoadedNetworks> {
  const { text_encoder: text, unet, decoder, encoder, tiny_decoder: tiny } = parts;
  const files = [text, unet, decoder, encoder, tiny].filter((file) => file !== null);
  const stamp = [running.provider, ...files.map(stampOf)].join();
  if (networks?.stamp === stamp) return networks;
  await letGo();
  const ort = ortIn(running.runtimeFolder);
  const options = sessionOptions(running);
  const sessions = new Map<string, { stamp: string; session: Promise<NativeSession> }>();

  function kept(file: string, wanted: string, create: () => Promise<NativeSession>) {
    const found = sessions.get(file);
    if (found?.stamp === wanted) return found.session;
    const session = (async () => {
      // Both at once would be more than the memory that was asked for.
      await found?.session.then(
        (before) => before.release(),
        () => undefined,
      );
      return create();
    })();
    const fresh = { stamp: wanted, session };
    sessions.set(file, fresh);
    session.catch(() => {
      if (sessions.get(file) === fresh) sessions.delete(file);
    });
    return session;
  }

  const opened = (file: string | null): Promise<OrtSession> => {
    if (file === null) throw new Error('the pack has no such part');
    return kept(file, '', () => ort.InferenceSession.create(file, options));
  };

  function openChanged(part: ChangedPart, loras: readonly ChosenLora[]) {
    const file = parts[part];
    const wanted = [lorasStamp(loras, part), ...loras.map((lora) => stampOf(lora.file))].join();
    return kept(file, wanted, async () => {
      const all = await placedLoras(loras);
      const changes = all.some(({ layers }) => layers.some((layer) => layer.part === part));
      if (!changes) return ort.InferenceSession.create(file, options);
      const graph = await readWithRoom(file, roomForLoras(part, all));
      const added = putLorasInto(graph.bytes, part, all);
      const folder = path.dirname(file);
      return ort.InferenceSession.create(graph.with(added), {
        ...options,
        // Weights that lie beside the graph.
        extra: { session: { model_external_initializers_file_folder_path: folder } },
      });
    });
  }

  const of = (decoder: DecoderChoice, loras: readonly ChosenLora[] = []): DiffusionNetworks =>
    onnxNetworks(ort, {
      textEncoder: () => openChanged('text_encoder', loras),
      unet: () => openChanged('unet', loras),
      decoder: () => opened(parts[decoder]),
      encoder: () => opened(parts.encoder),
    });
  const warm = async (): Promise<void> => {
    await openChanged('text_encoder', []);
    await openChanged('unet', []);
  };
  const release = async (): Promise<void> => {
    const all = [...sessions.values()];
    sessions.clear();
    for (const { session } of all) {
      await session.then(
        (one) => one.release(),
        () => undefined,
      );
    }
  };
  networks = { stamp, of, warm, release };
  return networks;
}
