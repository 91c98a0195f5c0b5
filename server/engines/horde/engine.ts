import { EngineError, type Engine, type EngineModel } from '../engine.ts';
import { createHordeClient, type HordeConnection } from './client.ts';
import { expectedModels, hordeModelName, hordeSchema, offeredModels } from './models.ts';
import { createHordeRunner, type HordePace } from './run.ts';

export interface HordeEngineOptions extends HordeConnection {
  log?: { warn(fields: object, message: string): void };
  /** Tests run on a server of their own and need not wait as long. */
  pace?: Partial<HordePace>;
}

const refreshMs = 60_000;
const refreshMaxMs = 10 * 60_000;
/** The Horde admits 30 waiting pictures a key; more jobs than this would only queue there instead of here. */
const jobsAtOnce = 6;

const unreachable = {
  cn: '暂时连不上 AI Horde，稍后会自动重试。',
  en: 'The AI Horde can’t be reached right now; Kiln keeps trying.',
};
const deserted = {
  cn: 'AI Horde 上暂时没有可用的模型。',
  en: 'No model is being served on the AI Horde right now.',
};

/** Text to image on the community's GPUs, see README.md beside this folder. */
export function createHordeEngine(options: HordeEngineOptions): Engine {
  const client = createHordeClient(options);
  let models: EngineModel[] = expectedModels();
  let reason: ReturnType<Engine['unavailableReason']> = unreachable;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  const stopping = new AbortController();
  const runner = createHordeRunner({
    client,
    baseUrl: options.baseUrl,
    log: options.log,
    pace: options.pace,
    isServed: (name) => reason !== null || models.some((model) => model.name === name),
  });

  async function refresh(): Promise<void> {
    try {
      const offered = offeredModels(await client.imageModels(stopping.signal));
      failures = 0;
      // The server's cache is empty for a moment after its start; the last list is better than none.
      if (offered.length > 0) models = offered;
      reason = offered.length > 0 ? null : deserted;
    } catch {
      failures += 1;
      reason = unreachable;
      if (failures === 1 && !stopping.signal.aborted) {
        options.log?.warn({ engine: 'horde' }, 'the AI Horde cannot be reached');
      }
    }
    if (stopping.signal.aborted) return;
    const pauseMs = Math.min(refreshMaxMs, refreshMs * 2 ** Math.min(failures, 4));
    // The first failures are often a network that is just coming up.
    timer = setTimeout(
      () => void refresh(),
      failures > 0 && failures < 4 ? 5_000 * failures : pauseMs,
    );
    timer.unref();
  }

  return {
    name: 'horde',
    concurrency: jobsAtOnce,
    start() {
      // Not awaited: a platform without a network starts as quickly as one with.
      void refresh();
      return Promise.resolve();
    },
    async stop() {
      stopping.abort();
      if (timer) clearTimeout(timer);
      await runner.settle();
    },
    models: () => models,
    unavailableReason: () => reason,
    schema(model, language) {
      if (hordeModelName(model) === null) {
        throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
      }
      return hordeSchema(language);
    },
    estimateSeconds: (job) => 25 + 10 * job.outputs,
    run: runner.run,
  };
}
