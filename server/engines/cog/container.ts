import { setTimeout as sleep } from 'node:timers/promises';

import { OutgoingError } from '../../http/outgoing.ts';
import { EngineError } from '../contract/engine.ts';
import type { EngineContext, EngineJob } from '../contract/engine.ts';
import { readEvents } from '../event-stream.ts';
import { readJson, readReference, writeReference } from '../remote.ts';
import { newWebhookToken } from '../webhooks.ts';
import { healthAnswer, isOver, prediction } from './answers.ts';
import { staysInside } from './outputs.ts';
import type { Prediction } from './answers.ts';
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
/** Runs that begin anew because a connection or a container was lost, for one job. */
const startsMax = 3;
const logTailCharacters = 4_096;

type Way = 'webhook' | 'stream' | 'sync';

const wayHeaders: Record<Way, Record<string, string>> = {
  webhook: { Prefer: 'respond-async' },
  stream: { Accept: 'text/event-stream' },
  sync: {},
};

interface Run {
  server: CogServer;
  job: EngineJob;
  context: EngineContext;
  body: object;
  endsMs: number;
}

/** `PUT /predictions/{id}`: while one of this id is running, no second one begins. */
function put(run: Run, way: Way): Promise<Response> {
  const { server, job, context } = run;
  const leftMs = Math.max(1, Math.ceil(run.endsMs - performance.now()));
  return askForSlot(
    server,
    context,
    async () => {
      // A refusal comes at once; what takes longer is at work.
      const timer = setTimeout(
        () => context.reportProgress({ phase: 'generating' }),
        server.pace.pollMs,
      );
      try {
        return await server.ask(`${server.settings.url}/predictions/${job.id}`, {
          method: 'PUT',
          headers: { ...server.headers, 'Content-Type': 'application/json', ...wayHeaders[way] },
          body: JSON.stringify(run.body),
          signal: context.signal,
          timeoutMs: way === 'webhook' ? requestMs : leftMs,
          maxBytes: answerMaxBytes,
        });
      } finally {
        clearTimeout(timer);
      }
    },
    true,
  );
}

/** 404 means that there is nothing to cancel any more. */
export async function cancelInContainer(server: CogServer, id: string): Promise<void> {
  const response = await server.ask(`${server.settings.url}/predictions/${id}/cancel`, {
    method: 'POST',
    headers: server.headers,
    timeoutMs: 10_000,
  });
  await response.body?.cancel();
}

const notArriving = () =>
  new EngineError(
    'engine-unavailable',
    'The container’s webhooks don’t arrive: can it reach the KILN_WEBHOOK_URL?',
    { retryable: false },
  );

/** Whether all its slots are taken; with one, as most have, that is by the run in question. */
async function isBusy(server: CogServer, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await server.ask(`${server.settings.url}/health-check`, {
      headers: server.headers,
      signal,
      maxBytes: 1024 * 1024,
    });
    return healthAnswer.safeParse(await readJson(response)).data?.status === 'BUSY';
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** The container tells; only when it has been quiet for long it is asked. */
async function byWebhook(run: Run, token: string, isResumed: boolean): Promise<Prediction> {
  const { server, job, context } = run;
  const { webhooks, pace } = server;
  if (!webhooks) throw notArriving();
  const report = createReporter(context);
  const heard: Prediction[] = [];
  let wake = (): void => undefined;
  let hasHeard = false;
  const stop = webhooks.listen(token, (value) => {
    const told = prediction.safeParse(value);
    if (!told.success || (told.data.id !== undefined && told.data.id !== job.id)) return;
    hasHeard = true;
    heard.push(told.data);
    wake();
  });

  async function next(waitMs: number): Promise<Prediction | null> {
    if (heard.length === 0) {
      const stopWaiting = new AbortController();
      wake = () => stopWaiting.abort();
      const signal = AbortSignal.any([context.signal, stopWaiting.signal]);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      context.signal.throwIfAborted();
    }
    return heard.shift() ?? null;
  }

  let starts = 0;
  let startedAt = NaN;
  /** Whether an answer is of a run that it has begun itself, as far as it shows. */
  function isFresh({ logs, status, started_at }: Prediction): boolean {
    const at = Date.parse(started_at ?? '');
    const isAnother = !Number.isNaN(at) && at !== startedAt;
    if (isAnother) startedAt = at;
    return isAnother || typeof logs !== 'string' || status === 'starting';
  }

  /** Begins it, or learns how it stands. */
  async function readState(): Promise<Prediction | null> {
    const response = await put(run, 'webhook');
    if (!response.ok) throw await refusalOf(response, server.settings.name);
    const told = await readPrediction(response);
    if (isOver(told)) return told;
    if (!isFresh(told)) report(told);
    else {
      starts += 1;
      if (starts > startsMax || (starts > 1 && !hasHeard)) {
        server.keep(cancelInContainer(server, job.id));
        throw notArriving();
      }
    }
    return null;
  }

  async function untilOver(): Promise<Prediction> {
    // The last webhook of what went on without us is worth waiting for: a new run would take longer.
    const first = isResumed ? await next(pace.repeatMs) : null;
    if (first && isOver(first)) return first;
    if (!first) {
      const ended = await readState();
      if (ended) return ended;
    }
    for (let doubts = 0; ;) {
      const told = await next(pace.quietMs);
      if (told && isOver(told)) return told;
      if (told) report(told);
      if (performance.now() > run.endsMs) {
        server.keep(cancelInContainer(server, job.id));
        throw tookTooLong(server.settings);
      }
      const isCalm = told !== null || (await isBusy(server, context.signal));
      doubts = isCalm ? 0 : doubts + 1;
      // Not at the first doubt: what has just ended is already gone there, and its webhook on the way.
      if (doubts < 2) continue;
      doubts = 0;
      const ended = await readState();
      if (ended) return ended;
    }
  }

  let isDone = false;
  try {
    const told = await untilOver();
    isDone = true;
    // A run that was begun on suspicion would make the same once more; mostly there is none.
    if (starts > 1) server.keep(cancelInContainer(server, job.id));
    return told;
  } finally {
    // Another attempt may go on with it: what comes in between has to come again.
    stop(isDone || context.signal.reason === 'cancelled');
  }
}

/** One answer that takes as long as the run; a lost connection ends the run there. */
async function synchronously(run: Run): Promise<Prediction> {
  const { server, context } = run;
  const report = createReporter(context);
  for (let starts = 1; ;) {
    try {
      const response = await put(run, 'sync');
      if (response.status !== 200 && response.status !== 202) {
        throw await refusalOf(response, server.settings.name);
      }
      const told = await readPrediction(response);
      if (isOver(told)) return told;
      // It is still running, or being stopped, from before: its result went elsewhere.
      report(told);
      if (performance.now() > run.endsMs) throw tookTooLong(server.settings);
      await sleep(server.pace.busyMs, undefined, { signal: context.signal });
    } catch (error) {
      context.signal.throwIfAborted();
      starts += 1;
      if (!(error instanceof OutgoingError) || starts > startsMax) throw error;
      if (error.failure === 'timed-out') throw tookTooLong(server.settings);
    }
  }
}

/** Events as they happen, for models that offer them; whoever comes back joins the same run. */
async function byStream(run: Run): Promise<Prediction> {
  const { server, context } = run;
  const report = createReporter(context);
  let logs = '';
  for (let starts = 1; ; starts += 1) {
    try {
      const response = await put(run, 'stream');
      if (response.status === 406) {
        await response.body?.cancel();
        return await synchronously(run);
      }
      if (!response.ok) throw await refusalOf(response, server.settings.name);
      if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
        const told = await readPrediction(response);
        return isOver(told) ? told : await synchronously(run);
      }
      for await (const { event, data } of readEvents(response)) {
        if (event === 'error') break;
        const told = JSON.parse(data) as { data?: unknown };
        if (event === 'completed') return prediction.parse(told);
        if (event === 'log' && typeof told.data === 'string') {
          logs = (logs + told.data).slice(-logTailCharacters);
        }
        report({ status: 'processing', output: null, error: null, logs });
      }
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof OutgoingError && error.failure === 'timed-out') {
        throw tookTooLong(server.settings);
      }
      if (!(error instanceof OutgoingError) || starts >= startsMax) throw error;
    }
    if (starts >= startsMax) {
      throw new EngineError('engine-failed', 'The container’s answers break off', {
        retryable: true,
      });
    }
  }
}

/**
 * Runs a prediction in a container to its end. Its id is the job's, so asking again never begins a second
 * one while the first is running.
 */
export async function runInContainer(
  server: CogServer,
  job: EngineJob,
  context: EngineContext,
  input: object,
): Promise<Prediction> {
  const { settings } = server;
  const webhooks = server.webhooksStayInside ? null : server.webhooks;
  const known = readReference(job.externalReference);
  const before = known.state === 'submitted' ? known.token : undefined;
  const token = before ?? newWebhookToken();
  const run: Run = {
    server,
    job,
    context,
    endsMs: performance.now() + settings.timeoutMinutes * 60_000,
    body: {
      input,
      ...(webhooks && {
        webhook: webhooks.address(token),
        webhook_events_filter: ['start', 'output', 'logs', 'completed'],
      }),
    },
  };
  context.signal.throwIfAborted();
  if (known.state !== 'submitted') {
    await context.saveExternalReference(
      writeReference({ state: 'submitted', id: job.id, ...(webhooks && { token }) }),
    );
  }
  try {
    context.signal.throwIfAborted();
    if (webhooks) {
      const told = await byWebhook(run, token, before !== undefined);
      if (!staysInside(told)) return told;
      // Cog 0.16 sends files along with an answer only. What it has just made is out of reach: once more.
      server.webhooksStayInside = true;
      run.body = { input };
    }
    return await (server.known().streams ? byStream(run) : synchronously(run));
  } catch (error) {
    if (context.signal.reason === 'cancelled') server.keep(cancelInContainer(server, job.id));
    throw error;
  }
}
