import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { fileParameters } from '../../src/api/contract/files.ts';
import { fileAddressMs } from '../../src/domain/limits.ts';
import type { Database } from '../database/connect.ts';
import { keepSecret } from '../database/secrets.ts';
import type { FileName } from './file-store.ts';

/** What an address says of who may have the file; `expired` also of a signature that is none of ours. */
export type Pass = { kind: 'good'; untilMs: number } | { kind: 'expired' } | { kind: 'none' };

export interface FileAddresses {
  /** A path by which whoever has it may have the file, for a day or two. */
  of(file: FileName): string;
  /** @param query reads a parameter of the address */
  check(fileId: string, query: (name: string) => string | undefined): Pass;
}

/** The same for all who ask on one day, so that what was fetched is found again in a browser's cache. */
function untilSecondsAt(nowMs: number): number {
  return ((Math.floor(nowMs / fileAddressMs) + 2) * fileAddressMs) / 1_000;
}

/** The name by which a file is known here; who may have it is not said. */
export const fileName = (file: FileName): string => `/files/${file.id}.${file.extension}`;

export function createFileAddresses(key: Buffer, now: () => number = Date.now): FileAddresses {
  const sign = (fileId: string, until: string) =>
    createHmac('sha256', key).update(`${fileId} ${until}`).digest();
  return {
    of(file) {
      const until = String(untilSecondsAt(now()));
      const signature = sign(file.id, until).toString('base64url');
      const parameters = {
        [fileParameters.until]: until,
        [fileParameters.signature]: signature,
      };
      return `${fileName(file)}?${new URLSearchParams(parameters).toString()}`;
    },
    check(fileId, query) {
      const [until, signature] = [query(fileParameters.until), query(fileParameters.signature)];
      if (until === undefined && signature === undefined) return { kind: 'none' };
      const given = Buffer.from(signature ?? '', 'base64url');
      const right = sign(fileId, until ?? '');
      const untilMs = Number(until) * 1_000;
      const isGood = given.length === right.length && timingSafeEqual(given, right);
      return isGood && untilMs > now() ? { kind: 'good', untilMs } : { kind: 'expired' };
    },
  };
}

/**
 * The addresses of this deployment, whichever of its processes gave them. Without its secret in the database, all that
 * were given before are as good as expired.
 */
export async function loadFileAddresses(database: Database): Promise<FileAddresses> {
  const make = () => ({ key: randomBytes(32).toString('base64') });
  const { key } = (await keepSecret(database, 'file-addresses', make)) as { key: string };
  return createFileAddresses(Buffer.from(key, 'base64'));
}
