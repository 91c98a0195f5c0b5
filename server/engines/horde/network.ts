import { setTimeout as sleep } from 'node:timers/promises';

import { seedMax, seedVariationRange } from '../../../src/domain/limits.ts';
import type { LocalizedText } from '../../../src/domain/languages.ts';
import type { ServedModel } from '../../../src/horde/answers.ts';
import { sizeFor, traitsOf } from '../../../src/horde/baselines.ts';
import { pictureSchema } from '../../../src/horde/fields.ts';
import { readPictureModelId } from '../../../src/horde/model-ids.ts';
import { offeredPictures } from '../../../src/horde/models.ts';
import { requestOf, usedParameters, type HordeRequest } from '../../../src/horde/request.ts';
import {
  EngineError,
  type Engine,
  type EngineContext,
  type EngineJob,
  type EngineModel,
  type EngineOutput,
} from '../contract/engine.ts';
import { requestFor } from './run.ts';

/** One picture of a job, as workers get on with it. */
interface PartProgress {
  output: number;
  state: 'waiting' | 'taken' | 'done' | 'failed' | 'cancelled';
  /** When its worker got it, milliseconds since the epoch. */
  takenMs: number | null;
  pixelSteps: number;
}

/** What comes of a part. */
interface PartResult {
  output: number;
  data: Uint8Array;
  mediaType: string;
  width: number;
  height: number;
  seed: string;
  isCensored: boolean;
  warnings: string[];
}

/** Where jobs are put out for workers; `server/network` is it. */
export interface WorkersDoor {
  /** Models of workers that are here, `count` above 0, and of those that were lately. */
  served(): readonly ServedModel[];
  /** Pixel steps a second; null where nothing has been measured. */
  speedOf(model: string): number | null;
  /** Puts a job's pictures out, once however often it is called; the seeds are in the order of the outputs. */
  place(
    job: { id: string; attempt: number },
    request: HordeRequest,
    seeds: readonly string[],
  ): Promise<void>;
  progress(jobId: string): Promise<PartProgress[]>;
  results(jobId: string): Promise<PartResult[]>;
  /** How many pictures wait before this job's. */
  ahead(jobId: string): number;
  /** Calls back whenever something of the job may have changed. @returns ends it */
  watch(jobId: string, changed: () => void): () => void;
}

/** So long nobody who could do it may be away before a job is given up. The Horde's own number. */
const desertedMs = 20 * 60_000;
/** Notifications say what changed; this catches what they missed. */
const lookEveryMs = 1_000;

const nobody: LocalizedText = {
  cn: '现在没有工作机接入这台服务器。',
  en: 'No worker is connected to this server right now.',
};
const nobodyWithIt: LocalizedText = {
  cn: '现在没有装着这个模型的工作机。',
  en: 'No worker that has this model is here right now.',
};

/** The pictures of a job count upwards from its seed, by what the form says, and begin anew beyond the largest. */
function seedsOf({ seed, outputs, input }: EngineJob): string[] {
  const { min, max } = seedVariationRange;
  const asked = Number(input['seed_variation'] ?? min);
  const apart = Math.min(max, Math.max(min, Number.isFinite(asked) ? Math.round(asked) : min));
  return Array.from({ length: outputs }, (_, index) =>
    String((Number(seed) + index * apart) % (seedMax + 1)),
  );
}

function idOf(model: string) {
  const id = readPictureModelId(model, 'network');
  if (id === null) {
    throw new EngineError('not-found', `No model "${model}"`, { retryable: false });
  }
  return id;
}

/** Models of workers that take their work from this platform itself, by the Horde's worker side. */
export function createNetworkEngine(options: {
  door: WorkersDoor;
  /** Jobs that are out for workers at once. */
  concurrency: number;
}): Engine {
  const { door, concurrency } = options;
  let listed: { names: string; models: EngineModel[] } = { names: '', models: [] };

  function models(): EngineModel[] {
    const served = door.served();
    const names = JSON.stringify(served.map(({ name }) => name).toSorted());
    if (names !== listed.names) {
      // Of a worker that is away they stay listed, as away.
      const known = served.map((model) => ({ ...model, count: Math.max(1, model.count) }));
      listed = { names, models: offeredPictures(known, {}, 'network') };
    }
    return listed.models;
  }

  const isServed = (name: string): boolean =>
    door.served().some((model) => model.name === name && model.count > 0);

  /** Whether everything has an end, and what of it. */
  async function look(
    job: EngineJob,
    name: string,
    context: EngineContext,
  ): Promise<{ isOver: boolean; done: number; isTaken: boolean }> {
    const parts = await door.progress(job.id);
    const done = parts.filter(({ state }) => state === 'done').length;
    const taken = parts.filter(({ state }) => state === 'taken');
    const speed = door.speedOf(name);
    const made = taken.map(({ takenMs, pixelSteps }) => {
      const seconds = speed === null ? null : pixelSteps / speed;
      if (seconds === null || takenMs === null) return 0;
      return Math.min(0.95, (Date.now() - takenMs) / 1_000 / Math.max(1, seconds));
    });
    const fraction = (done + made.reduce((sum, part) => sum + part, 0)) / Math.max(1, job.outputs);
    const isTaken = taken.length > 0 || done > 0;
    context.reportProgress({
      phase: isTaken ? 'generating' : 'waiting',
      finished: done,
      fraction,
      isPossible: isTaken || isServed(name),
      ...(isTaken ? { queuePosition: 0 } : { queuePosition: door.ahead(job.id) + 1 }),
    });
    const isOver = parts.every(({ state }) => state !== 'waiting' && state !== 'taken');
    return { isOver, done, isTaken: taken.length > 0 };
  }

  async function follow(job: EngineJob, name: string, context: EngineContext): Promise<void> {
    const { signal } = context;
    let wake: () => void = () => undefined;
    const end = door.watch(job.id, () => wake());
    let lastServedMs = Date.now();
    try {
      for (;;) {
        const ending = new AbortController();
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const { isOver, isTaken } = await look(job, name, context);
        signal.throwIfAborted();
        if (isOver) return;
        if (isTaken || isServed(name)) lastServedMs = Date.now();
        if (Date.now() - lastServedMs > desertedMs) return;
        const pause = sleep(lookEveryMs, undefined, {
          signal: AbortSignal.any([signal, ending.signal]),
        }).catch(() => undefined);
        await Promise.race([woken, pause]);
        ending.abort();
        signal.throwIfAborted();
      }
    } finally {
      end();
    }
  }

  return {
    name: 'network',
    concurrency,
    isShared: true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    models,
    unavailableReason(model) {
      const id = model === undefined ? null : readPictureModelId(model, 'network');
      if (id) return isServed(id.name) ? null : nobodyWithIt;
      return door.served().some(({ count }) => count > 0) ? null : nobody;
    },
    schema(model, language) {
      const { type, name } = idOf(model);
      return pictureSchema(type, traitsOf(name), language);
    },
    assertInput({ model, input }) {
      const { type, name } = idOf(model);
      const job = { input, seed: '0', outputs: 1 };
      requestOf({ job, type, models: [name], traits: traitsOf(name), sources: null });
    },
    estimateSeconds({ model, input, outputs }) {
      const { name } = idOf(model);
      const traits = traitsOf(name);
      const { width, height } = sizeFor({ width: 1, height: 1 }, traits);
      const asked = Number(input['width'] ?? width) * Number(input['height'] ?? height);
      const steps = Number(input['steps'] ?? traits.steps.default);
      return 3 + (outputs * steps * asked) / (door.speedOf(name) ?? 1e6);
    },
    async run(job, context) {
      const { type, name } = idOf(job.model);
      const traits = traitsOf(name);
      context.signal.throwIfAborted();
      if ((await door.progress(job.id)).length < job.outputs || job.attempt > 1) {
        const task = { type, names: [name], traits, isServed: true };
        const request = await requestFor(job, task, context.signal);
        await door.place(job, request, seedsOf(job));
      }
      await follow(job, name, context);
      const results = await door.results(job.id);
      const wanted = results.filter(({ isCensored }) => !isCensored);
      if (wanted.length === 0) {
        if (results.length > 0) {
          throw new EngineError('nsfw-content', 'The worker’s filter withheld the picture', {
            retryable: false,
          });
        }
        throw isServed(name)
          ? new EngineError('engine-failed', 'Three workers in turn could not make it', {
              retryable: false,
            })
          : new EngineError('engine-unavailable', nobodyWithIt.en, { retryable: false });
      }
      const withheld = results.length - wanted.length;
      if (withheld > 0) {
        context.reportProgress({ phase: 'finishing', missing: 'nsfw-content', fraction: 1 });
      }
      return wanted.map(({ output, isCensored: _none, ...picture }): EngineOutput => {
        const { seed, width, height } = picture;
        return {
          ...picture,
          index: output,
          model: job.model,
          parameters: usedParameters(job.input, { seed, width, height }, false),
          censored: false,
        };
      });
    },
  };
}
