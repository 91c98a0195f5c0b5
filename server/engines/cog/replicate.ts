import { setTimeout as sleep } from 'node:timers/promises';

import { OutgoingError } from '../../http/outgoing.ts';
import { EngineError } from '../contract/engine.ts';
import type { EngineContext, EngineJob } from '../contract/engine.ts';
import {
  readJson,
  readReference,
  retryAfterMs,
  unlessCancelled,
  writeReference,
} from '../remote.ts';
import { isOver, replicateFile } from './answers.ts';
import type { Prediction } from './answers.ts';
import { asDataUrl } from './inputs.ts';
import type { SendFile } from './inputs.ts';
import {
  answerMaxBytes,
  askForSlot,
  createReporter,
  readPrediction,
  refusalOf,
  tookTooLong,
} from './server.ts';
import type { CogServer } from './server.ts';

const requestMs = 60_000;
/** Replicate's advice: larger files are uploaded first. */
const dataUrlMaxBytes = 256 * 1024;
const cancelTries = 3;

/** Whether a paid request was accepted can't be known any more; nobody may send it again on suspicion. */
class LostAnswer extends EngineError {
  constructor(name: string) {
    super(
      'engine-failed',
      `The answer of ${name} was lost, and sending again might cost twice. Nothing was charged here; try again.`,
      { retryable: false },
    );
  }
}

/** Uploads what is large for a data URL; the file is gone there after a day. */
export function sendToReplicate(server: CogServer, signal: AbortSignal): SendFile {
  return async (source, data) => {
    if (data.length <= dataUrlMaxBytes) return asDataUrl(source, data);
    const form = new FormData();
    const name = `source.${source.mediaType.split('/')[1] ?? 'bin'}`;
    form.append('content', new File([new Uint8Array(data)], name, { type: source.mediaType }));
    const response = await server.ask(`${server.settings.url}/files`, {
      method: 'POST',
      headers: server.headers,
      body: form,
      signal,
      timeoutMs: requestMs * 3,
    });
    if (!response.ok) throw await refusalOf(response, server.settings.name);
    const answer = replicateFile.safeParse(await readJson(response));
    if (answer.success) return answer.data.urls.get;
    throw new EngineError('engine-failed', 'The upload was not answered as expected', {
      retryable: true,
    });
  };
}

export async function cancelAtReplicate(server: CogServer, id: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await server.ask(`${server.settings.url}/predictions/${id}/cancel`, {
        method: 'POST',
        headers: server.headers,
        timeoutMs: 10_000,
      });
      await response.body?.cancel();
      if (response.ok || response.status === 404 || attempt >= cancelTries) return;
    } catch (error) {
      if (attempt >= cancelTries) throw error;
    }
    await sleep(server.pace.busyMs * attempt, undefined, { ref: false });
  }
}

/** Not repeatable: every request that arrives is a new paid prediction. */
async function create(server: CogServer, context: EngineContext, input: object): Promise<string> {
  const { settings } = server;
  const { model = '', version } = settings.replicate ?? {};
  const path = version ? '/predictions' : `/models/${model}/predictions`;
  let response: Response;
  try {
    response = await askForSlot(
      server,
      context,
      () =>
        server.ask(settings.url + path, {
          method: 'POST',
          headers: { ...server.headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ input, ...(version && { version }) }),
          timeoutMs: requestMs,
          maxBytes: answerMaxBytes,
        }),
      false,
    );
  } catch (error) {
    if (error instanceof OutgoingError && error.wasSent) throw new LostAnswer(settings.name);
    throw error;
  }
  // A front's error says nothing about what happened behind it.
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new LostAnswer(settings.name);
  }
  if (!response.ok) throw await refusalOf(response, settings.name);
  const told = await readPrediction(response).catch(() => null);
  if (!told?.id || !/^[\w-]+$/.test(told.id)) throw new LostAnswer(settings.name);
  return told.id;
}

async function obtain(
  server: CogServer,
  job: EngineJob,
  context: EngineContext,
  input: () => Promise<object>,
): Promise<string> {
  const known = readReference(job.externalReference);
  if (known.state === 'submitted') return known.id;
  if (known.state === 'submitting') throw new LostAnswer(server.settings.name);
  const prepared = await input();
  context.signal.throwIfAborted();
  await context.saveExternalReference(writeReference({ state: 'submitting' }));
  try {
    context.signal.throwIfAborted();
    const id = await unlessCancelled(create(server, context, prepared), context.signal, (late) =>
      server.keep(cancelAtReplicate(server, late)),
    );
    await context.saveExternalReference(writeReference({ state: 'submitted', id }));
    return id;
  } catch (error) {
    const isSure = !context.signal.aborted || context.signal.reason === 'shutdown';
    // Certainly not accepted: the next attempt may send.
    if (isSure && !(error instanceof LostAnswer)) {
      await context.saveExternalReference(writeReference({ state: 'none' })).catch(() => undefined);
    }
    throw error;
  }
}

/** Polls in a row that must say so before a prediction counts as gone. */
const goneAfter = 4;

/** Follows a prediction by `GET /predictions/{id}`. One bad poll never fails it. */
async function follow(server: CogServer, id: string, context: EngineContext): Promise<Prediction> {
  const { settings, pace } = server;
  const report = createReporter(context);
  const endsMs = performance.now() + settings.timeoutMinutes * 60_000;
  let heardMs = performance.now();
  let timesGone = 0;
  for (;;) {
    let asked: number | null = null;
    try {
      const response = await server.ask(`${settings.url}/predictions/${id}`, {
        headers: server.headers,
        signal: context.signal,
        timeoutMs: requestMs,
        maxBytes: answerMaxBytes,
      });
      if (response.ok) {
        const told = await readPrediction(response);
        heardMs = performance.now();
        if (isOver(told)) return told;
        report(told);
      } else {
        asked = retryAfterMs(response);
        await response.body?.cancel();
        // It is paid for: what a gateway says while it changes its rules is no reason to give it up.
        timesGone = response.status === 404 ? timesGone + 1 : 0;
        if (timesGone >= goneAfter) {
          throw new EngineError('result-gone', `${settings.name} no longer has this prediction`, {
            retryable: false,
          });
        }
      }
    } catch (error) {
      context.signal.throwIfAborted();
      const isPassing =
        error instanceof OutgoingError || (error instanceof EngineError && error.retryable);
      if (!isPassing) throw error;
    }
    if (performance.now() > endsMs) {
      server.keep(cancelAtReplicate(server, id));
      throw tookTooLong(settings);
    }
    if (performance.now() - heardMs > pace.silenceMs + (asked ?? 0)) {
      throw new EngineError('engine-unavailable', `${settings.name} has stopped answering`, {
        retryable: true,
      });
    }
    await sleep(Math.max(pace.pollMs, asked ?? 0), undefined, { signal: context.signal });
  }
}

/** Runs a paid prediction to its end: sent once, found again after a restart, cancelled when given up. */
export async function runAtReplicate(
  server: CogServer,
  job: EngineJob,
  context: EngineContext,
  input: () => Promise<object>,
): Promise<Prediction> {
  const id = await obtain(server, job, context, input);
  try {
    context.signal.throwIfAborted();
    return await follow(server, id, context);
  } catch (error) {
    if (context.signal.reason === 'cancelled') server.keep(cancelAtReplicate(server, id));
    throw error;
  }
}
