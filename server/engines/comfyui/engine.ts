import { setTimeout as sleep } from 'node:timers/promises';

import { EngineError, type Engine, type EngineJob } from '../contract/engine.ts';
import { createHealth, type HealthPace } from '../health.ts';
import { createBackground } from '../remote.ts';
import { buildSchema } from '../../../src/domain/schema-fields.ts';
import type { Log } from '../../log.ts';
import { createComfyClient, type ComfyConnection } from './client.ts';
import { fieldsOf, sourceFields } from './fields.ts';
import { lackOf, readServerNodes, type ServerNodes } from './object-info.ts';
import { defaultPace, type ComfyPace } from './pace.ts';
import { promptIdOf, readReference } from './reference.ts';
import { runWorkflow } from './run.ts';
import { offerWorkflow, ownWorkflows, readWorkflows, type WorkflowModel } from './workflows.ts';

export interface ComfyEngineOptions extends ComfyConnection {
  /** First part of its models' ids. */
  name: string;
  /** A folder of own workflows; one of the same name replaces a shipped one. */
  workflows?: string | undefined;
  concurrency?: number | undefined;
  startsPerMinute?: number | undefined;
  log: Pick<Log, 'warn' | 'info'>;
  /** Tests run on a server of their own and need not wait as long. */
  pace?: Partial<ComfyPace & HealthPace & { nodesMs: number }> | undefined;
}

/** One picture is made at a time; the second keeps the graphics card from idling between two. */
const jobsAtOnce = 2;
/** Somebody may have put a checkpoint into its folder. */
const nodesMaxAgeMs = 5 * 60_000;
const measuredShare = 0.3;
const cancelTries = 3;

const down = {
  cn: '暂时连不上 ComfyUI，稍后会自动重试。',
  en: 'ComfyUI can’t be reached right now; Kiln keeps trying.',
};

/**
 * Workflows of a ComfyUI as models, see docs/comfyui.md.
 * @param options.log hears of workflows that cannot be used
 */
export async function createComfyEngine(options: ComfyEngineOptions): Promise<Engine> {
  const { name, log } = options;
  const client = createComfyClient(options);
  const pace = { ...defaultPace, ...options.pace };
  const onProblem = (file: string, problem: string) =>
    log.warn({ engine: name, file, problem }, 'a workflow cannot be used');
  const found = new Map<string, WorkflowModel>();
  for (const folder of [ownWorkflows, options.workflows]) {
    if (!folder) continue;
    for (const model of await readWorkflows(folder, onProblem)) {
      found.set(`${name}/${model.name}`, model);
    }
  }
  const workflows = [...found.values()].map((model) => model.workflow);
  const offered = [...found].map(([id, model]) => offerWorkflow(model, id));

  let nodes: ServerNodes | null = null;
  let nodesAtMs = -Infinity;
  const measured = new Map<string, number>();
  const background = createBackground();

  const health = createHealth({
    name,
    log,
    down,
    pace: options.pace,
    async check(signal) {
      if (performance.now() - nodesAtMs < (pace.nodesMs ?? nodesMaxAgeMs)) {
        await client.alive(signal).catch((error: unknown) => {
          // Another ComfyUI may come back.
          nodesAtMs = -Infinity;
          throw error;
        });
        return null;
      }
      nodes = readServerNodes(await client.objectInfo(signal), workflows);
      nodesAtMs = performance.now();
      return null;
    },
  });

  function modelOf(id: string): WorkflowModel {
    const model = found.get(id);
    if (!model) throw new EngineError('not-found', `No model "${id}"`, { retryable: false });
    return model;
  }

  function lackIn({ workflow, manifest }: WorkflowModel) {
    if (!nodes) return null;
    const fields = Object.entries(manifest.inputs);
    const sources: readonly string[] = sourceFields;
    return lackOf(workflow, nodes, {
      offered: fields.flatMap(([, { at, choices }]) => (choices === 'server' ? at : [])),
      uploaded: fields.flatMap(([field, { at }]) => (sources.includes(field) ? at : [])),
    });
  }

  const secondsOf = (model: string, outputs: number): number =>
    (measured.get(model) ?? modelOf(model).manifest.seconds) * outputs;

  function measure(job: EngineJob, seconds: number): void {
    const each = seconds / job.outputs;
    const before = measured.get(job.model) ?? each;
    measured.set(job.model, before + measuredShare * (each - before));
  }

  /** A submission whose answer was not waited for can arrive a moment later. */
  async function cancel(prompt: { ours: string; id: string }): Promise<void> {
    for (let attempt = 0; attempt < cancelTries; attempt += 1) {
      if (attempt > 0) await sleep(pace.findLostStepMs);
      if (await client.cancel(prompt.id, prompt.ours)) return;
    }
  }

  /** Goes on behind: who cancels need not wait for it. */
  function undo(
    working: Promise<unknown>,
    prompt: () => { ours: string; id: string } | null,
  ): void {
    const work = working
      .catch(() => undefined)
      .then(async () => {
        const sent = prompt();
        if (sent) await cancel(sent);
      })
      .catch((error: unknown) => {
        log.warn({ engine: name, err: error }, 'a prompt could not be cancelled');
      });
    background.keep(work);
  }

  const run: Engine['run'] = async (job, context) => {
    context.signal.throwIfAborted();
    const model = modelOf(job.model);
    let prompt: { ours: string; id: string } | null = null;
    const working = runWorkflow({
      client,
      model,
      seconds: secondsOf(job.model, job.outputs),
      job,
      context,
      pace,
      onPrompt: (ours, id) => (prompt = { ours, id }),
      onMeasured: (seconds) => measure(job, seconds),
    });
    try {
      return await untilAborted(working, context.signal);
    } catch (error) {
      if (context.signal.reason === 'cancelled') undo(working, () => prompt);
      if (error instanceof EngineError && error.code === 'engine-unavailable') health.doubt();
      throw error;
    }
  };

  return {
    name,
    isShared: true,
    concurrency: options.concurrency ?? jobsAtOnce,
    ...(options.startsPerMinute && { startsPerMinute: options.startsPerMinute }),
    start() {
      health.start();
      return Promise.resolve();
    },
    async stop() {
      health.stop();
      await background.settle();
    },
    models: () => offered,
    unavailableReason: (model) =>
      health.reason() ?? (model === undefined ? null : lackIn(modelOf(model))),
    schema(id, language) {
      const model = modelOf(id);
      const { fields, required } = fieldsOf(model.manifest, model.workflow, nodes);
      return buildSchema(fields, required, language);
    },
    estimateSeconds: (job) => secondsOf(job.model, job.outputs),
    async abandon({ id }, saved) {
      const left = readReference(saved);
      const ours = promptIdOf(id, left.round);
      if (left.sent) await client.cancel(left.theirs ?? ours, ours);
    },
    run,
  };
}

/** Whatever an abort interrupts, its reason is what the caller hears, at once. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const abort = (): void => resolve();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([
      work,
      aborted.then((): never => {
        signal.throwIfAborted();
        throw new Error('not aborted');
      }),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
