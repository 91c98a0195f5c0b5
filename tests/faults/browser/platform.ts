import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import { layPreparedDatabase } from '../../fixtures/prepared-database.ts';
import { temporaryFolder } from '../../node/server/fixtures/platform.ts';
import type { AccountRecord, Answer, Person, Question } from './messages.ts';

export interface FaultPlatform {
  /** Origin; stays the same over restarts. */
  readonly url: string;
  /** False when it ended by itself. */
  readonly isUp: boolean;
  makePerson(): Promise<Person>;
  account(userId: number): Promise<AccountRecord>;
  /** Jobs of a person. */
  count(userId: number): Promise<number>;
  orphans(): Promise<string[]>;
  /** While held, jobs are accepted and started, and none ends. */
  hold(isHeld: boolean): Promise<void>;
  /** One-row inserts per second that its PostgreSQL takes from a bare loop. */
  inserts(forMs: number): Promise<number>;
  /** Hangs so many works in the gallery. */
  plantGallery(works: number): Promise<void>;
  /** Ends it without a chance to tidy up. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
}

/** @param staticFolder the built app */
export async function startFaultPlatform(staticFolder: string): Promise<FaultPlatform> {
  const folder = await temporaryFolder();
  const dataFolder = path.join(folder, 'data');
  await layPreparedDatabase(dataFolder);
  let child: ChildProcess | null = null;
  let url = '';
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();

  async function start(): Promise<void> {
    const started = fork(
      path.join(import.meta.dirname, 'serve.ts'),
      [dataFolder, staticFolder, url === '' ? '0' : new URL(url).port],
      {
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
      },
    );
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('exit', (code, signal) => {
        const error = new Error(`the platform ended with ${code ?? signal}`);
        reject(error);
        for (const question of waiting.values()) question.reject(error);
        waiting.clear();
      });
      started.on('message', (message: Answer) => {
        if ('ready' in message) {
          url = message.ready;
          resolve();
          return;
        }
        const question = waiting.get(message.id);
        waiting.delete(message.id);
        if ('error' in message) question?.reject(new Error(message.error));
        else question?.resolve(message.value);
      });
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  }

  async function ask<Value>(question: {
    ask: Question['ask'];
    userId?: number;
    isHeld?: boolean;
    forMs?: number;
    works?: number;
  }): Promise<Value> {
    if (!child?.connected) throw new Error('the platform is not there');
    lastId += 1;
    const answered = Promise.withResolvers<unknown>();
    waiting.set(lastId, answered);
    child.send({ ...question, id: lastId });
    return (await answered.promise) as Value;
  }

  await start();
  return {
    get url() {
      return url;
    },
    get isUp() {
      return child?.connected === true;
    },
    makePerson: () => ask({ ask: 'person' }),
    account: (userId) => ask({ ask: 'account', userId }),
    count: (userId) => ask({ ask: 'count', userId }),
    orphans: () => ask({ ask: 'orphans' }),
    hold: (isHeld) => ask({ ask: 'hold', isHeld }),
    inserts: (forMs) => ask({ ask: 'inserts', forMs }),
    plantGallery: (works) => ask({ ask: 'gallery', works }),
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM');
      // A process of it may still be writing what it compiled.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
