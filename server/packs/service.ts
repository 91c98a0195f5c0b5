import { readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PackProblem, PackState } from '../../src/domain/packs.ts';
import { createOutgoing } from '../http/outgoing.ts';
import type { Log } from '../log.ts';
import { download, downloadPace, type DownloadPace } from './download.ts';
import { failureOfDisk, PackFailure } from './failure.ts';
import { downloadBytes, type PackManifest } from './manifest.ts';
import { archiveAddress, registryAddress } from './registry.ts';
import { copyGraphs, sha256Of, unpackDownload } from './unpack.ts';
import type { InstalledFile, Machine } from './unpack.ts';

export interface PacksOptions {
  /** Everything that was fetched lies in it. */
  folder: string;
  manifests: readonly PackManifest[];
  /** Address of a registry; null: npm's own setting. */
  registry: string | null;
  /** Bytes that the disk has left for it; null where nobody knows. */
  freeBytes: (folder: string) => Promise<number | null>;
  /** Told after each, when it can be used. */
  onInstalled?: (id: string) => void;
  log: Pick<Log, 'info' | 'warn'>;
  machine?: Machine;
  pace?: Partial<DownloadPace>;
}

export interface PackStatus {
  manifest: PackManifest;
  state: PackState;
  /** Of `fetchBytes`, this much is here. */
  receivedBytes: number;
  fetchBytes: number;
  /** On the disk; 0 where it is not installed. */
  diskBytes: number;
  problem: PackProblem | null;
  /** ISO; null where it is not installed. */
  installedAt: string | null;
  /** Installed packs that need it: it stays while they do. */
  neededBy: string[];
}

/** What lies in the folder of an installed pack. */
interface Receipt {
  installedAt: string;
  /** Of its manifest's downloads and graphs: another version is installed anew. */
  fingerprint: string;
  files: InstalledFile[];
}

/** Where a pack lies that can be used. */
export interface InstalledPack {
  manifest: PackManifest;
  folder: string;
}

export interface Packs {
  /** Goes on with what was wanted before the platform ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
  statuses(): Promise<PackStatus[]>;
  /** Null for one that is not known. */
  has(id: string): boolean;
  /** Begins, or goes on; packs that it needs come first. Harmless when repeated. */
  install(id: string): Promise<void>;
  /**
   * Takes archives from a folder, by the names that `npm pack` and registries give them, so that they need not be
   * fetched. Each is held against its hash when it is installed.
   * @returns names of the archives that it took
   */
  bring(id: string, folder: string): Promise<string[]>;
  /** Stops fetching; what is here stays for the next time. */
  pause(id: string): Promise<void>;
  /** @returns false while another installed pack needs it */
  remove(id: string): Promise<boolean>;
  /** Holds every byte against what was installed; what is damaged is not used any more. */
  check(id: string): Promise<void>;
  /** Packs that can be used now, with all that they need. Asked often. */
  usable(): InstalledPack[];
  /** Resolves when nothing is being fetched. For a command line. */
  settled(): Promise<void>;
  /** Bytes that all of it takes on the disk. */
  usedBytes(): Promise<number>;
}

const receiptName = 'installed.json';
/** Of what may be fetched at once there is one: a second would only make both slower. */
const wantedName = 'wanted.json';

const machineHere = (): Machine => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  // Its builds for Linux are for glibc.
  const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined;
  return { os: isMusl ? 'linux-musl' : process.platform, cpu: process.arch };
};

function runsOn({ downloads }: PackManifest, { os, cpu }: Machine): boolean {
  const machines = downloads.flatMap(({ take }) => take.flatMap(({ machine }) => machine ?? []));
  return machines.length === 0 || machines.some((one) => one.os === os && one.cpu === cpu);
}

const fingerprintOf = ({ downloads, graphs }: PackManifest): string =>
  JSON.stringify([downloads.map(({ integrity, join }) => [integrity, join]), graphs]);

async function sizeBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map((entry) => stat(path.join(entry.parentPath, entry.name)).catch(() => null)),
  );
  return sizes.reduce((sum, one) => sum + (one?.size ?? 0), 0);
}

interface Doing {
  state: 'queued' | 'downloading' | 'unpacking' | 'checking';
  receivedBytes: number;
  ending: AbortController;
  /** Resolves when its turn is over. */
  ended: Promise<void>;
}

/** The packs of a platform: what is here, what is being fetched, and what may be used. */
export function createPacks(options: PacksOptions): Packs {
  const { folder, manifests, log, freeBytes, machine = machineHere() } = options;
  const pace = { ...downloadPace, ...options.pace };
  const byId = new Map(manifests.map((one) => [one.id, one]));
  const doing = new Map<string, Doing>();
  const problems = new Map<string, PackProblem>();
  const receipts = new Map<string, { mtimeMs: number; receipt: Receipt | null }>();
  let line: Promise<void> = Promise.resolve();
  let isStopped = false;

  const placeOf = (id: string): string => path.join(folder, id);
  const partOf = (npm: string, version: string): string =>
    path.join(folder, 'downloads', `${npm.replace(/[@/]/g, '_')}-${version}.tgz.part`);

  /** Read anew when somebody wrote it, in this process or another one. */
  function receiptOf(manifest: PackManifest): Receipt | null {
    const file = path.join(placeOf(manifest.id), receiptName);
    const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return null;
    const known = receipts.get(manifest.id);
    if (known?.mtimeMs === mtimeMs) return known.receipt;
    let receipt: Receipt | null = null;
    try {
      const read = JSON.parse(readFileSync(file, 'utf8')) as Receipt;
      if (read.fingerprint === fingerprintOf(manifest)) receipt = read;
    } catch {
      // Half written, or by somebody else: as if there were none.
    }
    receipts.set(manifest.id, { mtimeMs, receipt });
    return receipt;
  }

  const isUsable = (manifest: PackManifest): boolean =>
    runsOn(manifest, machine) &&
    receiptOf(manifest) !== null &&
    manifest.needs.every((id) => {
      const needed = byId.get(id);
      return needed !== undefined && isUsable(needed);
    });

  const allNeeds = (manifest: PackManifest): PackManifest[] =>
    manifest.needs.flatMap((id) => {
      const needed = byId.get(id);
      return needed ? [...allNeeds(needed), needed] : [];
    });

  async function receivedOf({ downloads }: PackManifest): Promise<number> {
    const parts = await Promise.all(
      downloads.map(({ npm, version }) => stat(partOf(npm, version)).catch(() => null)),
    );
    return parts.reduce((sum, part) => sum + (part?.size ?? 0), 0);
  }

  async function keepWanted(change: (ids: Set<string>) => void): Promise<void> {
    const ids = new Set(await wanted());
    change(ids);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, wantedName), JSON.stringify([...ids]));
  }

  async function wanted(): Promise<string[]> {
    try {
      const read = JSON.parse(await readFile(path.join(folder, wantedName), 'utf8')) as unknown;
      return Array.isArray(read) ? read.filter((id) => byId.has(String(id))).map(String) : [];
    } catch {
      return [];
    }
  }

  async function assertRoom(manifest: PackManifest): Promise<void> {
    const free = await freeBytes(folder);
    // What is unpacked is about as large as its archive twice over, and lies beside it for a moment.
    const needed = 3 * downloadBytes(manifest) - (await receivedOf(manifest));
    if (free !== null && free < needed) {
      throw new PackFailure('disk-full', `${manifest.id} needs ${needed} bytes, ${free} are free`);
    }
  }

  async function fetchPack(manifest: PackManifest, now: Doing): Promise<void> {
    const { signal } = now.ending;
    await mkdir(folder, { recursive: true });
    await assertRoom(manifest);
    const registry = await registryAddress(options.registry);
    const outgoing = createOutgoing({ hosts: [registry], others: 'public' });
    now.state = 'downloading';
    let before = 0;
    for (const { npm, version, bytes, integrity } of manifest.downloads) {
      const begun = before;
      await download(
        {
          address: archiveAddress(registry, npm, version),
          bytes,
          integrity,
          file: partOf(npm, version),
        },
        { outgoing, signal, pace, onBytes: (here) => (now.receivedBytes = begun + here) },
      );
      before += bytes;
    }
    now.state = 'unpacking';
    const making = path.join(folder, `.making-${manifest.id}`);
    await rm(making, { recursive: true, force: true });
    await mkdir(making);
    const files: InstalledFile[] = [];
    for (const one of manifest.downloads) {
      files.push(
        ...(await unpackDownload(partOf(one.npm, one.version), one, making, machine, signal)),
      );
    }
    files.push(...(await copyGraphs(manifest, making)));
    const receipt: Receipt = {
      installedAt: new Date().toISOString(),
      fingerprint: fingerprintOf(manifest),
      files,
    };
    await writeFile(path.join(making, receiptName), JSON.stringify(receipt));
    await rm(placeOf(manifest.id), { recursive: true, force: true });
    await rename(making, placeOf(manifest.id));
    for (const { npm, version } of manifest.downloads)
      await rm(partOf(npm, version), { force: true });
  }

  /** One after the other. */
  function enqueue(manifest: PackManifest): void {
    if (doing.has(manifest.id) || receiptOf(manifest) || isStopped) return;
    const ending = new AbortController();
    const now: Doing = { state: 'queued', receivedBytes: 0, ending, ended: line };
    doing.set(manifest.id, now);
    problems.delete(manifest.id);
    now.ended = line = line.then(async () => {
      try {
        now.ending.signal.throwIfAborted();
        now.receivedBytes = await receivedOf(manifest);
        const missing = manifest.needs.find((id) => problems.has(id));
        if (missing)
          throw new PackFailure(problems.get(missing) ?? 'unreachable', `${missing} failed`);
        await fetchPack(manifest, now);
        await keepWanted((ids) => ids.delete(manifest.id));
        log.info({ pack: manifest.id }, 'a model pack is installed');
        options.onInstalled?.(manifest.id);
      } catch (error) {
        await rm(path.join(folder, `.making-${manifest.id}`), { recursive: true, force: true });
        if (now.ending.signal.aborted) return;
        const failure = failureOfDisk(error);
        const problem = failure instanceof PackFailure ? failure.problem : 'damaged';
        problems.set(manifest.id, problem);
        log.warn({ pack: manifest.id, problem, err: error }, 'a model pack could not be installed');
        await keepWanted((ids) => ids.delete(manifest.id)).catch(() => undefined);
      } finally {
        // One that was paused before its turn may have been asked for again.
        if (doing.get(manifest.id) === now) doing.delete(manifest.id);
      }
    });
  }

  async function install(id: string): Promise<void> {
    const manifest = byId.get(id);
    if (!manifest || !runsOn(manifest, machine)) return;
    const all = [...allNeeds(manifest), manifest];
    if (all.some((one) => !runsOn(one, machine))) return;
    await keepWanted((ids) => {
      for (const one of all) if (!receiptOf(one)) ids.add(one.id);
    }).catch(() => undefined);
    for (const one of all) enqueue(one);
  }

  async function bring(id: string, from: string): Promise<string[]> {
    const manifest = byId.get(id);
    const brought: string[] = [];
    for (const { downloads } of manifest ? [...allNeeds(manifest), manifest] : []) {
      for (const { npm, version, bytes } of downloads) {
        const base = npm.slice(npm.lastIndexOf('/') + 1);
        const packed = npm.replace('@', '').replace('/', '-');
        for (const name of [`${packed}-${version}.tgz`, `${base}-${version}.tgz`]) {
          const file = path.join(from, name);
          if ((await stat(file).catch(() => null))?.size !== bytes) continue;
          await mkdir(path.join(folder, 'downloads'), { recursive: true });
          await copyFile(file, partOf(npm, version));
          brought.push(name);
          break;
        }
      }
    }
    return brought;
  }

  function neededBy(id: string): string[] {
    return manifests
      .filter((one) => one.needs.includes(id) && (receiptOf(one) !== null || doing.has(one.id)))
      .map((one) => one.id);
  }

  async function statusOf(manifest: PackManifest): Promise<PackStatus> {
    const { id } = manifest;
    const receipt = receiptOf(manifest);
    const now = doing.get(id);
    const receivedBytes = now?.receivedBytes ?? (receipt ? 0 : await receivedOf(manifest));
    const problem = problems.get(id) ?? null;
    const isSupported = [...allNeeds(manifest), manifest].every((one) => runsOn(one, machine));
    const resting: PackState = receipt
      ? 'installed'
      : problem !== null
        ? 'failed'
        : receivedBytes > 0
          ? 'paused'
          : 'absent';
    return {
      manifest,
      state: isSupported ? (now?.state ?? resting) : 'unsupported',
      receivedBytes,
      fetchBytes: downloadBytes(manifest),
      diskBytes: receipt?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0,
      problem: now ? null : problem,
      installedAt: receipt?.installedAt ?? null,
      neededBy: neededBy(id),
    };
  }

  async function pause(id: string): Promise<void> {
    const now = doing.get(id);
    now?.ending.abort();
    // What runs ends by itself; what only waits would wait on, and hold up who asks for it again.
    if (now?.state === 'queued') doing.delete(id);
    await keepWanted((ids) => ids.delete(id));
  }

  return {
    async start() {
      for (const { id } of manifests) {
        await rm(path.join(folder, `.making-${id}`), { recursive: true, force: true });
      }
      for (const id of await wanted()) await install(id);
    },
    async stop() {
      isStopped = true;
      for (const { ending } of doing.values()) ending.abort();
      await line;
    },
    has: (id) => byId.has(id),
    statuses: () => Promise.all(manifests.map(statusOf)),
    install,
    bring,
    pause,
    async remove(id) {
      const manifest = byId.get(id);
      if (!manifest || neededBy(id).length > 0) return false;
      const now = doing.get(id);
      const isUnderWay = now !== undefined && now.state !== 'queued';
      await pause(id);
      // Of others nobody waits for.
      if (isUnderWay) await now.ended;
      problems.delete(id);
      // Out of the way first: nothing is used that is half gone.
      const going = path.join(folder, `.making-${id}`);
      await rm(going, { recursive: true, force: true });
      await rename(placeOf(id), going).catch(() => undefined);
      await rm(going, { recursive: true, force: true });
      for (const { npm, version } of manifest.downloads) {
        await rm(partOf(npm, version), { force: true });
      }
      return true;
    },
    async check(id) {
      const manifest = byId.get(id);
      const receipt = manifest && receiptOf(manifest);
      if (!receipt || doing.has(id)) return;
      const ending = new AbortController();
      const now: Doing = { state: 'checking', receivedBytes: 0, ending, ended: line };
      doing.set(id, now);
      problems.delete(id);
      const checking = (async () => {
        try {
          for (const { name, sha256 } of receipt.files) {
            const found = await sha256Of(path.join(placeOf(id), name), ending.signal).catch(
              () => null,
            );
            ending.signal.throwIfAborted();
            if (found === sha256) continue;
            log.warn({ pack: id, file: name }, 'a file of a model pack is damaged');
            problems.set(id, 'damaged');
            await rm(path.join(placeOf(id), receiptName), { force: true });
            return;
          }
        } catch {
          // Stopped: nothing is said of what was not looked at.
        } finally {
          doing.delete(id);
        }
      })();
      now.ended = checking;
      // It reads what is here and waits for no download.
      const before = line;
      line = checking.then(() => before);
    },
    usable: () =>
      manifests.filter(isUsable).map((manifest) => ({ manifest, folder: placeOf(manifest.id) })),
    settled: async () => {
      for (let seen = null; seen !== line;) {
        seen = line;
        await line;
      }
    },
    usedBytes: () => sizeBelow(folder),
  };
}
