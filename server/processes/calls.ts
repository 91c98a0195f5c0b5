import { FairTurns } from '../async/fair-turns.ts';
import { ProcessEnded, ProcessUnavailable } from './host.ts';
import { startPool, type ProcessPool } from './pool.ts';

/** A function of a module, by the module's address: it is loaded in the process and nowhere else. */
export interface FunctionCall {
  module: string;
  name: string;
  args: readonly unknown[];
}

/** An error as it crosses: what it says of itself, whatever its class. */
export interface ThrownPlainly {
  name: string;
  message: string;
  [field: string]: unknown;
}

export type CallResult = { ok: true; value: unknown } | { ok: false; thrown: ThrownPlainly };

/** The function that was called threw. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly thrown: ThrownPlainly;

  constructor(thrown: ThrownPlainly) {
    super(`${thrown.name}: ${thrown.message}`);
    this.thrown = thrown;
  }
}

/**
 * Calls the function. Arguments and result are copied.
 * @param whose who stands in the line; absent, all calls of the function are one
 * @throws CallFailed, ProcessEnded, ProcessUnavailable, or the signal's reason
 */
export type CallInProcess<Called extends Callable> = (
  args: Parameters<Called>,
  signal?: AbortSignal,
  whose?: string,
) => ReturnType<Called>;

/** Its arguments and result are plain data. */
export type Callable = (...args: never[]) => Promise<unknown>;

const processes = 2;
/** The largest picture that may be uploaded, decoded, and what a decoder needs beside it. */
const memoryBytes = 1024 * 1024 * 1024;
const heapMb = 256;
const timeLimitMs = 60_000;

/** Long for any call: nobody is refused here, since their requests have bounds of their own. */
const waitMaxMs = 24 * 60 * 60_000;
/** Two processes for everybody: neither one kind of call nor one person's many stand before all others. */
const turns = new FairTurns({ atOnce: processes, waitingMax: Infinity, waitMaxMs });

let starting: Promise<ProcessPool<FunctionCall, CallResult, never>> | null = null;
const never = new AbortController().signal;

/**
 * A function that opens what strangers sent, and therefore runs beside the platform: whatever their bytes do to it
 * costs that call alone. One pool for all of them; it starts with the first call, and its processes end when nothing
 * was called for a while, or with the platform.
 * @param module where the function is exported; name it by `new URL('./file.ts', import.meta.url)`
 */
export function inProcess<Called extends Callable>(
  module: URL,
  name: string,
): CallInProcess<Called> {
  async function call(args: Parameters<Called>, signal = never, whose = ''): Promise<unknown> {
    const entry = new URL('./call.process.ts', import.meta.url);
    starting ??= startPool({ entry, most: processes, memoryBytes, heapMb });
    const pool = await starting;
    const options = { signal, timeLimitMs, onNews: () => undefined };
    const result = await turns.run(`${name} ${whose}`, signal, () =>
      pool.run({ module: module.href, name, args }, options, (received) =>
        Promise.resolve(received),
      ),
    );
    if (!result.ok) throw new CallFailed(result.thrown);
    return result.value;
  }
  return call as CallInProcess<Called>;
}

/** Whether the call took its process with it, which the same bytes would do again. */
export const endedItsProcess = (error: unknown): boolean => error instanceof ProcessEnded;

/** Whether the call never began. */
export const neverBegan = (error: unknown): boolean => error instanceof ProcessUnavailable;
