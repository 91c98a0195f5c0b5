import { workedPixels } from '../../src/domain/credits.ts';
import { promptLanguage } from '../../src/domain/languages.ts';
import { availableParallelism } from 'node:os';
import {
  EngineError,
  toldEngineError,
  type Engine,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
} from '../engines/contract/engine.ts';
import { appRecipes } from './apps/recipes.ts';
import { ProcessEnded } from '../processes/host.ts';
import { memoryForEach } from '../processes/memory.ts';
import { startPool, type ProcessPool } from '../processes/pool.ts';
import { unpack } from '../processes/scratch.ts';
import type { ProcessNews, ProcessResult, ProcessTask } from './contract.ts';
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

/** Seconds that are left: the estimate at first, what was really measured later. */
function secondsLeft(estimate: number, elapsed: number, fraction: number): number {
  const expected = Math.max(0, estimate - elapsed);
  if (fraction <= 0) return expected;
  const measured = (elapsed * (1 - fraction)) / fraction;
  const trust = Math.min(1, fraction * 2.5);
  return expected * (1 - trust) + measured * trust;
}

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

  async function received(job: EngineJob, result: ProcessResult): Promise<EngineOutput[]> {
    const { model } = job;
    if (!result.ok) {
      if (result.error.code === 'engine-failed') {
        const detail = result.detail ?? result.error.message;
        options.log?.warn({ job: job.id, model, detail }, 'tool failed');
      }
      throw toldEngineError(result.error);
    }
    return Promise.all(
      result.outputs.map(async ({ packed, ...output }) => {
        return { ...output, data: await unpack(packed), model, censored: false };
      }),
    );
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
    const startedMs = performance.now();
    const estimate = tool.estimateSeconds(job);
    let fraction = 0;
    const tell = (): void => {
      const elapsed = (performance.now() - startedMs) / 1000;
      const waitSeconds = secondsLeft(estimate, elapsed, fraction);
      const phase = fraction > 0 ? 'generating' : 'preparing';
      context.reportProgress({ phase, fraction, waitSeconds, queuePosition: 0 });
    };
    tell();
    const { input, sources, seed, outputs, model } = job;
    const task: ProcessTask = { model, input, sources, seed, outputs, ffmpeg };
    try {
      const made = await pool.run(
        task,
        {
          signal,
          timeLimitMs: options.timeLimitMs ?? timeLimitOf(job, estimate),
          isAlone: job.runsAlone ?? false,
          onNews(news) {
            fraction = Math.max(fraction, news);
            tell();
          },
        },
        (result) => received(job, result),
      );
      signal.throwIfAborted();
      return made;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof EngineError) throw error;
      options.log?.warn({ job: job.id, model, err: error }, 'a process of the workshop ended');
      if (error instanceof ProcessEnded) {
        throw new EngineError('too-demanding', 'It took too much memory or time, twice', {
          retryable: false,
          endedProcess: true,
          cause: error,
        });
      }
      throw new EngineError('engine-failed', 'The process could not be used', {
        retryable: true,
        cause: error,
      });
    }
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
