import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Host, ProcessUnavailable, type HostOptions, type WorkOptions } from './host.ts';
import { createScratch } from './scratch.ts';
import { Semaphore } from './semaphore.ts';

export interface PoolOptions extends HostOptions {
  /** Processes at once. */
  most: number;
}

export interface RunOptions<News> extends Omit<WorkOptions<News>, 'scratch'> {
  /** In a new process, and with nothing else of the pool beside it. */
  isAlone?: boolean;
}

/** Children that do tasks of strangers' making: whatever a task does to its process costs that task alone. */
export interface ProcessPool<Task, Result, News> {
  /**
   * @param receive takes over what the task left in its scratch folder, which is removed afterwards
   * @throws ProcessEnded, ProcessUnavailable, or the signal's reason
   */
  run<Received>(
    task: Task,
    options: RunOptions<News>,
    receive: (result: Result) => Promise<Received>,
  ): Promise<Received>;
  /** Ends every process; tasks under way are told of it as of any other end. */
  stop(): Promise<void>;
}

/** A process is kept for the next task, because starting one and loading a tool takes up to half a second. */
const idleMs = 60_000;
/** What has grown beyond this share of its bound is started anew instead. */
const keptShare = 0.5;

export async function startPool<Task, Result, News = never>(
  options: PoolOptions,
): Promise<ProcessPool<Task, Result, News>> {
  type Process = Host<Task, Result, News>;
  const semaphore = new Semaphore(options.most);
  const scratch = await createScratch();
  const all = new Set<Process>();
  const idle: { host: Process; timer: NodeJS.Timeout }[] = [];
  let tasks = 0;
  let isStopped = false;

  function open(): Process {
    const host: Process = new Host(options);
    all.add(host);
    void host.ended.then(() => {
      all.delete(host);
      const at = idle.findIndex((one) => one.host === host);
      if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
    });
    return host;
  }

  function take(): Process | null {
    const found = idle.pop();
    clearTimeout(found?.timer);
    return found?.host ?? null;
  }

  function keep(host: Process, isAlone: boolean): void {
    if (host.hasEnded) return;
    const hasGrown = host.residentBytes > options.memoryBytes * keptShare;
    if (isStopped || isAlone || hasGrown) return host.kill();
    const timer = setTimeout(() => host.kill(), idleMs);
    timer.unref();
    idle.push({ host, timer });
  }

  async function work(task: Task, workOptions: WorkOptions<News>, isAlone: boolean) {
    let host = (isAlone ? null : take()) ?? open();
    try {
      return await host.work(task, workOptions);
    } catch (error) {
      if (!(error instanceof ProcessUnavailable) || isStopped) throw error;
      // Somebody ended it between two tasks: that says nothing about this one.
      host = open();
      return await host.work(task, workOptions);
    } finally {
      // After a cancel it is on its way out; only what has really ended lets go of its pictures.
      if (workOptions.signal.aborted) {
        host.kill();
        await host.ended;
      }
      keep(host, isAlone);
    }
  }

  return {
    async run(task, { isAlone = false, ...rest }, receive) {
      await semaphore.acquire(isAlone, rest.signal);
      tasks += 1;
      const folder = path.join(scratch.folder, String(tasks));
      try {
        if (isStopped) throw new ProcessUnavailable('the pool is stopped');
        return await receive(await work(task, { ...rest, scratch: folder }, isAlone));
      } finally {
        semaphore.release();
        await rm(folder, { recursive: true, force: true });
      }
    },
    async stop() {
      isStopped = true;
      const ends = [...all].map((host) => host.ended);
      for (const host of all) host.kill();
      await Promise.all(ends);
      await scratch.remove();
    },
  };
}
