import { setTimeout as sleep } from 'node:timers/promises';

import { OutgoingError } from '../../http/outgoing.ts';
import { EngineError, type EngineContext, type EngineJob } from '../contract/engine.ts';
import { ComfyFailure, type ComfyClient } from './client.ts';
import { isTransport, refusalError, unreachable, type FieldOf } from './failure.ts';
import { promptIdOf, readReference, writeReference } from './reference.ts';
import type { ComfyPace } from './pace.ts';
import type { Workflow } from './workflow.ts';

/** A prompt on the server. */
export interface Prompt {
  /** The server's id of it: ours, or its own in older builds. */
  id: string;
  /** What finds it again whatever its id: it is the client's id too. */
  ours: string;
  round: number;
}

/**
 * @param isThorough looks through the history, too, for builds that number prompts themselves
 * @returns the server's id of a prompt that is waiting, running or ended; null when there is none
 */
async function find(
  client: ComfyClient,
  ours: string,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  // The queue first: what leaves it meanwhile is in the history then.
  const queue = await client.queue(signal);
  const items = [...queue.queue_running, ...queue.queue_pending];
  const waiting = items.find((item) => item.id === ours || item.clientId === ours);
  if (waiting) return waiting.id;
  if (await client.history(ours, signal)) return ours;
  if (!isThorough) return null;
  const recent = Object.entries(await client.recentHistory(signal));
  return recent.find(([, entry]) => entry.prompt?.clientId === ours)?.[0] ?? null;
}

/**
 * Makes sure that a job has exactly one prompt: goes on with the one that is there, or sends one. Where an
 * answer was lost it is looked for first, and sent again only when it is certain not to have arrived.
 * @param build uploads what is needed and fills the workflow in
 */
export async function obtainPrompt(options: {
  client: ComfyClient;
  job: EngineJob;
  context: EngineContext;
  pace: ComfyPace;
  build: () => Promise<Workflow>;
  /** From now on there may be something to take back. */
  onPrompt: (ours: string, id: string) => void;
  /** Called with our id once nothing but the sending is left. */
  beforeSending: (ours: string) => Promise<void>;
  fieldOf: FieldOf;
}): Promise<Prompt> {
  const { client, job, context, pace } = options;
  const { signal } = context;
  const known = readReference(job.externalReference);
  const { round } = known;
  const ours = promptIdOf(job.id, round);
  const save = (sent: boolean, theirs: string | null) =>
    context.saveExternalReference(writeReference({ round, sent, theirs }));

  async function recall(isThorough: boolean): Promise<Prompt | null> {
    const id = await find(client, ours, isThorough, signal);
    if (id === null) return null;
    if (id !== ours && id !== known.theirs) await save(true, id);
    return { id, ours, round };
  }

  /** A request can take a moment to show, even if nobody heard its answer. */
  async function recallPatiently(): Promise<Prompt | null> {
    const until = performance.now() + pace.findLostMs;
    for (;;) {
      const found = await recall(true);
      if (found || performance.now() > until) return found;
      await sleep(pace.findLostStepMs, undefined, { signal });
    }
  }

  if (known.sent) options.onPrompt(ours, known.theirs ?? ours);
  try {
    const found = known.sent ? await recallPatiently() : await recall(job.attempt > 1);
    if (found) return found;
    const workflow = await options.build();
    signal.throwIfAborted();
    await options.beforeSending(ours);
    signal.throwIfAborted();
    await save(true, null);
    options.onPrompt(ours, ours);
    try {
      const id = await client.submit(workflow, ours, signal);
      if (id !== ours) await save(true, id);
      return { id, ours, round };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutgoingError && error.wasSent) {
        const lost = await recallPatiently();
        if (lost) return lost;
      }
      // Certainly not there.
      await save(false, null);
      if (error instanceof ComfyFailure) throw refusalError(error, options.fieldOf);
      throw error;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError || !isTransport(error)) throw error;
    throw unreachable(error);
  }
}
