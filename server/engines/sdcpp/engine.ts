import { createOutgoing } from '../../http/outgoing.ts';
import { EngineError } from '../contract/engine.ts';
import type { Engine } from '../contract/engine.ts';
import { createHealth } from '../health.ts';
import type { HealthPace } from '../health.ts';
import type { EngineTools } from '../kind.ts';
import { createBackground, readJson, readReference } from '../remote.ts';
import { capabilities } from './answers.ts';
import type { Capabilities } from './answers.ts';
import type { SdcppSettings } from './settings.ts';
import { modeOf, sdcppModels, sdcppSchema } from './models.ts';
import { cancelRemote, runSdcpp, sdcppPace } from './run.ts';
import type { SdcppPace, SdcppServer } from './run.ts';

const down = {
  cn: '连不上这个 stable-diffusion.cpp 服务器，Kiln 会继续尝试。',
  en: 'This stable-diffusion.cpp server can’t be reached; Kiln keeps trying.',
};
const noPictures = {
  cn: '这个 stable-diffusion.cpp 服务器加载的模型不能生成图片。',
  en: 'The model of this stable-diffusion.cpp server makes no pictures.',
};

const noNativeApi = {
  cn: '这个服务器没有 /sdcpp/v1，要更新的 stable-diffusion.cpp 才行。',
  en: 'This server has no /sdcpp/v1: it takes a newer stable-diffusion.cpp.',
};

/** What every server of this kind can do; true to one only once it has answered. */
const unknownServer = capabilities.parse({});

/** A stable-diffusion.cpp server as text to image, image to image and inpainting. */
export function createSdcppEngine(
  settings: SdcppSettings,
  tools: Pick<EngineTools, 'log'>,
  pace: Partial<SdcppPace & HealthPace> = {},
): Engine {
  const ask = createOutgoing({ hosts: [settings.url], others: 'refused' });
  let known: Capabilities = unknownServer;
  const { references = 0 } = settings;
  const server: SdcppServer = {
    name: settings.name,
    url: settings.url,
    ask,
    headers: settings.key ? { Authorization: `Bearer ${settings.key}` } : {},
    pace: { ...sdcppPace, ...pace },
    known: () => known,
  };
  const background = createBackground();
  const health = createHealth({
    name: settings.name,
    log: tools.log,
    down,
    pace,
    async check(signal) {
      const response = await ask(`${settings.url}/sdcpp/v1/capabilities`, {
        headers: server.headers,
        signal,
        maxBytes: 1024 * 1024,
      });
      if (!response.ok) {
        await response.body?.cancel();
        return response.status === 404 ? noNativeApi : down;
      }
      const answer = capabilities.parse(await readJson(response));
      if (!answer.supported_modes.includes('img_gen')) return noPictures;
      known = answer;
      return null;
    },
  });

  return {
    name: settings.name,
    concurrency: settings.concurrency ?? 1,
    isShared: true,
    ...(settings.startsPerMinute && { startsPerMinute: settings.startsPerMinute }),
    start() {
      health.start();
      return Promise.resolve();
    },
    async stop() {
      health.stop();
      await background.settle();
    },
    models: () =>
      sdcppModels({
        name: settings.name,
        label: settings.label,
        cost: settings.cost,
        costPixels: settings.cost_pixels ?? null,
        known,
        references,
      }),
    unavailableReason: () => health.reason(),
    loras: () => known.loras.map(({ name }) => ({ name, label: { cn: name, en: name } })),
    schema(model, language) {
      const mode = modeOf(settings.name, model);
      if (mode === null || (mode === 'references' && references === 0)) {
        throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
      }
      return sdcppSchema(mode, known, references, language);
    },
    estimateSeconds: (job) => 5 + 15 * job.outputs,
    async abandon(_job, reference) {
      const left = readReference(reference);
      if (left.state === 'submitted') await cancelRemote(server, left.id);
    },
    async run(job, context) {
      try {
        return await runSdcpp(server, job, context, (id) =>
          background.keep(cancelRemote(server, id)),
        );
      } catch (error) {
        if (error instanceof EngineError && error.code === 'engine-unavailable') health.doubt();
        throw error;
      }
    },
  };
}
