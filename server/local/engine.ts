import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { PackTrial } from '../../src/domain/packs.ts';
import { EngineError, type Engine, type EngineContext } from '../engines/contract/engine.ts';
import type { EngineJob, EngineOutput } from '../engines/contract/engine.ts';
import { runInPool } from '../engines/contract/process-job.ts';
import type { ProcessNews, ProcessResult } from '../engines/contract/process-job.ts';
import type { Log } from '../log.ts';
import { machineMemoryBytes } from '../processes/memory.ts';
import { startPool, type ProcessPool } from '../processes/pool.ts';
import type { InstalledPack } from '../packs/service.ts';
import type { LocalTask, LocalWork } from './contract.ts';
import { describeLocalModel, localSchema, modelIdOf, type ModelPack } from './models.ts';

export interface LocalEngineOptions {
  /** What is installed now; asked often. */
  usable: () => readonly InstalledPack[];
  /** Threads of a model; by default as many as the machine has. */
  threads?: number;
  log: Pick<Log, 'info' | 'warn'>;
}

export interface LocalEngine extends Engine {
  /** Tries a model that was just installed: whether it runs here, and how fast. Never rejects. */
  tryOut(pack: string): Promise<void>;
  /** What came of it. */
  triedOut(pack: string): { secondsPerMegapixel: number | null; trial: PackTrial };
}

interface Found {
  pack: ModelPack;
  folder: string;
  runtimeFolder: string;
}

const heapMb = 512;
/** A process that holds more than this has gone wrong; half of it may stay loaded for the next job. */
const memoryMostBytes = 4 * 1024 ** 3;
/** Before anything was measured: a modest machine. */
const secondsPerMegapixelGuess = 150;
const patience = { atLeastSeconds: 300, estimates: 10 };
const measuredName = 'measured.json';

const tooSmall = {
  cn: '这台机器的内存不够运行这个模型。',
  en: 'This machine has too little memory for this model.',
};
const broken = {
  cn: '这个模型在这台机器上无法运行。',
  en: 'This model does not run on this machine.',
};

function workOf({ pack, folder }: Found): LocalWork {
  const at = (file: string): string => path.join(folder, file);
  const { side, overlap } = pack.run;
  if (pack.task === 'deblur') return { task: 'deblur', file: at(pack.run.graph), side, overlap };
  const graphs = pack.run.scales.map(({ scale, graph }) => ({ scale, file: at(graph) }));
  return { task: 'upscale', graphs, side, overlap };
}

/**
 * Models of installed packs on the processor of the platform's own machine, in a process of their own: one job at a
 * time, ended at once by a cancel. Its models come and go with their packs (ADR 0051).
 */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { usable, log } = options;
  const threads = options.threads ?? availableParallelism();
  const measured = new Map<string, number>();
  const trials = new Map<string, PackTrial>();
  let pool: ProcessPool<LocalTask, ProcessResult, ProcessNews> | null = null;

  function allFound(): Found[] {
    const packs = usable();
    const runtime = packs.find(({ manifest }) => manifest.task === 'runtime');
    if (!runtime) return [];
    return packs.flatMap(({ manifest, folder }) =>
      manifest.task === 'runtime' || manifest.task === 'judge'
        ? []
        : [{ pack: manifest, folder, runtimeFolder: runtime.folder }],
    );
  }

  function findModel(model: string): Found {
    const found = allFound().find(({ pack }) => modelIdOf(pack) === model);
    if (!found) throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
    return found;
  }

  /** Made when it is needed: most platforms have no pack. */
  async function openPool() {
    return (pool ??= await startPool<LocalTask, ProcessResult, ProcessNews>({
      entry: new URL('./local.process.ts', import.meta.url),
      most: 1,
      memoryBytes: Math.min(memoryMostBytes, machineMemoryBytes()),
      heapMb,
    }));
  }

  async function readMeasured({ pack, folder }: Found): Promise<void> {
    if (measured.has(pack.id)) return;
    try {
      const text = await readFile(path.join(folder, measuredName), 'utf8');
      const { secondsPerMegapixel } = JSON.parse(text) as { secondsPerMegapixel: unknown };
      if (typeof secondsPerMegapixel === 'number') measured.set(pack.id, secondsPerMegapixel);
    } catch {
      // Nobody measured it yet.
    }
  }

  const secondsFor = (id: string, pixels: number): number =>
    ((measured.get(id) ?? secondsPerMegapixelGuess) * pixels) / 1_000_000;

  /** After a cancel: whoever cancels often asks for something better at once. */
  async function warm(opened: NonNullable<typeof pool>, found: Found): Promise<void> {
    const work = workOf(found);
    const file = work.task === 'deblur' ? work.file : work.graphs[0]?.file;
    if (file === undefined || opened !== pool) return;
    const task: LocalTask = { kind: 'warm', file, runtimeFolder: found.runtimeFolder, threads };
    const told = { signal: new AbortController().signal, onNews: () => undefined };
    const options = { ...told, timeLimitMs: 1000 * patience.atLeastSeconds };
    await opened.run(task, options, () => Promise.resolve()).catch(() => undefined);
  }

  async function run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const found = findModel(job.model);
    const { signal } = context;
    const pixels = job.sources.reduce((sum, { width, height }) => sum + width * height, 0);
    const estimateSeconds = secondsFor(found.pack.id, pixels);
    const { input, sources, seed } = job;
    const opened = await openPool();
    signal.throwIfAborted();
    // Its process ends with it; the next job finds another that has the model already.
    const afterwards = (): void => {
      if (signal.reason !== 'shutdown') void warm(opened, found);
    };
    signal.addEventListener('abort', afterwards, { once: true });
    return runInPool({
      pool: opened,
      task: {
        kind: 'make',
        work: workOf(found),
        runtimeFolder: found.runtimeFolder,
        threads,
        job: { input, sources, seed },
      },
      job,
      context,
      estimateSeconds,
      timeLimitMs: 1000 * (patience.atLeastSeconds + patience.estimates * estimateSeconds),
      log,
    });
  }

  /** Packs that can be used now and were not tried yet: a runtime may have come after its models. */
  async function tryAll(): Promise<void> {
    for (const { pack } of allFound()) {
      if (!measured.has(pack.id) && !trials.has(pack.id)) await tryOut(pack.id);
    }
  }

  async function tryOut(id: string): Promise<void> {
    const found = allFound().find(({ pack }) => pack.id === id);
    if (!found || found.pack.memory_bytes > machineMemoryBytes()) return;
    trials.set(id, 'running');
    try {
      const opened = await openPool();
      const task: LocalTask = {
        kind: 'make',
        work: workOf(found),
        runtimeFolder: found.runtimeFolder,
        threads,
        job: null,
      };
      const told = { signal: new AbortController().signal, onNews: () => undefined };
      const result = await opened.run(
        task,
        { ...told, timeLimitMs: 1000 * patience.atLeastSeconds },
        (made) => Promise.resolve(made),
      );
      if (!result.ok) throw new Error(result.detail ?? result.error.message);
      const seconds = Number(result.outputs[0]?.parameters['secondsPerMegapixel']);
      measured.set(id, seconds);
      trials.set(id, 'works');
      await writeFile(
        path.join(found.folder, measuredName),
        JSON.stringify({ secondsPerMegapixel: seconds }),
      );
      log.info({ pack: id, secondsPerMegapixel: seconds }, 'a model was tried');
    } catch (error) {
      // The platform is ending, or the pack is gone again: that says nothing about it.
      if (!pool || !allFound().some(({ pack }) => pack.id === id)) {
        trials.delete(id);
        return;
      }
      trials.set(id, 'fails');
      log.warn({ pack: id, err: error }, 'a model does not run on this machine');
    }
  }

  return {
    name: 'local',
    concurrency: 1,
    async start() {
      for (const found of allFound()) await readMeasured(found);
      void tryAll();
    },
    async stop() {
      const stopping = pool;
      pool = null;
      await stopping?.stop();
    },
    models: () =>
      allFound().map(({ pack }) => describeLocalModel(pack, measured.get(pack.id) ?? null)),
    unavailableReason(model) {
      if (model === undefined) return null;
      const found = allFound().find(({ pack }) => modelIdOf(pack) === model);
      if (!found) return null;
      if (found.pack.memory_bytes > machineMemoryBytes()) return tooSmall;
      return trials.get(found.pack.id) === 'fails' ? broken : null;
    },
    schema: (model, language) => localSchema(findModel(model).pack, language),
    // What is brought is not known here: a photo as phones send them through the app.
    estimateSeconds: ({ model }) => secondsFor(findModel(model).pack.id, 1_000_000),
    run,
    tryOut: async (id) => {
      await tryOut(id);
      await tryAll();
    },
    triedOut: (id) => ({
      secondsPerMegapixel: measured.get(id) ?? null,
      trial: trials.get(id) ?? (measured.has(id) ? 'works' : 'none'),
    }),
  };
}
