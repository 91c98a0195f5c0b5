import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const prefix = 'kiln-tasks-';
/** Of a platform that died; younger ones may belong to another one that just works. */
const leftBehindMs = 24 * 3_600_000;

/** Below this a message is as quick as a file. */
const messageMaxBytes = 1024 * 1024;

/** Bytes on their way out of a process: in the message, or beside it. */
export type Parcel = { data: Uint8Array } | { path: string };

/** A folder for large results, made with the first one; those that platforms left behind when they died are removed. */
export async function createScratch(): Promise<{ folder: string; remove(): Promise<void> }> {
  const parent = tmpdir();
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const old = path.join(parent, name);
    const { mtimeMs } = await stat(old).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < leftBehindMs) continue;
    // Another user's may stay.
    await rm(old, { recursive: true, force: true }).catch(() => undefined);
  }
  const folder = path.join(parent, prefix + randomUUID());
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** In the process: what is large goes by path, because a message is copied on both event loops. */
export async function pack(data: Uint8Array, scratch: string, name: string): Promise<Parcel> {
  if (data.length <= messageMaxBytes) return { data };
  const file = path.join(scratch, name);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await writeFile(file, data);
  return { path: file };
}

/** In the platform. */
export const unpack = async (parcel: Parcel): Promise<Uint8Array> =>
  'data' in parcel ? parcel.data : await readFile(parcel.path);
