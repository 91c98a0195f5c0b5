import { sha256 as sha256Hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { isOwnAnswer } from '../../src/api/own-answer.ts';
import { markChecked, openModelFile, openModelsFolder } from '../../src/media/model-files.ts';
import { writeAll } from '../../src/media/write-file.ts';
import type { FilesProgress, FilesResult, WantedFile } from './contract.ts';
import { assertRoomFor, FileFailure, resultOf } from './failure.ts';

/** A connection on which nothing comes for so long is given up. */
const silentMs = 30_000;
/** Waits between tries, in milliseconds; what has brought bytes begins at the first again. */
const waitsMs = [500, 2_000, 5_000, 15_000, 30_000];
const tellEveryMs = 250;
/** So much at most is lost when the page goes. */
const flushBytes = 8 * 1024 * 1024;
const hashPieceBytes = 4 * 1024 * 1024;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Access = FileSystemSyncAccessHandle;

/** Asks for the rest of a file. @returns where in the file the answer begins */
async function askFrom(
  { address, sha256 }: WantedFile,
  from: number,
  signal: AbortSignal,
): Promise<{ response: Response; from: number } | 'whole'> {
  const response = await fetch(address, {
    // A browser's cache would hold it a second time.
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    ...(from > 0 && { headers: { Range: `bytes=${from}-`, 'If-Range': `"${sha256}"` } }),
    signal,
  });
  // A portal answers everything with a page of its own.
  if (!isOwnAnswer(response)) throw new TypeError('somebody else answered');
  const { status } = response;
  if (status === 404 || status === 410) throw new FileFailure('gone', `status ${status}`);
  if (status === 416) return 'whole';
  if (status === 206) {
    const begins = /^bytes (\d+)-/.exec(response.headers.get('Content-Range') ?? '')?.[1];
    if (Number(begins) !== from) throw new TypeError('another part than was asked for');
    return { response, from };
  }
  if (status !== 200) throw new TypeError(`status ${status}`);
  return { response, from: 0 };
}

/** Hashes a file as it grows: what is on the disk is read once more only where it was begun at another time. */
function growingHash(access: Access, onCatchUp: () => void) {
  let hash = sha256Hash.create();
  let hashed = 0;
  const piece = new Uint8Array(hashPieceBytes);
  function catchUp(upTo: number): void {
    if (hashed > upTo) {
      hash = sha256Hash.create();
      hashed = 0;
    }
    if (hashed < upTo) onCatchUp();
    while (hashed < upTo) {
      const wanted = piece.subarray(0, Math.min(piece.length, upTo - hashed));
      const read = access.read(wanted, { at: hashed });
      if (read === 0) return;
      hash.update(wanted.subarray(0, read));
      hashed += read;
    }
  }
  return {
    /** Bytes that were just written at `at`. */
    add(bytes: Uint8Array, at: number) {
      catchUp(at);
      hash.update(bytes);
      hashed += bytes.byteLength;
    },
    /** Hex, of the whole file. */
    end(): string {
      catchUp(access.getSize());
      return bytesToHex(hash.digest());
    },
  };
}
type GrowingHash = ReturnType<typeof growingHash>;

/** Writes what comes; ends with the answer, or rejects where it breaks off. */
async function receive(
  file: WantedFile,
  access: Access,
  hash: GrowingHash,
  onBytes: (received: number) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silentMs);
  try {
    const asked = await askFrom(file, access.getSize(), silence.signal);
    if (asked === 'whole') return;
    const { body } = asked.response;
    let at = asked.from;
    access.truncate(at);
    let unwritten = 0;
    const reader = body?.getReader();
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silentMs);
      if (at + value.byteLength > file.bytes) {
        throw new FileFailure('damaged', 'more than promised');
      }
      writeAll(access, value, at);
      hash.add(value, at);
      at += value.byteLength;
      unwritten += value.byteLength;
      if (unwritten > flushBytes) {
        access.flush();
        unwritten = 0;
      }
      onBytes(at);
    }
    access.flush();
  } finally {
    clearTimeout(timer);
  }
}

async function receiveWhole(
  file: WantedFile,
  access: Access,
  hash: GrowingHash,
  onBytes: (received: number) => void,
): Promise<void> {
  for (let failures = 0; access.getSize() < file.bytes;) {
    const before = access.getSize();
    try {
      await receive(file, access, hash, onBytes);
    } catch (error) {
      if (error instanceof FileFailure) throw error;
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
      if (access.getSize() > before) failures = 0;
      const wait = waitsMs[failures];
      if (wait === undefined) throw new FileFailure('network', String(error), error);
      failures += 1;
      await sleep(wait);
      continue;
    }
    // An answer that ends too soon without saying so.
    if (access.getSize() === before) throw new FileFailure('network', 'the answer is empty');
  }
}

async function bring(
  folder: FileSystemDirectoryHandle,
  file: WantedFile,
  onBytes: (received: number) => void,
  onCheck: () => void,
): Promise<void> {
  const { sha256, bytes } = file;
  if (await openModelFile(folder, file)) return;
  const handle = await folder.getFileHandle(sha256, { create: true });
  const access = await handle.createSyncAccessHandle();
  try {
    if (access.getSize() > bytes) access.truncate(0);
    onBytes(access.getSize());
    const hash = growingHash(access, onCheck);
    await receiveWhole(file, access, hash, onBytes);
    if (hash.end() !== sha256)
      throw new FileFailure('damaged', `${file.address} is not what was promised`);
  } catch (error) {
    // What is wrong is not gone on with.
    if (error instanceof FileFailure && error.problem === 'damaged') access.truncate(0);
    throw error;
  } finally {
    access.close();
  }
  await markChecked(folder, sha256);
}

async function bytesHere(
  folder: FileSystemDirectoryHandle,
  { sha256, bytes }: WantedFile,
): Promise<number> {
  try {
    const file = await (await folder.getFileHandle(sha256)).getFile();
    return Math.min(bytes, file.size);
  } catch {
    return 0;
  }
}

/** See `ModelFilesWorker.fetchAll`. */
export function fetchAll(
  name: string,
  files: readonly WantedFile[],
  tell: (progress: FilesProgress) => void,
): Promise<FilesResult<null>> {
  return resultOf(async () => {
    const models = await openModelsFolder();
    if (!models) throw new FileFailure('no-storage', 'the browser keeps no files');
    const folder = await models.getDirectoryHandle(name, { create: true });
    // Two parts of a model may be the same bytes.
    const wanted = [...new Map(files.map((file) => [file.sha256, file])).values()];
    const here = new Map<string, number>();
    for (const file of wanted) here.set(file.sha256, await bytesHere(folder, file));
    const sum = () => [...here.values()].reduce((total, bytes) => total + bytes, 0);
    const all = wanted.reduce((total, { bytes }) => total + bytes, 0);
    await assertRoomFor(all - sum());
    let toldAtMs = -Infinity;
    const report = (isChecking: boolean, isUrgent = false) => {
      if (!isUrgent && performance.now() - toldAtMs < tellEveryMs) return;
      toldAtMs = performance.now();
      tell({ receivedBytes: sum(), isChecking });
    };
    report(false, true);
    for (const file of wanted) {
      await bring(
        folder,
        file,
        (received) => {
          here.set(file.sha256, received);
          report(false);
        },
        () => report(true, true),
      );
      here.set(file.sha256, file.bytes);
      report(false, true);
    }
    return null;
  });
}
