import { writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import {
  boundsVariable,
  type FromProcess,
  type ProcessBounds,
  type ToProcess,
} from './contract.ts';
import { killGroup } from './group.ts';

/** What a task may use in its process. */
export interface TaskSurroundings<News> {
  tell: (news: News) => void;
  /** Told while the task holds a program: a cancel then waits until the task has ended it. */
  holdProgram: (isHolding: boolean) => void;
  /** Aborted where a program is held; without one the process just ends. */
  signal: AbortSignal;
  /** A folder for results too large for a message. It need not exist, and is removed after the task. */
  scratch: string;
}

function end(): never {
  killGroup(process.pid);
  // Where it leads no group.
  process.exit(1);
}

/** When memory runs out on the whole machine, Linux is to take a task and not the platform. */
async function volunteerForOutOfMemory(): Promise<void> {
  if (process.platform !== 'linux') return;
  await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);
}

/**
 * The entry of a process of a pool: runs the tasks that are sent to it, one after the other, and ends when the
 * platform is gone or a bound is exceeded, whatever a task is doing.
 */
export function serveTasks(
  run: (task: never, surroundings: TaskSurroundings<unknown>) => Promise<unknown>,
): void {
  const bounds = JSON.parse(process.env[boundsVariable] ?? '{}') as ProcessBounds;
  new Worker(new URL('./watchdog.worker.ts', import.meta.url), { workerData: bounds }).unref();
  void volunteerForOutOfMemory();
  process.on('disconnect', end);

  const send = (message: FromProcess<unknown, unknown>): void => void process.send?.(message);
  let ending: AbortController | null = null;

  async function work(task: unknown, scratch: string): Promise<void> {
    const controller = new AbortController();
    ending = controller;
    const result = await run(task as never, {
      tell: (news) => send({ kind: 'news', news }),
      holdProgram: (isHolding) => send({ kind: 'holds', isHolding }),
      signal: controller.signal,
      scratch,
    });
    ending = null;
    send({ kind: 'result', result, residentBytes: process.memoryUsage.rss() });
    // Its end is too sudden to keep what it compiled.
    flushCompileCache();
  }

  process.on('message', (message: ToProcess<unknown>) => {
    if (message.kind === 'end') return ending?.abort();
    send({ kind: 'taken' });
    void work(message.task, message.scratch);
  });
}
