import { setTimeout as sleep } from 'node:timers/promises';
import {
  EngineError,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
  type EngineSource,
} from '../contract/engine.ts';
import { pictureCall } from '../contract/picture-call.ts';
import { admit } from './admission.ts';
import type { Budget } from './budget.ts';
import { alchemyBucket, type HordeClient } from './client.ts';
import { HordeFailure } from '../../../src/horde/failure.ts';
import {
  alchemyRequest,
  captionForm,
  captionOf,
  formFor,
  readForm,
} from '../../../src/horde/alchemy.ts';
import type { AlchemyTool } from '../../../src/horde/model-ids.ts';
import type { HordePace } from './pace.ts';
import { fetchPicture } from './pictures.ts';
import { createMark, readReference, writeReference, type SubmissionMark } from './reference.ts';
import type * as Sources from './sources.ts';
import type { HordeKey } from './submit.ts';

const prepareForAlchemy = pictureCall<typeof Sources.prepareForAlchemy>(
  new URL('./sources.ts', import.meta.url),
  'prepareForAlchemy',
);

const cancelTries = 3;

const lost = () =>
  new EngineError(
    'engine-failed',
    'The answer of the AI Horde was lost, and it does not list such requests. Nothing was charged here; try again.',
    { retryable: false },
  );

const nobody = () =>
  new EngineError('engine-unavailable', 'Nobody on the AI Horde does this right now', {
    retryable: true,
  });

type Watch = Pick<EngineContext, 'signal' | 'reportProgress'>;

/**
 * What the Horde's alchemists do with a picture that is there: enlarge, repair, cut out, describe. Unlike image
 * requests these are listed nowhere, so a lost answer stays lost.
 */
export function createAlchemist(options: {
  client: HordeClient;
  budget: Budget;
  baseUrl: string;
  pace: HordePace;
  isServed(form: string): boolean;
  background: (work: Promise<unknown>) => void;
}) {
  const { client, pace } = options;

  async function send(
    image: string,
    form: string,
    key: HordeKey,
    watch: Watch,
    mark: SubmissionMark | null,
  ): Promise<{ id: string }> {
    const request = alchemyRequest(image, form);
    const leaving = {
      signal: watch.signal,
      before: async () => mark?.set(null, key.key),
    };
    const sent = await admit(() => client.alchemy(request, key.key, leaving), {
      ...options,
      bucket: alchemyBucket,
      context: watch,
      isOwnKey: key.isOwn,
      onRefused: async () => mark?.clear(),
    });
    if (typeof sent === 'string') throw lost();
    return sent;
  }

  /** @returns what the form brought; null when the request is gone */
  async function follow(id: string, form: string, watch: Watch): Promise<unknown> {
    let heardMs = performance.now();
    let pauseMs = pace.checkMs;
    for (;;) {
      try {
        const told = readForm(await client.alchemyStatus(id, watch.signal), form);
        heardMs = performance.now();
        pauseMs = pace.checkMs;
        if (told.at === 'done') return told.result;
        if (told.at === 'failed') {
          throw new EngineError('engine-failed', 'The workers of the AI Horde failed', {
            retryable: true,
          });
        }
        watch.reportProgress({ phase: told.at === 'processing' ? 'generating' : 'waiting' });
      } catch (error) {
        watch.signal.throwIfAborted();
        if (error instanceof EngineError) throw error;
        if (error instanceof HordeFailure && error.status === 404) return null;
        if (performance.now() - heardMs > pace.silenceMs) {
          throw new EngineError(
            'engine-unavailable',
            'The AI Horde has not answered for a long time',
            { retryable: true, cause: error },
          );
        }
        const asked = error instanceof HordeFailure ? error.retryAfterMs : null;
        pauseMs = Math.max(asked ?? 0, Math.min(pace.checkMaxMs, pauseMs * 2));
      }
      await sleep(pauseMs, undefined, { signal: watch.signal });
    }
  }

  async function cancel(id: string): Promise<void> {
    for (let attempt = 1; attempt <= cancelTries; attempt += 1) {
      try {
        await client.cancelAlchemy(id);
        return;
      } catch (error) {
        if (error instanceof HordeFailure && error.status === 404) return;
        await sleep(pace.checkMs * attempt, undefined, { ref: false });
      }
    }
  }

  /** Sends and sees it through, or takes it back. */
  async function ask(
    prepared: { image: string } | null,
    known: string | null,
    form: string,
    key: HordeKey,
    watch: Watch,
    keep: { mark: SubmissionMark; onSent: (id: string) => Promise<void> } | null,
  ): Promise<unknown> {
    const id =
      known ?? (await send(prepared?.image ?? '', form, key, watch, keep?.mark ?? null)).id;
    try {
      if (known === null) await keep?.onSent(id);
      const result = await follow(id, form, watch);
      if (result === null || result === undefined) {
        throw new EngineError('result-gone', 'The AI Horde no longer has this request', {
          retryable: false,
        });
      }
      return result;
    } catch (error) {
      // A pause that is cut short has an error of its own; the caller gets the reason.
      watch.signal.throwIfAborted();
      throw error;
    } finally {
      // A stopped platform goes on with it later.
      const { signal } = watch;
      const goesOn = signal.reason === 'shutdown' || signal.reason === 'lost';
      if (signal.aborted && !goesOn) options.background(cancel(id));
    }
  }

  async function work(
    tool: AlchemyTool,
    job: EngineJob,
    key: HordeKey,
    context: EngineContext,
  ): Promise<EngineOutput[]> {
    const form = formFor(tool, job.input);
    const reference = readReference(job.externalReference);
    if (reference.state === 'submitting') throw lost();
    if (reference.state === 'none' && !options.isServed(form)) throw nobody();
    context.reportProgress({ phase: 'preparing' });
    const prepared = await prepareForAlchemy([job.sources, form], context.signal);
    const known = reference.state === 'submitted' ? reference.id : null;
    let result: unknown;
    try {
      result = await ask(prepared, known, form, key, context, {
        mark: createMark(context),
        onSent: (id) =>
          context.saveExternalReference(
            writeReference({ state: 'submitted', id, wasLost: false, downgraded: false }),
          ),
      });
    } catch (error) {
      // Failed there for good: another attempt may send a new one.
      if (error instanceof EngineError && error.code === 'engine-failed' && error.retryable) {
        await context.saveExternalReference(writeReference({ state: 'none' }));
      }
      throw error;
    }
    context.reportProgress({ phase: 'finishing' });
    const picture = await fetchPicture(
      { img: typeof result === 'string' ? result : '' },
      options.baseUrl,
      pace,
      context.signal,
    );
    const { width, height } = picture;
    return [
      {
        ...picture,
        index: 0,
        seed: job.seed,
        model: form,
        parameters: { ...job.input, width, height },
        censored: false,
        warnings: prepared.warnings,
      },
    ];
  }

  return {
    run: work,
    /** @throws EngineError */
    async describe(
      picture: Pick<EngineSource, 'path' | 'mediaType'>,
      key: HordeKey,
      signal: AbortSignal,
    ): Promise<string> {
      if (!options.isServed(captionForm)) throw nobody();
      const source = { ...picture, field: 'image', width: 0, height: 0 };
      const prepared = await prepareForAlchemy([[source], captionForm], signal);
      const watch: Watch = { signal, reportProgress: () => undefined };
      const words = captionOf(await ask(prepared, null, captionForm, key, watch, null));
      if (words === '') {
        throw new EngineError('bad-answer', 'The AI Horde answered without a caption', {
          retryable: true,
        });
      }
      return words;
    },
  };
}
