import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import {
  EngineError,
  type Engine,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
} from '../engine.ts';
import { appRecipes } from './apps/recipes.ts';
import type { ThreadNews, ThreadResult, ThreadTask } from './contract.ts';
import type { BuiltinTool } from './tool.ts';
import { looks } from './looks/looks.ts';
import { painterPrompts } from './painter/prompts.ts';
import { builtinTools } from './tools.ts';
import { tryProgram, type FilmProgram } from './video/program.ts';

export interface BuiltinEngineOptions {
  /** Worker threads; by default one core is left to the platform, at most 4. */
  threads?: number;
  /** A path, or a name on PATH, of the program that encodes films; null or nothing: none does. */
  ffmpeg?: string | null;
  log?: { warn(fields: object, message: string): void };
}

/** What is looked for on PATH. */
export const defaultProgram = 'ffmpeg';

const idleTimeoutMs = 60_000;
/** Of the JavaScript heap; pictures live outside it and are bounded by the pixel limits. */
const threadHeapMb = 512;
/** For a thread to end the process it holds; beyond it both are ended from outside. */
const childEndsWithinMs = 2_000;

function toolOf(model: string): BuiltinTool {
  const tool = builtinTools.find((candidate) => candidate.model.model === model);
  if (!tool) throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
  return tool;
}

/** Seconds that are left: the estimate at first, what was really measured later. */
function secondsLeft(estimate: number, elapsed: number, fraction: number): number {
  const expected = Math.max(0, estimate - elapsed);
  if (fraction <= 0) return expected;
  const measured = (elapsed * (1 - fraction)) / fraction;
  const trust = Math.min(1, fraction * 2.5);
  return expected * (1 - trust) + measured * trust;
}

/**
 * The workshop that needs nothing installed: every tool runs in a worker thread of this process, never on
 * its event loop. Aborting ends the thread, so a cancel takes effect whatever the tool is doing.
 */
export function createBuiltinEngine(options: BuiltinEngineOptions = {}): Engine {
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  let pool: Piscina<ThreadTask, ThreadResult> | null = null;
  let trying: Promise<FilmProgram | null> | null = null;
  const children = new Set<number>();

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

  /** Of a thread that is no more. */
  function endChild(pid: number): void {
    children.delete(pid);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It had ended.
    }
  }

  async function run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const tool = toolOf(job.model);
    // Tried once, and waited for by those who need it.
    const isFilm = tool.model.gen_type === 'video';
    const ffmpeg = isFilm ? await (trying ??= findProgram()) : null;
    context.signal.throwIfAborted();
    if (!pool) {
      throw new EngineError('engine-unavailable', 'The engine is stopped', { retryable: true });
    }
    const channel = new MessageChannel();
    const startedMs = performance.now();
    const estimate = tool.estimateSeconds(job);
    let fraction = 0;
    const tell = (): void => {
      const elapsed = (performance.now() - startedMs) / 1000;
      const waitSeconds = secondsLeft(estimate, elapsed, fraction);
      const phase = fraction > 0 ? 'generating' : 'preparing';
      context.reportProgress({ phase, fraction, waitSeconds, queuePosition: 0 });
    };
    /** Ends the thread; the process it holds goes first, since nobody else would know of its end. */
    const stopping = new AbortController();
    let child: number | null = null;
    let isThreadGone = true;
    let giveUp: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      if (child === null) return stopping.abort();
      channel.port1.postMessage('end');
      giveUp = setTimeout(() => stopping.abort(), childEndsWithinMs);
    };
    channel.port1.on('message', (news: ThreadNews) => {
      if (typeof news === 'object') {
        if (child !== null) children.delete(child);
        child = news.child;
        if (child !== null) children.add(child);
        if (context.signal.aborted) onAbort();
        return;
      }
      if (context.signal.aborted) return;
      fraction = Math.max(fraction, news);
      tell();
    });
    context.signal.addEventListener('abort', onAbort);
    tell();
    try {
      const { input, sources, seed, outputs, model } = job;
      const progress = channel.port2;
      const task: ThreadTask = { model, input, sources, seed, outputs, ffmpeg, progress };
      const result = await pool.run(task, { signal: stopping.signal, transferList: [progress] });
      // Its last words about the process may still be on their way.
      isThreadGone = false;
      context.signal.throwIfAborted();
      if (!result.ok) {
        if (result.code === 'engine-failed') {
          options.log?.warn({ job: job.id, model, detail: result.message }, 'tool failed');
        }
        throw new EngineError(result.code, result.message, { retryable: result.retryable });
      }
      return result.outputs.map((output) => ({ ...output, model, censored: false }));
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (error instanceof EngineError) throw error;
      // The thread itself died (out of memory, a crash in native code).
      options.log?.warn({ job: job.id, model: job.model, error }, 'thread failed');
      throw new EngineError('engine-failed', 'The worker thread ended', {
        retryable: true,
        cause: error,
      });
    } finally {
      clearTimeout(giveUp);
      context.signal.removeEventListener('abort', onAbort);
      if (child !== null && isThreadGone) endChild(child);
      else if (child !== null) children.delete(child);
      channel.port1.close();
    }
  }

  return {
    name: 'builtin',
    concurrency: threads,
    start() {
      pool ??= new Piscina<ThreadTask, ThreadResult>({
        filename: new URL('./tool.worker.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: idleTimeoutMs,
        // Blocking on Atomics between tasks would starve sharp's callbacks.
        atomics: 'disabled',
        resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
      });
      return Promise.resolve();
    },
    async stop() {
      const stopping = pool;
      pool = null;
      await stopping?.destroy();
      for (const child of children) endChild(child);
    },
    templates: () => appRecipes.map(({ id, base }) => ({ model: id, base })),
    models: () => builtinTools.map((tool) => tool.model),
    unavailableReason: (model) => (model ? (toolOf(model).unavailableReason?.() ?? null) : null),
    loras: () => [...looks],
    prompts: (language) => painterPrompts[language],
    schema: (model, language) => toolOf(model).schema(language),
    estimateSeconds: (job) => toolOf(job.model).estimateSeconds(job),
    run,
  };
}
