import {
  EngineError,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
  type EnginePreview,
} from '../contract/engine.ts';
import type { HistoryEntry } from './answers.ts';
import type { ComfyClient } from './client.ts';
import { collectOutputs, picturesOf } from './collect.ts';
import { executionFailure, failureOf, isTransport, type FieldOf } from './failure.ts';
import type { ComfyPace } from './pace.ts';
import { createTracker, type Tracker } from './progress.ts';
import { writeReference } from './reference.ts';
import { openSocket, type ComfySocket } from './socket.ts';
import { uploadSources, type UploadedSource } from './sources.ts';
import { obtainPrompt, type Prompt } from './submit.ts';
import { fillWorkflow, withoutNodes, type Place, type Workflow } from './workflow.ts';
import type { WorkflowModel } from './workflows.ts';

/** Every pause in one place. */
/** Neither waiting nor running nor ended, as often as this: the server was started anew. */
const absentMax = 3;

/** Sleeps until its time is over or somebody knocks. */
function createDoorbell(): { ring(): void; wait(ms: number, signal: AbortSignal): Promise<void> } {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async wait(ms, signal) {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const end = (): void => resolve();
        wake = end;
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end);
        await promise;
        wake = null;
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
      isRung = false;
      signal.throwIfAborted();
    },
  };
}

function valuesOf(
  { manifest }: WorkflowModel,
  job: EngineJob,
  uploaded: readonly UploadedSource[],
): { at: readonly Place[]; value: string | number | boolean }[] {
  return Object.entries(manifest.inputs).flatMap(([name, { at }]) => {
    const file = uploaded.find(({ field }) => field === name)?.value;
    if (typeof file === 'string') return [{ at, value: file }];
    if (file) {
      return at.flatMap((place, index) => {
        const value = file[index];
        return value === undefined ? [] : [{ at: [place], value }];
      });
    }
    if (name === 'image' || name === 'mask') return [];
    if (name === 'seed') return [{ at, value: Number(job.seed) }];
    if (name === 'n') return [{ at, value: job.outputs }];
    const value = job.input[name];
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
    return isScalar ? [{ at, value: value as string | number | boolean }] : [];
  });
}

/** Nodes of a list's places for which no picture was given. */
function spareNodes({ manifest }: WorkflowModel, uploaded: readonly UploadedSource[]): string[] {
  return Object.entries(manifest.inputs).flatMap(([name, { at, list }]) => {
    const value = uploaded.find(({ field }) => field === name)?.value ?? [];
    return list && Array.isArray(value) ? at.slice(value.length).map(({ node }) => node) : [];
  });
}

function fieldsIn({ manifest }: WorkflowModel): FieldOf {
  return (node, input) =>
    Object.entries(manifest.inputs).find(([, { at }]) =>
      at.some((place) => place.node === node && place.input === input),
    )?.[0] ?? null;
}

/** Runs one job on a ComfyUI: what the queue and the history say counts, the socket tells it sooner. */
export async function runWorkflow(options: {
  client: ComfyClient;
  model: WorkflowModel;
  /** Seconds that one job takes, for the wait behind others. */
  seconds: number;
  job: EngineJob;
  context: EngineContext;
  pace: ComfyPace;
  /** Hears of the prompt as soon as there may be one, and again with the server's own id of it. */
  onPrompt(ours: string, id: string): void;
  /** Seconds from its first sign of running to its end. */
  onMeasured(seconds: number): void;
}): Promise<EngineOutput[]> {
  const { client, model, job, context, pace } = options;
  const { signal } = context;
  const bell = createDoorbell();
  let prompt: Prompt | null = null;
  let workflow: Workflow = model.workflow;
  let startedMs: number | null = null;
  // Before the server's own id is known: nobody else's prompt writes to this socket.
  const isOurs = (id: string) => !prompt || id === prompt.id || id === prompt.ours;
  let tracker: Tracker = createTracker(workflow, isOurs);
  let socket: ComfySocket | null = null;

  function tellRunning(preview?: EnginePreview): void {
    startedMs ??= performance.now();
    const elapsed = (performance.now() - startedMs) / 1000;
    const fraction = tracker.fraction();
    const waitSeconds =
      fraction > 0.05
        ? (elapsed * (1 - fraction)) / fraction
        : Math.max(0, options.seconds - elapsed);
    context.reportProgress({
      phase: 'generating',
      queuePosition: 0,
      fraction,
      waitSeconds,
      ...(preview && { preview }),
    });
  }

  function listen(clientId: string): ComfySocket {
    return openSocket({
      url: client.socketUrl(clientId),
      headers: client.headers,
      onMessage(message) {
        if (signal.aborted || !tracker.take(message)) return;
        if (tracker.isOver() || message.type === 'status') bell.ring();
        else if (tracker.isRunning()) tellRunning();
      },
      onPreview(preview, promptId) {
        if (signal.aborted || (promptId !== null && !isOurs(promptId))) return;
        tellRunning(preview);
      },
    });
  }

  async function build(): Promise<Workflow> {
    const uploaded = await uploadSources(client, model.manifest, job, signal);
    const filled = fillWorkflow(model.workflow, valuesOf(model, job, uploaded));
    workflow = withoutNodes(filled, spareNodes(model, uploaded));
    return workflow;
  }

  /** @returns the ended prompt, or null while it waits or runs */
  async function poll({ id }: Prompt): Promise<HistoryEntry | 'absent' | null> {
    const queue = await client.queue(signal);
    if (queue.queue_running.some((item) => item.id === id)) {
      tellRunning();
      return null;
    }
    const mine = queue.queue_pending.find((item) => item.id === id);
    if (mine) {
      const before = queue.queue_pending.filter((item) => item.number < mine.number).length;
      const position = before + queue.queue_running.length;
      context.reportProgress({
        phase: 'waiting',
        queuePosition: Math.max(1, position),
        waitSeconds: options.seconds * (position + 1),
      });
      return null;
    }
    return (await client.history(id, signal)) ?? 'absent';
  }

  /** @throws EngineError retryable when the server forgot the prompt, or is silent for too long */
  async function follow(followed: Prompt): Promise<HistoryEntry> {
    let heardMs = performance.now();
    let absent = 0;
    for (;;) {
      try {
        const found = await poll(followed);
        heardMs = performance.now();
        if (found !== null && found !== 'absent') return found;
        absent = found === 'absent' ? absent + 1 : 0;
        if (absent >= absentMax) {
          throw new EngineError('engine-unavailable', 'ComfyUI was restarted', { retryable: true });
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!isTransport(error)) throw error;
        // One failed poll never fails a job.
        if (performance.now() - heardMs > pace.silenceMs) {
          throw new EngineError('engine-unavailable', 'ComfyUI has not answered for a long time', {
            retryable: true,
            cause: error,
          });
        }
      }
      const isTold = socket?.isOpen() && tracker.isRunning() && absent === 0;
      await bell.wait(isTold ? pace.runningMs : pace.waitingMs, signal);
    }
  }

  try {
    context.reportProgress({ phase: 'preparing' });
    prompt = await obtainPrompt({
      client,
      job,
      context,
      pace,
      onPrompt: (ours, id) => options.onPrompt(ours, id),
      fieldOf: fieldsIn(model),
      async build() {
        const built = await build();
        tracker = createTracker(built, isOurs);
        return built;
      },
      async beforeSending(ours) {
        socket = listen(ours);
        await socket.ready;
      },
    });
    options.onPrompt(prompt.ours, prompt.id);
    socket ??= listen(prompt.ours);
    const entry = await follow(prompt);
    context.reportProgress({ phase: 'finishing', queuePosition: 0, fraction: 1 });
    const failure = failureOf(entry);
    const told = tracker.error();
    if (picturesOf(entry, model.manifest).length === 0 && (failure ?? told)) {
      // That prompt is over for good: whoever tries again sends a new one.
      await context.saveExternalReference(
        writeReference({ round: prompt.round + 1, sent: false, theirs: null }),
      );
      throw failure ?? executionFailure(told);
    }
    if (startedMs !== null) options.onMeasured((performance.now() - startedMs) / 1000);
    return await collectOutputs(client, entry, job, model.manifest, context);
  } finally {
    socket?.close();
  }
}
