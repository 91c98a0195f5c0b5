import { readLoraFile, type LoraLayer } from '../../src/diffusion/lora-file.ts';
import { putLorasInto, roomForLoras } from '../../src/diffusion/lora-graph.ts';
import { lorasStamp, type ChosenLora } from '../../src/diffusion/loras.ts';
import { onnxNetworks, type Ort, type OrtSession } from '../../src/diffusion/onnx.ts';
import type { DiffusionNetworks } from '../../src/diffusion/pipeline.ts';
import type { DecoderChoice, DiffusionRun } from '../../src/diffusion/run.ts';
import type { TileNetwork } from '../../src/diffusion/tile-make.ts';
import { runtimeFolderName } from '../../src/diffusion/device-model.ts';
import { besideGraph } from '../../src/diffusion/needed-files.ts';
import { openModelFile, openModelsFolder } from '../../src/media/model-files.ts';
import type { MakingModel } from './contract.ts';

/** As much of onnxruntime's build for browsers as is used here. */
interface WebOrt extends Ort {
  env: {
    logLevel: string;
    wasm: {
      numThreads: number;
      wasmBinary: ArrayBuffer;
      wasmPaths: { mjs: string };
    };
  };
  InferenceSession: {
    create(graph: Uint8Array, options: object): Promise<OrtSession & { release(): Promise<void> }>;
  };
}

/** A file of the model is not here, or the browser keeps none. */
export class MissingFile extends Error {}

/** Beyond so many, threads wait for each other more than they help. */
const threadsMost = 8;

/** Threads need memory that they share, which a page has only when nothing of others can be in it. */
export const threadsHere = (): number =>
  globalThis.crossOriginIsolated ? Math.min(threadsMost, navigator.hardwareConcurrency) : 1;

/** Graphs of a model that may stay loaded, in bytes; of a larger one, each makes room for the next. */
const keptBytes = 1_000_000_000;

let loadedOrt: { address: string; ort: Promise<WebOrt> } | null = null;

async function readRuntime({ build }: MakingModel): Promise<WebOrt> {
  const models = await openModelsFolder();
  const folder = await models?.getDirectoryHandle(runtimeFolderName).catch(() => null);
  const program = folder ? await openModelFile(folder, build.program) : null;
  if (!program) throw new MissingFile('the runtime is not here');
  const ort = (await import(/* @vite-ignore */ build.entry.address)) as WebOrt;
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = threadsHere();
  ort.env.wasm.wasmBinary = await program.arrayBuffer();
  ort.env.wasm.wasmPaths = { mjs: new URL(build.glue.address, location.origin).href };
  return ort;
}

function runtimeOf(model: MakingModel): Promise<WebOrt> {
  const { address } = model.build.entry;
  if (loadedOrt?.address !== address) loadedOrt = { address, ort: readRuntime(model) };
  return loadedOrt.ort;
}

export interface LoadedModel {
  /** Each of the networks is loaded when it is first used. */
  networksWith: (
    run: DiffusionRun,
    decoder: DecoderChoice,
    loras?: readonly ChosenLora[],
  ) => DiffusionNetworks;
  /** A graph that works on a tile. */
  tileNetwork: (graph: string) => Promise<TileNetwork>;
  /** A file of it that is text. */
  text: (file: string) => Promise<string>;
}

interface OpenGraph {
  bytes: number;
  /** Which LoRAs are in it. */
  stamp: string;
  session: Promise<OrtSession & { release(): Promise<void> }>;
}

let loaded: { id: string; model: Promise<LoadedModel> } | null = null;

async function load(model: MakingModel): Promise<LoadedModel> {
  const { id, files, backend } = model;
  const ort = await runtimeOf(model);
  const models = await openModelsFolder();
  const folder = await models?.getDirectoryHandle(id).catch(() => null);
  const graphs = new Map<string, OpenGraph>();

  async function fileOf(name: string): Promise<File> {
    const wanted = files.find((file) => file.name === name);
    const file = wanted && folder ? await openModelFile(folder, wanted) : null;
    if (!file) throw new MissingFile(`${name} is not here`);
    return file;
  }
  const bytesOf = async (name: string): Promise<Uint8Array> =>
    new Uint8Array(await (await fileOf(name)).arrayBuffer());

  /** Weights that lie beside a graph. */
  const besides = (name: string): string[] => besideGraph(name, files).map((file) => file.name);

  const sizeOf = (name: string): number =>
    [name, ...besides(name)].reduce(
      (sum, one) => sum + (files.find((file) => file.name === one)?.bytes ?? 0),
      0,
    );

  async function makeRoomFor(bytes: number): Promise<void> {
    let sum = bytes;
    for (const graph of graphs.values()) sum += graph.bytes;
    const largest = [...graphs].toSorted(([, one], [, other]) => other.bytes - one.bytes);
    for (const [name, graph] of largest) {
      if (sum <= keptBytes) return;
      graphs.delete(name);
      sum -= graph.bytes;
      await (await graph.session).release();
    }
  }

  /** A graph with LoRAs in it, in memory once. */
  async function graphWith(
    name: string,
    part: LoraLayer['part'],
    loras: readonly ChosenLora[],
  ): Promise<Uint8Array> {
    const placed = await Promise.all(
      loras.map(async (lora) => ({
        ...lora,
        layers: readLoraFile(lora.name, await bytesOf(lora.file)),
      })),
    );
    const file = await fileOf(name);
    const whole = new Uint8Array(file.size + roomForLoras(part, placed));
    let at = 0;
    for (const reader = file.stream().getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      whole.set(value, at);
      at += value.length;
    }
    const added = putLorasInto(whole.subarray(0, at), part, placed);
    whole.set(added, at);
    return whole.subarray(0, at + added.length);
  }

  async function createSession(name: string, graph: () => Promise<Uint8Array>) {
    const beside = await Promise.all(
      besides(name).map(async (file) => ({
        path: file.slice(file.lastIndexOf('/') + 1),
        data: await bytesOf(file),
      })),
    );
    return ort.InferenceSession.create(await graph(), {
      executionProviders: backend === 'webgpu' ? ['webgpu', 'wasm'] : ['wasm'],
      graphOptimizationLevel: 'all',
      enableMemPattern: false,
      // Errors alone: that some of a graph's nodes stay on the processor is as it should be, and no complaint.
      logSeverityLevel: 3,
      ...(beside.length > 0 && { externalData: beside }),
    });
  }

  async function open(
    name: string | null,
    stamp = '',
    graph?: () => Promise<Uint8Array>,
  ): Promise<OrtSession> {
    if (name === null) throw new MissingFile('the model has no such part');
    const known = graphs.get(name);
    if (known?.stamp === stamp) return known.session;
    graphs.delete(name);
    await (await known?.session)?.release();
    const bytes = sizeOf(name);
    await makeRoomFor(bytes);
    const session = createSession(name, graph ?? (() => bytesOf(name)));
    graphs.set(name, { bytes, stamp, session });
    session.catch(() => graphs.delete(name));
    return session;
  }

  const openChanged = (
    run: DiffusionRun,
    part: LoraLayer['part'],
    loras: readonly ChosenLora[],
  ): Promise<OrtSession> => {
    const name = run.parts[part];
    if (loras.length === 0) return open(name);
    return open(name, lorasStamp(loras, part), () => graphWith(name, part, loras));
  };

  return {
    text: async (file) => (await fileOf(file)).text(),
    networksWith: (run, decoder, loras = []) =>
      onnxNetworks(ort, {
        textEncoder: () => openChanged(run, 'text_encoder', loras),
        unet: () => openChanged(run, 'unet', loras),
        decoder: () => open(run.parts[decoder]),
        encoder: () => open(run.parts.encoder),
      }),
    async tileNetwork(graph) {
      const session = await open(graph);
      return async ({ data, dims }) => {
        const feeds = { picture: new ort.Tensor('float32', data, dims) };
        const { result } = await session.run(feeds, ['result']);
        if (!(result?.data instanceof Float32Array)) throw new Error(`${graph} made nothing`);
        // What the runtime holds is given back to it at once.
        const made = { data: Float32Array.from(result.data), dims: [...result.dims] };
        result.dispose?.();
        return made;
      };
    },
  };
}

/** The model, kept for the next request of this worker. @throws MissingFile */
export function loadModel(model: MakingModel): Promise<LoadedModel> {
  const key = `${model.id} ${model.backend}`;
  if (loaded?.id !== key) {
    const fresh = { id: key, model: load(model) };
    loaded = fresh;
    fresh.model.catch(() => {
      if (loaded === fresh) loaded = null;
    });
  }
  return loaded.model;
}
