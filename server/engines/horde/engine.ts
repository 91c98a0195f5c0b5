import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalizedText } from '../../../src/domain/languages.ts';
import {
  EngineError,
  type Engine,
  type EngineContext,
  type EngineJob,
  type EngineModel,
  type EngineOutput,
} from '../contract/engine.ts';
import { captionForm, isOffered, noAlchemist } from '../../../src/horde/alchemy.ts';
import { createAlchemist } from './alchemy.ts';
import type { ServedModel } from '../../../src/horde/answers.ts';
import { sizeFor, traitsOf } from '../../../src/horde/baselines.ts';
import { createBudget } from './budget.ts';
import { cancelRemote } from './cancel.ts';
import { createHordeClient, type HordeConnection } from './client.ts';
import { createModelLearner } from './learn-models.ts';
import type { OfferFile } from './offer-file.ts';
import { pictureSchema, toolSchema } from '../../../src/horde/fields.ts';
import { readModelId, type AlchemyTool, type HordeModelId } from '../../../src/horde/model-ids.ts';
import { anyOf, anyTraitsOf, expectedModels, offeredModels } from '../../../src/horde/models.ts';
import { referenceOf, type ModelReference } from '../../../src/horde/model-reference.ts';
import { requestOf } from '../../../src/horde/request.ts';
import { publicPace, type HordePace } from './pace.ts';
import { readReference } from './reference.ts';
import { createPictureRunner, unlessCancelled } from './run.ts';
import type { HordeKey } from './submit.ts';

export interface HordeEngineOptions extends HordeConnection {
  /** Of all who bring none of their own. */
  apiKey: string;
  /** False: nobody asked for it, so that nothing of it is seen before it has answered once. */
  isNamed?: boolean;
  /** What it offered when it last answered, over restarts. */
  offerFile?: OfferFile;
  /** Where its models are described; that of the public Horde is known. */
  modelReferenceUrl?: string;
  log?: { warn(fields: object, message: string): void };
  /** Tests run on a server of their own and need not wait as long. */
  pace?: Partial<HordePace>;
}

/** Of all keys together: one key has 30 pictures waiting at most, and its further jobs wait their turn. */
const jobsAtOnce = 16;
/** It takes 90 requests a minute from one address, and some ask twice. */
const startsPerMinute = 80;
const settleMs = 10_000;

const unreachable: LocalizedText = {
  cn: '暂时连不上 AI Horde，稍后会自动重试。',
  en: 'The AI Horde can’t be reached right now; Kiln keeps trying.',
};
const inMaintenance: LocalizedText = {
  cn: 'AI Horde 正在维护，结束后会自动恢复。',
  en: 'The AI Horde is under maintenance; Kiln goes on as soon as it is over.',
};
const deserted: LocalizedText = {
  cn: 'AI Horde 上暂时没有可用的模型。',
  en: 'No model is being served on the AI Horde right now.',
};

function notFound(model: string): EngineError {
  return new EngineError('not-found', `No model "${model}"`, { retryable: false });
}

/** Pictures and picture tools on the community's GPUs, see README.md beside this folder. */
export function createHordeEngine(options: HordeEngineOptions): Engine {
  const pace = { ...publicPace, ...options.pace };
  const budget = createBudget(pace.secondMs);
  const client = createHordeClient(options, budget, pace.secondMs);
  const learnModels = createModelLearner(
    options.modelReferenceUrl ?? referenceOf(options.baseUrl),
    pace,
  );
  const stopping = new AbortController();
  const background = new Set<Promise<unknown>>();
  let served: ServedModel[] = [];
  let reference: ModelReference = {};
  let forms: ReadonlySet<string> = new Set();
  let models: EngineModel[] = options.isNamed === false ? [] : expectedModels();
  let reason: LocalizedText | null = unreachable;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;

  function keep(work: Promise<unknown>): void {
    const quiet = work.catch(() => undefined).finally(() => background.delete(quiet));
    background.add(quiet);
  }

  const shared = { client, budget, pace, baseUrl: options.baseUrl, background: keep };
  const runPictures = createPictureRunner({ ...shared, stop: stopping.signal });
  const alchemist = createAlchemist({ ...shared, isServed: (form) => forms.has(form) });

  async function readOffer(): Promise<void> {
    const { signal } = stopping;
    const [list, maintenance, alchemists] = await Promise.all([
      client.imageModels(signal),
      client.isInMaintenance(signal).catch(() => false),
      client.servedForms(signal).catch(() => forms),
    ]);
    const offered = offeredModels(list, reference);
    // The server's cache is empty for a moment after its start; the last list is better than none.
    if (offered.length > 0) {
      [models, served] = [offered, list];
      if (options.offerFile) keep(options.offerFile.keep(list));
    }
    forms = alchemists;
    if (maintenance) reason = inMaintenance;
    else reason = offered.length > 0 ? null : deserted;
  }

  /** Beside the look: what is described elsewhere may take its time. */
  async function learn(): Promise<void> {
    const told = await learnModels(stopping.signal);
    if (told === reference) return;
    reference = told;
    if (served.length > 0) models = offeredModels(served, reference);
  }

  /** Listed as away until it answers: what was chosen yesterday keeps its name and form. */
  async function recall(): Promise<void> {
    const known = (await options.offerFile?.read()) ?? [];
    const offered = offeredModels(known, reference);
    if (served.length === 0 && offered.length > 0) [models, served] = [offered, known];
  }

  async function refresh(): Promise<void> {
    keep(learn());
    try {
      await readOffer();
      failures = 0;
    } catch {
      failures += 1;
      reason = unreachable;
      if (failures === 1 && options.isNamed !== false && !stopping.signal.aborted) {
        options.log?.warn({ engine: 'horde' }, 'the AI Horde cannot be reached');
      }
    }
    if (stopping.signal.aborted) return;
    // The first failures are often a network that is just coming up.
    const isFirst = failures > 0 && failures < 4;
    const pauseMs = isFirst
      ? (pace.refreshMs / 12) * failures
      : Math.min(pace.refreshMaxMs, pace.refreshMs * 2 ** Math.min(failures, 4));
    timer = setTimeout(() => void refresh(), pauseMs);
    timer.unref();
  }

  async function keyFor(context: Pick<EngineContext, 'ownKey'>): Promise<HordeKey> {
    const own = (await context.ownKey?.()) ?? null;
    return own === null ? { key: options.apiKey, isOwn: false } : { key: own, isOwn: true };
  }

  /** The Horde's own names of the models that may do it. */
  function namesOf(id: Exclude<HordeModelId, { kind: 'tool' }>): string[] {
    return id.kind === 'any' ? anyOf(served, reference) : [id.name];
  }

  async function work(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const id = readModelId(job.model);
    if (id === null) throw notFound(job.model);
    context.signal.throwIfAborted();
    const key = await keyFor(context);
    if (id.kind === 'tool') return alchemist.run(id.tool, job, key, context);
    const type = id.kind === 'any' ? 'Text2Img' : id.type;
    const names = namesOf(id);
    const isServed =
      served.length === 0 || served.some((model) => names.includes(model.name) && model.count > 0);
    const traits = traitsOf(names[0] ?? anyTraitsOf, reference);
    return runPictures(job, { type, names, traits, isServed }, key, context);
  }

  function reasonOf(tool: AlchemyTool): LocalizedText | null {
    return reason ?? (isOffered(tool, forms) ? null : noAlchemist);
  }

  return {
    name: 'horde',
    concurrency: jobsAtOnce,
    isShared: true,
    startsPerMinute,
    takesOwnKeys: true,
    isPublic: true,
    start() {
      // Not awaited: a platform without a network starts as quickly as one with.
      void recall().then(refresh);
      return Promise.resolve();
    },
    async stop() {
      stopping.abort();
      if (timer) clearTimeout(timer);
      await Promise.race([Promise.all(background), sleep(settleMs, undefined, { ref: false })]);
    },
    models: () => models,
    unavailableReason(model) {
      const id = model === undefined ? null : readModelId(model);
      return id?.kind === 'tool' ? reasonOf(id.tool) : reason;
    },
    schema(model, language) {
      const id = readModelId(model);
      if (id === null) throw notFound(model);
      if (id.kind === 'tool') return toolSchema(id.tool, language);
      if (id.kind === 'any')
        return pictureSchema('Text2Img', traitsOf(anyTraitsOf, reference), language);
      return pictureSchema(id.type, traitsOf(id.name, reference), language);
    },
    assertInput({ model, input }) {
      const id = readModelId(model);
      if (id === null || id.kind === 'tool') return;
      const type = id.kind === 'any' ? 'Text2Img' : id.type;
      const name = id.kind === 'any' ? anyTraitsOf : id.name;
      const traits = traitsOf(name, reference);
      requestOf({
        job: { input, seed: '0', outputs: 1 },
        type,
        models: [name],
        traits,
        sources: null,
      });
    },
    estimateSeconds(job) {
      const id = readModelId(job.model);
      if (id === null || id.kind === 'tool') return 20;
      const traits = traitsOf(id.kind === 'any' ? anyTraitsOf : id.name, reference);
      const { width, height } = sizeFor({ width: 1, height: 1 }, traits);
      const asked = Number(job.input['width'] ?? width) * Number(job.input['height'] ?? height);
      const steps = Number(job.input['steps'] ?? traits.steps.default);
      // About half a megapixel step a second is the least that the Horde takes as a worker.
      return 20 + (job.outputs * steps * asked) / 1e6;
    },
    run(job, context) {
      const running = work(job, context);
      // On cancel the caller hears at once; what must still be undone goes on behind.
      keep(running);
      return unlessCancelled(running, context.signal);
    },
    async abandon({ model }, saved) {
      const left = readReference(saved);
      if (left.state !== 'submitted') return;
      if (readModelId(model)?.kind === 'tool') await client.cancelAlchemy(left.id);
      else keep(cancelRemote(client, left.id, pace, stopping.signal));
    },
    canDescribe: () => reason === null && forms.has(captionForm),
    async describe(picture, signal) {
      return alchemist.describe(picture, await keyFor({}), signal);
    },
  };
}
