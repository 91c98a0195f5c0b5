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
import type { ThreadResult, ThreadTask } from './contract.ts';
import type { BuiltinTool } from './tool.ts';
import { looks } from './looks/looks.ts';
import { painterPrompts } from './painter/prompts.ts';
import { builtinTools } from './tools.ts';

export interface BuiltinEngineOptions {
  /** Worker threads; by default one core is left to the platform, at most 4. */
  threads?: number;
  log?: { warn(fields: object, message: string): void };
}

const idleTimeoutMs = 60_000;
/** Of the JavaScript heap; pictures live outside it and are bounded by the pixel limits. */
const threadHeapMb = 512;

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

  async function run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const tool = toolOf(job.model);
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
    channel.port1.on('message', (told: number) => {
      if (context.signal.aborted) return;
      fraction = Math.max(fraction, told);
      tell();
    });
    tell();
    try {
      const { input, sources, seed, outputs, model } = job;
      const task: ThreadTask = { model, input, sources, seed, outputs, progress: channel.port2 };
      const transferList = [channel.port2];
      const result = await pool.run(task, { signal: context.signal, transferList });
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
