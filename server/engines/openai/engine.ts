import { createOutgoing } from '../../http/outgoing.ts';
import { EngineError } from '../contract/engine.ts';
import type { Engine } from '../contract/engine.ts';
import { createHealth } from '../health.ts';
import type { HealthPace } from '../health.ts';
import type { EngineTools } from '../kind.ts';
import { asUnavailable } from '../remote.ts';
import type { OpenaiSettings } from './settings.ts';
import { describeOpenai, openaiSchema, toolsOf } from './models.ts';
import type { OpenaiTool } from './models.ts';
import { openaiPace, runOpenai } from './run.ts';
import type { OpenaiPace, OpenaiServer } from './run.ts';

const down = {
  cn: '连不上这个图片服务，Kiln 会继续尝试。',
  en: 'This picture service can’t be reached; Kiln keeps trying.',
};
const refusedKey = {
  cn: '这个图片服务不接受配置的密钥。',
  en: 'This picture service does not take the configured key.',
};

/** A hosted service is not asked how it is every half minute. */
const hostedWellMs = 5 * 60_000;

/** A server that speaks OpenAI's image API, with the models that the configuration names. */
export function createOpenaiEngine(
  settings: OpenaiSettings,
  { log }: Pick<EngineTools, 'log'>,
  pace: Partial<OpenaiPace & HealthPace> = {},
): Engine {
  const ask = createOutgoing({ hosts: [settings.url, ...settings.files], others: 'refused' });
  const server: OpenaiServer = {
    settings,
    ask,
    headers: settings.key ? { Authorization: `Bearer ${settings.key}` } : {},
    pace: { ...openaiPace, ...pace },
  };
  const health = createHealth({
    name: settings.name,
    log,
    down,
    pace: { ...(settings.paid && { wellMs: hostedWellMs }), ...pace },
    async check(signal) {
      const response = await ask(`${settings.url}/models`, {
        headers: server.headers,
        signal,
        maxBytes: 8 * 1024 * 1024,
      });
      await response.body?.cancel();
      if (response.status === 401 || response.status === 403) return refusedKey;
      // Not every server lists its models; any answer of its own is a sign of life.
      return response.status < 500 ? null : down;
    },
  });

  const tools = toolsOf(settings);

  function toolOf(model: string): OpenaiTool {
    const found = tools.find(({ id }) => id === model);
    if (found) return found;
    throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
  }

  return {
    name: settings.name,
    concurrency: settings.concurrency ?? (settings.paid ? 4 : 1),
    isShared: true,
    ...(settings.startsPerMinute && { startsPerMinute: settings.startsPerMinute }),
    start() {
      health.start();
      return Promise.resolve();
    },
    stop() {
      health.stop();
      return Promise.resolve();
    },
    models: () => tools.map((tool) => describeOpenai(settings, tool)),
    unavailableReason: () => health.reason(),
    schema: (model, language) => openaiSchema(toolOf(model), language),
    estimateSeconds: (job) => 15 + 10 * job.outputs,
    async run(job, context) {
      try {
        return await runOpenai(server, toolOf(job.model), job, context);
      } catch (error) {
        context.signal.throwIfAborted();
        const told = asUnavailable(error, settings.name);
        if (told instanceof EngineError && told.code === 'engine-unavailable') health.doubt();
        throw told;
      }
    },
  };
}
