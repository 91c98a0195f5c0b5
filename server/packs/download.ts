import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutgoingError, type Outgoing } from '../http/outgoing.ts';
import { failureOfDisk, PackFailure } from './failure.ts';

export interface DownloadPace {
  /** Between two tries; doubled until the longest while nothing comes. */
  firstMs: number;
  longestMs: number;
  /** Tries in a row that brought nothing. */
  tries: number;
  /** A connection that brings nothing for so long is given up. */
  silentMs: number;
}

export const downloadPace: DownloadPace = {
  firstMs: 500,
  longestMs: 15_000,
  tries: 6,
  silentMs: 30_000,
};

/** Longer than anybody waits; a connection that is silent is given up much earlier. */
const wholeMs = 24 * 3_600_000;

const sizeOf = async (file: string): Promise<number> =>
  (await stat(file).catch(() => null))?.size ?? 0;

/** Of a file, by the algorithm of the one that it is held against. */
async function integrityOf(file: string, like: string, signal: AbortSignal): Promise<string> {
  const algorithm = like.slice(0, like.indexOf('-'));
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Buffer);
  return `${algorithm}-${hash.digest('base64')}`;
}

interface Wanted {
  address: string;
  bytes: number;
  integrity: string;
  /** Where it comes to lie; what is there already of an earlier try is gone on with. */
  file: string;
}

interface Surroundings {
  outgoing: Outgoing;
  signal: AbortSignal;
  /** Bytes of the file that are there. */
  onBytes: (bytes: number) => void;
  pace: DownloadPace;
}

/** Whether an answer to a request for the rest begins where the file ends. */
const beginsAt = (response: Response, at: number): boolean =>
  response.status === 206 &&
  response.headers.get('Content-Range')?.startsWith(`bytes ${at}-`) === true;

/** What an answer says that brings nothing of the archive; what is here already stays but for the last of them. */
function answerFailure({ status, ok, headers }: Response): PackFailure | null {
  if (ok && /^text\/html/i.test(headers.get('Content-Type') ?? '')) {
    // A portal or a gateway, in the name of the registry.
    return new PackFailure('unreachable', 'a page came instead of the archive');
  }
  if (ok) return null;
  if (status === 416) {
    return new PackFailure('damaged', 'what the registry has is shorter than the archive');
  }
  const mayPass = status >= 500 || status === 429 || status === 408;
  return new PackFailure(mayPass ? 'unreachable' : 'refused', `the registry answered ${status}`);
}

/** One connection, until it ends in whatever way. */
async function fetchMore(wanted: Wanted, around: Surroundings): Promise<void> {
  const { outgoing, onBytes, pace } = around;
  const silent = new AbortController();
  const signal = AbortSignal.any([around.signal, silent.signal]);
  const expect = () =>
    setTimeout(() => silent.abort(new PackFailure('unreachable', 'nothing came')), pace.silentMs);
  let timer = expect();
  try {
    let at = await sizeOf(wanted.file);
    const response = await outgoing(wanted.address, {
      signal,
      timeoutMs: wholeMs,
      // A registry that sends more than it said is stopped below, byte by byte.
      maxBytes: wanted.bytes * 2 + 1024,
      // What is hashed is what was sent: nobody packs it once more on the way.
      headers: {
        'Accept-Encoding': 'identity',
        ...(at > 0 && { Range: `bytes=${at}-` }),
      },
    });
    const failure = answerFailure(response);
    if (failure || !response.body) {
      await response.body?.cancel().catch(() => undefined);
      if (response.status === 416) await rm(wanted.file, { force: true });
      throw failure ?? new PackFailure('unreachable', 'the answer is empty');
    }
    if (at > 0 && !beginsAt(response, at)) {
      // It does not know ranges: from the beginning.
      await rm(wanted.file, { force: true });
      at = 0;
    }
    const file = await open(wanted.file, 'a');
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        clearTimeout(timer);
        timer = expect();
        if (at + chunk.length > wanted.bytes) {
          throw new PackFailure('damaged', 'more came than the archive has');
        }
        await file.writeFile(chunk);
        at += chunk.length;
        onBytes(at);
      }
    } finally {
      await file.close();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** What may pass by itself. */
const mayPass = (error: unknown): boolean =>
  (error instanceof PackFailure && error.problem === 'unreachable') ||
  (error instanceof OutgoingError &&
    ['unreachable', 'timed-out', 'too-large'].includes(error.failure));

/**
 * Fetches a file, going on where an earlier try ended, and holds it against what it has to be. What is damaged is
 * removed.
 * @throws PackFailure, or the signal's reason
 */
export async function download(wanted: Wanted, around: Surroundings): Promise<void> {
  const { signal, pace, onBytes } = around;
  await mkdir(path.dirname(wanted.file), { recursive: true });
  let failures = 0;
  // Counted from here: what only came once more, from the beginning, brings nothing.
  let most = 0;
  for (;;) {
    const before = await sizeOf(wanted.file);
    onBytes(before);
    if (before === wanted.bytes) break;
    try {
      await fetchMore(wanted, around);
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOfDisk(error);
      if (failure instanceof PackFailure && failure.problem === 'damaged') {
        await rm(wanted.file, { force: true });
      }
      if (!mayPass(failure)) {
        throw failure instanceof OutgoingError
          ? new PackFailure('refused', failure.message, failure)
          : failure;
      }
    }
    signal.throwIfAborted();
    const after = await sizeOf(wanted.file);
    failures = after > Math.max(before, most) ? 0 : failures + 1;
    most = Math.max(most, after);
    if (after === wanted.bytes) continue;
    if (failures >= pace.tries) {
      throw new PackFailure('unreachable', 'the registry brought nothing, several times');
    }
    await sleep(Math.min(pace.longestMs, pace.firstMs * 2 ** failures), undefined, { signal });
  }
  if ((await integrityOf(wanted.file, wanted.integrity, signal)) === wanted.integrity) return;
  await rm(wanted.file, { force: true });
  throw new PackFailure('damaged', 'the archive is not what it has to be');
}
