import type { LocalizedText } from '../../../src/domain/languages.ts';
import { createOutgoing } from '../../http/outgoing.ts';
import { EngineError } from '../contract/engine.ts';
import type { Engine, EngineContext, EngineJob, EngineOutput } from '../contract/engine.ts';
import { createHealth } from '../health.ts';
import type { HealthPace } from '../health.ts';
import type { EngineTools } from '../kind.ts';
import {
  asUnavailable,
  createBackground,
  readJson,
  readReference,
  writeReference,
} from '../remote.ts';
import { createWebhookReceiver } from '../webhooks.ts';
import { healthAnswer, replicateModel, replicateVersion } from './answers.ts';
import { cancelInContainer, runInContainer } from './container.ts';
import { asDataUrl, inputOf } from './inputs.ts';
import type { CogSettings } from './settings.ts';
import { describeCog, missingInputs } from './models.ts';
import type { CogModel } from './models.ts';
import { readInterface } from './openapi.ts';
import type { CogInterface } from './openapi.ts';
import { collectOutputs, failureOf } from './outputs.ts';
import { cancelAtReplicate, runAtReplicate, sendToReplicate } from './replicate.ts';
import { cogPace } from './server.ts';
import type { CogPace, CogServer } from './server.ts';

const down: LocalizedText = {
  cn: '连不上这个引擎，Kiln 会继续尝试。',
  en: 'This engine can’t be reached; Kiln keeps trying.',
};
const starting: LocalizedText = {
  cn: '模型正在加载，加载好就能用。',
  en: 'The model is still loading; it can be used when that is done.',
};
const broken: LocalizedText = {
  cn: '模型启动失败，要看容器的日志。',
  en: 'The model failed to start: its container’s log tells why.',
};
const unhealthy: LocalizedText = {
  cn: '模型说自己现在状态不好。',
  en: 'The model says that it is not well right now.',
};
const refusedKey: LocalizedText = {
  cn: '这个引擎不接受配置的密钥。',
  en: 'This engine does not take the configured key.',
};
const noPictures: LocalizedText = {
  cn: '这个模型的结果不是图片。',
  en: 'What this model makes are no pictures.',
};
const needsMore = (names: string[]): LocalizedText => ({
  cn: `这个模型还要 ${names.join('、')}，要写进配置的 input 里。`,
  en: `This model also needs ${names.join(', ')}: set it in "input" of the configuration.`,
});

/** A hosted service is not asked how it is every half minute. */
const hostedWellMs = 5 * 60_000;
const documentMaxBytes = 8 * 1024 * 1024;

/** A container built by Cog, or a model of Replicate, as a model of Kiln for every tool that it serves. */
export function createCogEngine(
  settings: CogSettings,
  tools: Pick<EngineTools, 'log' | 'webhookUrl'>,
  pace: Partial<CogPace & HealthPace> = {},
): Engine {
  const { name, url, replicate } = settings;
  const ask = createOutgoing({ hosts: [url, ...settings.files], others: 'refused' });
  const headers: Record<string, string> = settings.key
    ? { Authorization: `Bearer ${settings.key}` }
    : {};
  // A hosted service can be asked at any time, and needs no way in.
  const webhooks =
    tools.webhookUrl !== null && !replicate ? createWebhookReceiver(name, tools.webhookUrl) : null;
  const background = createBackground();
  let known: CogInterface | null = null;
  let models = describeCog(settings, null);

  const server: CogServer = {
    settings,
    ask,
    headers,
    webhooks,
    pace: { ...cogPace, ...pace },
    webhooksStayInside: false,
    known: () =>
      known ?? {
        fields: [],
        containers: new Map(),
        unsupported: [],
        makesFiles: false,
        streams: false,
      },
    keep: (work) => background.keep(work),
  };

  async function readFrom(path: string, signal: AbortSignal): Promise<unknown> {
    const response = await ask(url + path, { headers, signal, maxBytes: documentMaxBytes });
    if (response.ok) return readJson(response);
    await response.body?.cancel();
    throw new EngineError('engine-unavailable', `status ${response.status}`, {
      retryable: response.status !== 401 && response.status !== 403,
    });
  }

  async function readDocument(signal: AbortSignal): Promise<unknown> {
    if (!replicate) return readFrom('/openapi.json', signal);
    const path = `/models/${replicate.model}`;
    if (replicate.version) {
      const answer = await readFrom(`${path}/versions/${replicate.version}`, signal);
      return replicateVersion.parse(answer).openapi_schema;
    }
    return replicateModel.parse(await readFrom(path, signal)).latest_version?.openapi_schema;
  }

  async function learn(signal: AbortSignal): Promise<LocalizedText | null> {
    const read = readInterface(await readDocument(signal));
    if (!read) return down;
    if (!read.makesFiles) return noPictures;
    const missing = missingInputs(settings, read);
    if (missing.length > 0) return needsMore(missing);
    known = read;
    models = describeCog(settings, read);
    return null;
  }

  async function check(signal: AbortSignal): Promise<LocalizedText | null> {
    try {
      if (!replicate) {
        const { status } = healthAnswer.parse(await readFrom('/health-check', signal));
        if (status === 'STARTING' || status === 'UNKNOWN') return starting;
        if (status === 'SETUP_FAILED' || status === 'DEFUNCT') return broken;
        if (status === 'UNHEALTHY') return unhealthy;
      }
      // Read anew each time: another version of the model may stand at the same address.
      return await learn(signal);
    } catch (error) {
      if (error instanceof EngineError && !error.retryable) return refusedKey;
      throw error;
    }
  }

  const health = createHealth({
    name,
    log: tools.log,
    down,
    check,
    pace: { ...(replicate && { wellMs: hostedWellMs }), ...pace },
  });

  function modelOf(name: string): CogModel {
    const found = models.find(({ item }) => item.model === name);
    if (found) return found;
    throw new EngineError('not-found', `No model "${name}"`, { retryable: false });
  }

  async function run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    modelOf(job.model);
    context.signal.throwIfAborted();
    if (!known) {
      throw new EngineError('engine-unavailable', `${name} can’t be used yet`, { retryable: true });
    }
    const { fields } = known;
    const input = (sendFile: typeof asDataUrl) => inputOf(job, settings, server.known(), sendFile);
    context.reportProgress({ phase: 'preparing' });
    const prediction = replicate
      ? await runAtReplicate(server, job, context, () =>
          input(sendToReplicate(server, context.signal)),
        )
      : await runInContainer(server, job, context, await input(asDataUrl));
    if (prediction.status !== 'succeeded') {
      // That prediction is over for good: another attempt may begin a new one.
      await context.saveExternalReference(writeReference({ state: 'none' }));
      throw failureOf(prediction, !replicate);
    }
    context.reportProgress({ phase: 'finishing' });
    const hasSeed = fields.some((field) => field.name === 'seed');
    return collectOutputs({ prediction, job, context, ask, url, headers, hasSeed });
  }

  return {
    name,
    concurrency: settings.concurrency ?? (replicate ? 4 : 1),
    isShared: true,
    ...(settings.startsPerMinute && { startsPerMinute: settings.startsPerMinute }),
    ...(webhooks && { webhooks }),
    start() {
      health.start();
      return Promise.resolve();
    },
    async stop() {
      health.stop();
      await background.settle();
    },
    models: () => models.map(({ item }) => item),
    unavailableReason: () => health.reason(),
    schema: (model, language) => modelOf(model).schema(language),
    estimateSeconds: (job) => 15 + 5 * job.outputs,
    async abandon(_job, reference) {
      const left = readReference(reference);
      if (left.state !== 'submitted') return;
      await (replicate ? cancelAtReplicate(server, left.id) : cancelInContainer(server, left.id));
    },
    async run(job, context) {
      try {
        return await run(job, context);
      } catch (error) {
        context.signal.throwIfAborted();
        const told = asUnavailable(error, name);
        if (told instanceof EngineError && told.code === 'engine-unavailable') health.doubt();
        throw told;
      }
    },
  };
}
