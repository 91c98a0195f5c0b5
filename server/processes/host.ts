import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import {
  boundsVariable,
  overMemory,
  type FromProcess,
  type ProcessBounds,
  type ToProcess,
} from './contract.ts';
import { killGroup } from './group.ts';

/** What it needs of our environment: not the keys that are in it. */
const passedOn = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  // Where drivers of a graphics card are told, and where they keep what they prepare.
  'VK_ICD_FILENAMES',
  'VK_DRIVER_FILES',
  'XDG_DATA_DIRS',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
  // A folder: without it each process compiles all that it loads.
  'NODE_COMPILE_CACHE',
];

/** For a task to end the program it holds; beyond it both are ended from outside. */
const endsWithinMs = 500;
const mostWords = 2_000;

/** A task's process is no more, and it had taken the task. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  readonly reason: 'memory' | 'time' | 'death';

  constructor(reason: ProcessEnded['reason'], detail: string) {
    super(`The process of a task ended (${reason}): ${detail}`);
    this.reason = reason;
  }
}

/** It ended before it took a task, which is nobody's doing. */
export class ProcessUnavailable extends Error {
  override readonly name = 'ProcessUnavailable';
}

export interface HostOptions {
  /** The file that calls `serveTasks`. */
  entry: URL;
  memoryBytes: number;
  /** Of the JavaScript heap alone. */
  heapMb: number;
}

export interface WorkOptions<News> {
  signal: AbortSignal;
  timeLimitMs: number;
  scratch: string;
  onNews: (news: News) => void;
}

/** One child process, which does one task at a time. */
export class Host<Task, Result, News> {
  readonly #child;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
  /** What it held after its last task. */
  residentBytes = 0;
  hasEnded = false;
  #words = '';
  #hear: ((message: FromProcess<News, Result>) => void) | null = null;
  #onEnd: ((how: string) => void) | null = null;

  constructor({ entry, memoryBytes, heapMb }: HostOptions) {
    const bounds: ProcessBounds = { parent: process.pid, memoryBytes };
    const kept = passedOn.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    this.#child = fork(entry, [], {
      // A group of its own, so that its programs end with it and a terminal's Ctrl-C is the platform's to answer.
      detached: true,
      windowsHide: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: { ...Object.fromEntries(kept), [boundsVariable]: JSON.stringify(bounds) },
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-mostWords);
    });
    this.#child.on('message', (message: FromProcess<News, Result>) => this.#hear?.(message));
    this.ended = new Promise((resolve) => {
      const over = (how: string): void => {
        this.hasEnded = true;
        this.#onEnd?.(how);
        resolve(how);
      };
      this.#child.on('error', (error) => {
        if (this.#child.pid === undefined) over(`it does not start: ${error.message}`);
      });
      // What it started may have outlived it.
      this.#child.on('exit', () => killGroup(this.#child.pid ?? 0));
      // 'close' and not 'exit': its last words have been read by then.
      this.#child.on('close', (code, by) => over(`${by ?? `code ${code}`} ${this.#words.trim()}`));
    });
  }

  /** One that waits for a task keeps nobody from ending. */
  #rest(isResting: boolean): void {
    const { channel, stderr } = this.#child;
    const how = isResting ? 'unref' : 'ref';
    this.#child[how]();
    channel?.[how]();
    // A pipe to a child is a socket.
    (stderr as Socket | null)?.[how]();
  }

  kill(): void {
    if (this.#child.pid === undefined || this.hasEnded) return;
    // Its end is worth waiting for.
    this.#rest(false);
    killGroup(this.#child.pid);
  }

  #send(message: ToProcess<Task>): void {
    // A process that can't be written to is about to be known as ended.
    this.#child.send(message, () => undefined);
  }

  /**
   * Does one task. Aborting ends the process, unless the task holds a program and ends it by itself.
   * @throws ProcessEnded, ProcessUnavailable, or the signal's reason
   */
  async work(task: Task, options: WorkOptions<News>): Promise<Result> {
    const { signal, timeLimitMs, scratch, onNews } = options;
    let isTaken = false;
    let isHolding = false;
    let isLate = false;
    let giveUp: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      if (!isHolding) return this.kill();
      this.#send({ kind: 'end' });
      giveUp ??= setTimeout(() => this.kill(), endsWithinMs);
    };
    const timer = setTimeout(() => {
      isLate = true;
      this.kill();
    }, timeLimitMs);
    signal.addEventListener('abort', onAbort);
    this.#rest(false);
    try {
      const result = await new Promise<Result>((resolve, reject) => {
        this.#hear = (message) => {
          if (message.kind === 'taken') isTaken = true;
          else if (message.kind === 'holds') {
            isHolding = message.isHolding;
            if (signal.aborted && isHolding) onAbort();
          } else if (message.kind === 'news') {
            if (!signal.aborted) onNews(message.news);
          } else {
            this.residentBytes = message.residentBytes;
            resolve(message.result);
          }
        };
        this.#onEnd = (how) => {
          const isMemory = how.includes(overMemory) || /heap out of memory/i.test(how);
          if (isLate) reject(new ProcessEnded('time', `longer than ${timeLimitMs / 1000} s`));
          else if (isTaken) reject(new ProcessEnded(isMemory ? 'memory' : 'death', how));
          else reject(new ProcessUnavailable(how));
        };
        if (this.hasEnded) return this.#onEnd('before the task');
        this.#send({ kind: 'task', task, scratch });
        if (signal.aborted) onAbort();
      });
      signal.throwIfAborted();
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      this.#rest(true);
      this.#hear = null;
      this.#onEnd = null;
      clearTimeout(timer);
      clearTimeout(giveUp);
      signal.removeEventListener('abort', onAbort);
    }
  }
}
