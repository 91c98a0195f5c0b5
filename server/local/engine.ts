import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { InputValues } from '../../src/domain/model.ts';
import type { GpuChoice, PackTrial } from '../../src/domain/packs.ts';
import { EngineError, type Engine, type EngineContext } from '../engines/contract/engine.ts';
import type { EngineJob, EngineOutput } from '../engines/contract/engine.ts';
import { runInPool } from '../engines/contract/process-job.ts';
import type { ProcessNews, ProcessResult } from '../engines/contract/process-job.ts';
import type { Log } from '../log.ts';
import { startPool, type ProcessPool } from '../processes/pool.ts';
import { unpack } from '../processes/scratch.ts';
import type { InstalledPack } from '../packs/service.ts';
import { wordsSeconds, type DiffusionPace } from '../../src/diffusion/make.ts';
import type { DiffusionMode } from '../../src/diffusion/run.ts';
import { agree } from '../../src/diffusion/agree.ts';
import type { LocalTask, LocalWork, Provider } from './contract.ts';
import { describeLocalModel, localSchema, offersOf } from './models.ts';
import type { ModelPack } from './models.ts';
import { chosenFor, readPace, readTried, usualSeconds } from './pace.ts';
import type { Pace, Tried } from './pace.ts';
import { processMemoryBytes } from './room.ts';

export interface LocalEngineOptions {
  /** What is installed now; asked often. */
  usable: () => readonly InstalledPack[];
  /** Threads of a model; by default as many as the machine has. */
  threads?: number;
  /** Whether a graphics card is used; `auto` by default. */
  gpu?: GpuChoice;
  log: Pick<Log, 'info' | 'warn'>;
}

export interface LocalEngine extends Engine {
  /** Tries a model that was just installed: whether it runs here, and how fast. Never rejects. */
  tryOut(pack: string): Promise<void>;
  /** What came of it. */
  triedOut(pack: string): PackPace & { trial: PackTrial };
}

/** How fast a pack is here; both null while nobody knows. */
export interface PackPace {
  /** Of one that works on a picture. */
  secondsPerMegapixel: number | null;
  /** Of one that makes pictures from words, as they are made at first. */
  secondsPerPicture: number | null;
}

/** An installed pack, with the program that runs it. */
interface Found {
  pack: ModelPack;
  folder: string;
  notesFolder: string;
  runtimeFolder: string;
}

/** One of the models that it is offered as. */
interface FoundModel extends Found {
  mode: DiffusionMode | null;
}

const heapMb = 512;
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

function workOf({ pack, folder }: Found, mode: DiffusionMode | null): LocalWork {
  const at = (file: string): string => path.join(folder, file);
  if (pack.task === 'diffusion') {
    const { parts } = pack.run;
    const placed = {
      vocabulary: at(parts.vocabulary),
      merges: at(parts.merges),
      text_encoder: at(parts.text_encoder),
      unet: at(parts.unet),
      decoder: at(parts.decoder),
      encoder: parts.encoder === null ? null : at(parts.encoder),
      tiny_decoder: parts.tiny_decoder === null ? null : at(parts.tiny_decoder),
    };
    const loras = pack.run.loras?.map(({ name, file }) => ({ name, file: at(file) }));
    const run = { ...pack.run, parts: placed, ...(loras && { loras }) };
    return { task: 'diffusion', mode: mode ?? 'text-to-image', run };
  }
  if (pack.task === 'deblur') {
    return { task: 'deblur', run: { ...pack.run, graph: at(pack.run.graph) } };
  }
  const scales = pack.run.scales.map(({ scale, graph }) => ({ scale, graph: at(graph) }));
  return { task: 'upscale', run: { ...pack.run, scales } };
}

/** Of a picture from words, in the beginning: SD 1.5 with 20 steps on a modest machine. */
const paceGuess: DiffusionPace = { stepSeconds: 3, restSeconds: 8, pixels: 512 * 512 };

/**
 * Models of installed packs on the platform's own machine, on its graphics card where that is right and faster, in a
 * process of their own: one job at a time, ended at once by a cancel. Its models come and go with their packs (ADR 0051).
 */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { usable, log } = options;
  const threads = options.threads ?? availableParallelism();
  const gpu = options.gpu ?? 'auto';
  const measured = new Map<string, Tried>();
  const trials = new Map<string, PackTrial>();
  const beingTried = new Map<string, Promise<void>>();
  let pool: ProcessPool<LocalTask, ProcessResult, ProcessNews> | null = null;

  function allFound(): Found[] {
    const packs = usable();
    const runtime = packs.find(({ manifest }) => manifest.task === 'runtime');
    if (!runtime) return [];
    return packs.flatMap(({ manifest, folder, notesFolder }) =>
      manifest.task === 'runtime' || manifest.task === 'device-runtime' || manifest.task === 'judge'
        ? []
        : [{ pack: manifest, folder, notesFolder, runtimeFolder: runtime.folder }],
    );
  }

  function lookFor(model: string): FoundModel | null {
    for (const found of allFound()) {
      const offer = offersOf(found.pack).find((one) => one.model === model);
      if (offer) return { ...found, mode: offer.mode };
    }
    return null;
  }

  function findModel(model: string): FoundModel {
    const found = lookFor(model);
    if (!found) throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
    return found;
  }

  /** Made when it is needed: most platforms have no pack. */
  async function openPool() {
    return (pool ??= await startPool<LocalTask, ProcessResult, ProcessNews>({
      entry: new URL('./local.process.ts', import.meta.url),
      most: 1,
      memoryBytes: processMemoryBytes(),
      heapMb,
    }));
  }

  async function readMeasured({ pack, notesFolder }: Found): Promise<void> {
    if (measured.has(pack.id)) return;
    try {
      const file = path.join(notesFolder, measuredName);
      const tried = readTried(JSON.parse(await readFile(file, 'utf8')));
      if (tried) measured.set(pack.id, tried);
    } catch {
      // Nobody measured it yet.
    }
  }

  /** What runs a pack, and how fast that is; null before it was tried. */
  function chosen(pack: ModelPack): { provider: Provider; pace: Pace } | null {
    const tried = measured.get(pack.id);
    return tried ? chosenFor(pack, tried, gpu) : null;
  }
  const providerOf = (pack: ModelPack): Provider => chosen(pack)?.provider ?? 'cpu';

  /** Of a pack: seconds for each megapixel, or for a picture as it is made at first. */
  function paceOf(pack: ModelPack): number | null {
    const known = chosen(pack);
    return known ? usualSeconds(pack, known.pace) : null;
  }

  function paceFor(id: string): PackPace {
    const pack = allFound().find((found) => found.pack.id === id)?.pack;
    const seconds = pack ? paceOf(pack) : null;
    const isFromWords = pack?.task === 'diffusion';
    return {
      secondsPerMegapixel: isFromWords ? null : seconds,
      secondsPerPicture: isFromWords ? seconds : null,
    };
  }

  function secondsFor(
    pack: ModelPack,
    { input, pixels, outputs }: { input: InputValues; pixels: number; outputs: number },
  ): number {
    const pace = chosen(pack)?.pace;
    if (pack.task !== 'diffusion') {
      return ((paceOf(pack) ?? secondsPerMegapixelGuess) * pixels) / 1_000_000;
    }
    const { width, height } = pack.run.defaults;
    const asked = Number(input['width'] ?? width) * Number(input['height'] ?? height);
    const known = pace && 'stepSeconds' in pace ? pace : paceGuess;
    return wordsSeconds(pack.run, known, input, asked, outputs);
  }

  const running = ({ pack, runtimeFolder }: Found, provider = providerOf(pack)) => ({
    runtimeFolder,
    provider,
    threads,
  });

  /** After a cancel: whoever cancels often asks for something better at once. */
  async function warm(opened: NonNullable<typeof pool>, found: FoundModel): Promise<void> {
    if (opened !== pool) return;
    const work = workOf(found, found.mode);
    const task: LocalTask = { kind: 'warm', work, ...running(found) };
    const told = { signal: new AbortController().signal, onNews: () => undefined };
    const options = { ...told, timeLimitMs: 1000 * patience.atLeastSeconds };
    await opened.run(task, options, () => Promise.resolve()).catch(() => undefined);
  }

  async function run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const found = findModel(job.model);
    const { pack } = found;
    const { signal } = context;
    const pixels = job.sources.reduce((sum, { width, height }) => sum + width * height, 0);
    const { input, sources, seed, outputs } = job;
    const opened = await openPool();
    signal.throwIfAborted();
    // Its process ends with it; the next job finds another that has the model already.
    const afterwards = (): void => {
      if (signal.reason !== 'shutdown') void warm(opened, found);
    };
    signal.addEventListener('abort', afterwards, { once: true });
    const made = (provider: Provider): Promise<EngineOutput[]> => {
      const estimateSeconds = secondsFor(pack, { input, pixels, outputs });
      return runInPool({
        pool: opened,
        task: {
          kind: 'make',
          work: workOf(found, found.mode),
          ...running(found, provider),
          job: { input, sources, seed, outputs },
          tellsPreviews: true,
        },
        job,
        context,
        estimateSeconds,
        timeLimitMs: 1000 * (patience.atLeastSeconds + patience.estimates * estimateSeconds),
        log,
      });
    };
    const provider = providerOf(pack);
    try {
      return await made(provider);
    } catch (error) {
      const isOfCard =
        provider !== 'cpu' && error instanceof EngineError && error.code === 'engine-failed';
      const tried = measured.get(pack.id);
      if (!isOfCard || !tried || signal.aborted) throw error;
      log.warn({ pack: pack.id, err: error }, 'the graphics card failed; the processor goes on');
      await note(found, { ...tried, graphics: null });
      return made('cpu');
    }
  }

  /** Packs that can be used now and were not tried yet: a runtime may have come after its models. */
  async function tryAll(): Promise<void> {
    for (const { pack } of allFound()) {
      if (!measured.has(pack.id) && !trials.has(pack.id)) await tryOut(pack.id);
    }
  }

  async function note({ pack, notesFolder }: Found, tried: Tried): Promise<void> {
    measured.set(pack.id, tried);
    await writeFile(path.join(notesFolder, measuredName), JSON.stringify(tried));
  }

  /** Lets a model make nothing in particular. @throws Error where it does not run so */
  async function measureOn(found: Found, provider: Provider, limitSeconds: number) {
    const opened = await openPool();
    const task: LocalTask = {
      kind: 'make',
      work: workOf(found, null),
      ...running(found, provider),
      job: null,
      tellsPreviews: false,
    };
    const told = { signal: new AbortController().signal, onNews: () => undefined };
    const limits = { ...told, timeLimitMs: 1000 * limitSeconds };
    const beganMs = performance.now();
    return opened.run(task, limits, async (result) => {
      if (!result.ok) throw new Error(result.detail ?? result.error.message);
      const [output] = result.outputs;
      const noted = output?.parameters['pace'];
      const pace = readPace(typeof noted === 'string' ? JSON.parse(noted) : null);
      if (!output || !pace) throw new Error('it was not measured');
      // A copy of its own: bytes of a message begin anywhere.
      const bytes = Uint8Array.from(await unpack(output.packed));
      const seconds = (performance.now() - beganMs) / 1000;
      return { pace, made: new Float32Array(bytes.buffer), seconds };
    });
  }

  /** As on devices: the processor is right and always there. @returns null where the graphics card can't be used */
  async function measureGraphics(
    found: Found,
    processor: Awaited<ReturnType<typeof measureOn>>,
  ): Promise<Pace | null> {
    if (gpu === 'off') return null;
    // A card prepares itself for each network; one that only seems to be a card must not keep the machine for long.
    const limitSeconds = Math.max(60, 3 * processor.seconds);
    try {
      const graphics = await measureOn(found, 'webgpu', limitSeconds);
      const isRight = agree(processor.made, graphics.made);
      if (!isRight) log.warn({ pack: found.pack.id }, 'the graphics card makes something else');
      return isRight ? graphics.pace : null;
    } catch (error) {
      log.info({ pack: found.pack.id, why: String(error) }, 'no graphics card can be used');
      return null;
    }
  }

  /** One that is being tried is not tried beside that: a start and an installation may both want to know. */
  function tryOut(id: string): Promise<void> {
    const known = beingTried.get(id);
    if (known) return known;
    const trying = tryNow(id).finally(() => beingTried.delete(id));
    beingTried.set(id, trying);
    return trying;
  }

  async function tryNow(id: string): Promise<void> {
    const found = allFound().find(({ pack }) => pack.id === id);
    if (!found || found.pack.memory_bytes > processMemoryBytes()) return;
    trials.set(id, 'running');
    try {
      const processor = await measureOn(found, 'cpu', patience.atLeastSeconds);
      const graphics = await measureGraphics(found, processor);
      trials.set(id, 'works');
      await note(found, { processor: processor.pace, graphics });
      log.info({ pack: id, ...chosen(found.pack) }, 'a model was tried');
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
      allFound().flatMap(({ pack }) =>
        offersOf(pack).map((offer) =>
          describeLocalModel(pack, offer, paceOf(pack), providerOf(pack)),
        ),
      ),
    loras: () => {
      const packs = allFound().map(({ pack }) => pack);
      const all = packs.flatMap((pack) =>
        pack.task === 'diffusion' ? (pack.run.loras ?? []) : [],
      );
      return [...new Set(all.map(({ name }) => name))].map((name) => ({
        name,
        label: { cn: name, en: name },
      }));
    },
    unavailableReason(model) {
      const found = model === undefined ? null : lookFor(model);
      if (!found) return null;
      if (found.pack.memory_bytes > processMemoryBytes()) return tooSmall;
      return trials.get(found.pack.id) === 'fails' ? broken : null;
    },
    schema(model, language) {
      const { pack, mode } = findModel(model);
      return localSchema(pack, mode, language);
    },
    // What is brought is not known here: a photo as phones send them through the app.
    estimateSeconds: ({ model, input, outputs }) =>
      secondsFor(findModel(model).pack, { input, pixels: 1_000_000, outputs }),
    run,
    tryOut: async (id) => {
      await tryOut(id);
      await tryAll();
    },
    triedOut: (id) => ({
      ...paceFor(id),
      trial: trials.get(id) ?? (measured.has(id) ? 'works' : 'none'),
    }),
  };
}
