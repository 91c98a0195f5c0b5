import { workedPixels } from '../../src/domain/credits.ts';
import { promptLanguage } from '../../src/domain/languages.ts';
import { availableParallelism } from 'node:os';
import {
  EngineError,
  type Engine,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
} from '../engines/contract/engine.ts';
import { appRecipes } from './apps/recipes.ts';
import { memoryForEach } from '../processes/memory.ts';
import { startPool, type ProcessPool } from '../processes/pool.ts';
import {
  runInPool,
  type ProcessNews,
  type ProcessResult,
} from '../engines/contract/process-job.ts';
import type { ProcessTask } from './contract.ts';
import { picturesOf } from './covers.ts';
import type { BuiltinTool } from './tool.ts';
import { looks, looksOf } from './looks/looks.ts';
import { painterPrompts } from './painter/prompts.ts';
import { pricedPixels, sourceMaxPixels } from './picture/limits.ts';
import { builtinTools } from './tools.ts';
import { tryProgram, type FilmProgram } from './video/program.ts';

export interface BuiltinEngineOptions {
  /** Jobs at once, each in a process; by default one core is left to the platform, at most 4. */
  processes?: number;
  /** A path, or a name on PATH, of the program that encodes films; null or nothing: none does. */
  ffmpeg?: string | null;
  log?: { warn(fields: object, message: string): void };
  /** What a process runs, and its bounds, where a test needs others. */
  entry?: URL;
  memoryBytes?: number;
  timeLimitMs?: number;
}

/** What is looked for on PATH. */
export const defaultProgram = 'ffmpeg';

/** Of the JavaScript heap; pictures live outside it and count for the whole process only. */
const heapMb = 512;

/** Machines that are busy are slow, but not as slow as this: beyond it, a tool does not come to an end. */
const patience = { atLeastSeconds: 60, estimates: 20, secondsPerMegapixel: 10 };

function timeLimitOf(job: EngineJob, estimateSeconds: number): number {
  const brought = job.sources.reduce((sum, { width, height }) => sum + width * height, 0);
  const pixels = Math.max(brought, workedPixels(toolOf(job.model).model, job.input, job.sources));
  const { atLeastSeconds, estimates, secondsPerMegapixel } = patience;
  const byWork = estimates * estimateSeconds + (secondsPerMegapixel * pixels) / 1_000_000;
  return (atLeastSeconds + byWork) * 1_000;
}

function toolOf(model: string): BuiltinTool {
  const tool = builtinTools.find((candidate) => candidate.model.model === model);
  if (!tool) throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
  return tool;
}

/** What a tool's own file leaves open: its cover, and how much of a picture it takes. */
const offered = builtinTools.map(({ model }) => ({
  ...model,
  ...picturesOf(model.model),
  upload_max_pixels: model.upload === null ? null : (model.upload_max_pixels ?? sourceMaxPixels),
  cost_pixels: pricedPixels,
}));

/**
 * The workshop that needs nothing installed: every tool runs in a child process, so that whatever a file does to a
 * decoder costs its own job alone. Aborting ends the process, so a cancel takes effect whatever the tool is doing.
 */
export function createBuiltinEngine(options: BuiltinEngineOptions = {}): Engine {
  const processes = options.processes ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  let pool: ProcessPool<ProcessTask, ProcessResult, ProcessNews> | null = null;
  let trying: Promise<FilmProgram | null> | null = null;

  async function findProgram(): Promise<FilmProgram | null> {
    if (!options.ffmpeg) return null;
    const found = await tryProgram(options.ffmpeg);
    if ('program' in found) return found.program;
    // Most machines have none, and were not asked to.
    if (!found.isMissing || options.ffmpeg !== defaultProgram) {
      options.log?.warn({ reason: found.reason }, 'films are encoded without ffmpeg');
    }
    return null;
  }

  async function run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const { signal } = context;
    const tool = toolOf(job.model);
    // Tried once, and waited for by those who need it.
    const isFilm = tool.model.gen_type === 'video';
    const ffmpeg = isFilm ? await (trying ??= findProgram()) : null;
    signal.throwIfAborted();
    if (!pool) {
      throw new EngineError('engine-unavailable', 'The engine is stopped', { retryable: true });
    }
    const estimateSeconds = tool.estimateSeconds(job);
    const { input, sources, seed, outputs, model } = job;
    return runInPool({
      pool,
      task: { model, input, sources, seed, outputs, ffmpeg },
      job,
      context,
      estimateSeconds,
      timeLimitMs: options.timeLimitMs ?? timeLimitOf(job, estimateSeconds),
      log: options.log,
    });
  }

  return {
    name: 'builtin',
    concurrency: processes,
    async start() {
      pool ??= await startPool<ProcessTask, ProcessResult, ProcessNews>({
        entry: options.entry ?? new URL('./tool.process.ts', import.meta.url),
        most: processes,
        memoryBytes: options.memoryBytes ?? memoryForEach(processes),
        heapMb,
      });
    },
    async stop() {
      const stopping = pool;
      pool = null;
      await stopping?.stop();
    },
    templates: () => appRecipes.map(({ id, base }) => ({ model: id, base })),
    models: () => offered,
    unavailableReason: (model) => (model ? (toolOf(model).unavailableReason?.() ?? null) : null),
    loras: () => [...looks],
    prompts: (language) => painterPrompts[promptLanguage(language)],
    schema: (model, language) => toolOf(model).schema(language),
    assertInput({ model, input }) {
      if (toolOf(model).schema('en').properties['loras']) looksOf(input['loras']);
    },
    estimateSeconds: (job) => toolOf(job.model).estimateSeconds(job),
    run,
  };
}
