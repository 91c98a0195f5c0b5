import { statfs } from 'node:fs/promises';

import {
  freeBytesAskedEvery,
  freeBytesMaxAgeMs,
  freeBytesRecoveryShare,
  freeBytesRetryAfterMs,
} from '../../src/domain/storage.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';

/** Whether the disk still has room for what is new. */
export interface FreeSpace {
  /** Asks the disk at most every few seconds. */
  isShort(): Promise<boolean>;
  /** @throws Problem 507, to be tried again, while the disk is short */
  assertEnough(): Promise<void>;
  /**
   * Of something long that is written bit by bit. The function is told of each bit before it is written.
   * @throws Problem 507 as above, in the middle of it
   */
  watchWrites(): (bytes: number) => Promise<void>;
}

/**
 * What may be written beside everything else before the platform is short of space.
 * @returns null where the disk does not say
 */
export async function freeBytesFor(folder: string, floorBytes: number): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && Math.max(0, disk.bavail * disk.bsize - floorBytes);
}

const short = () =>
  new Problem(507, 'platform-full', 'The platform is short of space; it goes on by itself', {
    headers: { 'Retry-After': String(freeBytesRetryAfterMs / 1_000) },
  });

/**
 * Watches the disk that holds the data folder: a database that can't write any more stops everything, so that
 * uploads and jobs are refused before. With files in a bucket, the database and the copies are still there.
 * @param floorBytes 0 never looks
 */
export function watchFreeSpace(folder: string, floorBytes: number, log: Log): FreeSpace {
  let wasShort = false;
  let asking: Promise<boolean> | null = null;
  let askedAtMs = -Infinity;

  async function ask(): Promise<boolean> {
    const disk = await statfs(folder).catch((error: unknown) => {
      log.debug({ err: error }, 'the disk does not say how much of it is free');
      return null;
    });
    if (disk === null) return wasShort;
    const freeBytes = disk.bavail * disk.bsize;
    const isShort = freeBytes < floorBytes * (wasShort ? freeBytesRecoveryShare : 1);
    if (isShort !== wasShort) {
      wasShort = isShort;
      if (isShort) {
        log.error({ freeBytes, floorBytes }, 'the disk is nearly full: no new uploads and jobs');
      } else log.info({ freeBytes, floorBytes }, 'the disk has room again');
    }
    return isShort;
  }

  function isShort(): Promise<boolean> {
    if (floorBytes === 0) return Promise.resolve(false);
    const nowMs = performance.now();
    if (asking === null || nowMs - askedAtMs >= freeBytesMaxAgeMs) {
      askedAtMs = nowMs;
      asking = ask();
    }
    return asking;
  }

  async function assertEnough(): Promise<void> {
    if (await isShort()) throw short();
  }

  return {
    isShort,
    assertEnough,
    watchWrites() {
      let unasked = 0;
      return async (bytes) => {
        unasked += bytes;
        if (unasked < freeBytesAskedEvery) return;
        unasked = 0;
        await assertEnough();
      };
    },
  };
}
