import { readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PackProblem, PackState } from '../../src/domain/packs.ts';
import { createOutgoing } from '../http/outgoing.ts';
import type { Log } from '../log.ts';
import { broughtModels } from './brought.ts';
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
  /** Where somebody may put models of their own (`brought.ts`); absent: nowhere. */
  models?: string;
  /** Address of a hub, with a slash at the end; absent: there is none. */
  hub?: string;
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
  /** On the disk; 0 where it is not installed, and not brought. */
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
  /** For what is noted about it on this machine. */
  notesFolder: string;
  /** In its folder. */
  files: readonly InstalledFile[];
}

export interface Packs {
  /** Looks for models that somebody has brought, and goes on with what was wanted before the platform ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
  statuses(): Promise<PackStatus[]>;
  /** Folders that look like models, as of the last look, and are none that can be run: their names. */
  oddFolders(): string[];
  has(id: string): boolean;
  /** Begins, or goes on; packs that it needs come first. Harmless when repeated. */
  install(id: string): Promise<void>;
  /**
   * Takes archives from a folder, by the names that `npm pack` and registries give them, and files of a hub by their
   * own, so that they need not be fetched. Each is held against its hash when it is installed.
   * @returns names of what it took
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

const fingerprintOf = ({ downloads, graphs, hub, brought }: PackManifest): string =>
  JSON.stringify([
    downloads.map(({ integrity, join }) => [integrity, join]),
    graphs,
    ...(hub ? [hub.files] : []),
    ...(brought ? [brought] : []),
  ]);

/** A file that is fetched, wherever from. */
interface Fetched {
  /** Where it comes to lie until it is used. */
  part: string;
  address: (places: { registry: string; hub: string }) => string;
  bytes: number;
  integrity: string;
}

const integrityOf = (sha256: string): string =>
  `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`;

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
  let brought: PackManifest[] = [];
  let odd: string[] = [];
  const all = (): PackManifest[] => [...manifests, ...brought];
  const byId = {
    get: (id: string) => all().find((one) => one.id === id),
    has: (id: string) => all().some((one) => one.id === id),
  };
  const doing = new Map<string, Doing>();
  const problems = new Map<string, PackProblem>();
  const receipts = new Map<string, { mtimeMs: number; receipt: Receipt | null }>();
  let line: Promise<void> = Promise.resolve();
  let isStopped = false;

  const placeOf = (id: string): string => path.join(folder, id);
  const partOf = (npm: string, version: string): string =>
    path.join(folder, 'downloads', `${npm.replace(/[@/]/g, '_')}-${version}.tgz.part`);

  const hubPartOf = (sha256: string): string => path.join(folder, 'downloads', `${sha256}.part`);

  /** All that is fetched for it, in order. */
  const fetchedOf = ({ downloads, hub }: PackManifest): Fetched[] => [
    ...downloads.map(({ npm, version, bytes, integrity }) => ({
      part: partOf(npm, version),
      address: ({ registry }: { registry: string }) => archiveAddress(registry, npm, version),
      bytes,
      integrity,
    })),
    ...(hub?.files ?? []).map(({ name, from, bytes, sha256 }) => ({
      part: hubPartOf(sha256),
      address: (places: { hub: string }) =>
        `${places.hub}${hub?.repository}/resolve/${hub?.revision}/${from ?? name}`,
      bytes,
      integrity: integrityOf(sha256),
    })),
  ];

  /** Looks anew at what somebody has put there. */
  async function lookAround(): Promise<void> {
    const { models } = options;
    if (models === undefined) return;
    const found = await broughtModels(models);
    const known = new Set(manifests.map(({ id }) => id));
    brought = found.models.filter(({ id }) => !known.has(id));
    for (const { name, why } of found.odd) {
      if (!odd.includes(name)) log.warn({ folder: name, why }, 'a folder holds no model for Kiln');
    }
    odd = found.odd.map(({ name }) => name);
  }

  /** What was brought stays where it is; only its receipt lies with the others. */
  const filesIn = ({ id, brought: isBrought, folder: own }: PackManifest): string =>
    isBrought ? own : placeOf(id);

  /** Read anew when somebody wrote it, in this process or another one. */
  function receiptOf(manifest: PackManifest): Receipt | null {
    const file = path.join(placeOf(manifest.id), receiptName);
    const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return null;
    let known = receipts.get(manifest.id);
    if (known?.mtimeMs !== mtimeMs) {
      let receipt: Receipt | null = null;
      try {
        receipt = JSON.parse(readFileSync(file, 'utf8')) as Receipt;
      } catch {
        // Half written, or by somebody else: as if there were none.
      }
      known = { mtimeMs, receipt };
      receipts.set(manifest.id, known);
    }
    // What was brought may have changed since.
    return known.receipt?.fingerprint === fingerprintOf(manifest) ? known.receipt : null;
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

  async function receivedOf(manifest: PackManifest): Promise<number> {
    const parts = await Promise.all(
      fetchedOf(manifest).map(({ part }) => stat(part).catch(() => null)),
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
    const archives = downloadBytes({ downloads: manifest.downloads });
    const needed = downloadBytes(manifest) + 2 * archives - (await receivedOf(manifest));
    if (free !== null && free < needed) {
      throw new PackFailure('disk-full', `${manifest.id} needs ${needed} bytes, ${free} are free`);
    }
  }

  async function fetchPack(manifest: PackManifest, now: Doing): Promise<void> {
    const { signal } = now.ending;
    await mkdir(folder, { recursive: true });
    await assertRoom(manifest);
    const { downloads, hub } = manifest;
    const registry = downloads.length > 0 ? await registryAddress(options.registry) : '';
    const hubAddress = options.hub ?? '';
    if (hub && hubAddress === '') throw new PackFailure('refused', 'no hub is set');
    const hosts = [registry, hubAddress].filter((address) => address !== '');
    const outgoing = createOutgoing({ hosts, others: 'public' });
    now.state = 'downloading';
    let before = 0;
    for (const { part, address, bytes, integrity } of fetchedOf(manifest)) {
      const begun = before;
      await download(
        { address: address({ registry, hub: hubAddress }), bytes, integrity, file: part },
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
    for (const { name, bytes, sha256 } of hub?.files ?? []) {
      const place = path.join(making, name);
      await mkdir(path.dirname(place), { recursive: true });
      await rename(hubPartOf(sha256), place);
      files.push({ name, bytes, sha256 });
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
    for (const { part } of fetchedOf(manifest)) await rm(part, { force: true });
  }

  /** What lies here already is counted and hashed, and used where it is. */
  async function takeBrought(manifest: PackManifest, now: Doing): Promise<void> {
    now.state = 'checking';
    const files: InstalledFile[] = [];
    for (const { name } of manifest.brought ?? []) {
      const place = path.join(manifest.folder, name);
      const sha256 = await sha256Of(place, now.ending.signal);
      files.push({ name, bytes: (await stat(place)).size, sha256 });
    }
    const receipt: Receipt = {
      installedAt: new Date().toISOString(),
      fingerprint: fingerprintOf(manifest),
      files,
    };
    await mkdir(placeOf(manifest.id), { recursive: true });
    await writeFile(path.join(placeOf(manifest.id), receiptName), JSON.stringify(receipt));
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
        await (manifest.brought ? takeBrought(manifest, now) : fetchPack(manifest, now));
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
    const parts = [...allNeeds(manifest), manifest];
    if (parts.some((one) => !runsOn(one, machine))) return;
    await keepWanted((ids) => {
      for (const one of parts) if (!receiptOf(one)) ids.add(one.id);
    }).catch(() => undefined);
    for (const one of parts) enqueue(one);
  }

  async function bring(id: string, from: string): Promise<string[]> {
    const manifest = byId.get(id);
    const brought: string[] = [];
    async function take(names: readonly string[], bytes: number, part: string): Promise<void> {
      for (const name of names) {
        const file = path.join(from, name);
        if ((await stat(file).catch(() => null))?.size !== bytes) continue;
        await mkdir(path.join(folder, 'downloads'), { recursive: true });
        await copyFile(file, part);
        brought.push(name);
        return;
      }
    }
    for (const { downloads, hub } of manifest ? [...allNeeds(manifest), manifest] : []) {
      for (const { npm, version, bytes } of downloads) {
        const base = npm.slice(npm.lastIndexOf('/') + 1);
        const packed = npm.replace('@', '').replace('/', '-');
        const names = [`${packed}-${version}.tgz`, `${base}-${version}.tgz`];
        await take(names, bytes, partOf(npm, version));
      }
      for (const file of hub?.files ?? []) {
        await take([file.from ?? file.name, file.name], file.bytes, hubPartOf(file.sha256));
      }
    }
    return brought;
  }

  function neededBy(id: string): string[] {
    return all()
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
      diskBytes: (receipt?.files ?? manifest.brought ?? []).reduce(
        (sum, file) => sum + file.bytes,
        0,
      ),
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
      await lookAround();
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
    oddFolders: () => [...odd],
    async statuses() {
      await lookAround();
      return Promise.all(all().map(statusOf));
    },
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
      for (const { part } of fetchedOf(manifest)) await rm(part, { force: true });
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
            const found = await sha256Of(path.join(filesIn(manifest), name), ending.signal).catch(
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
      all()
        .filter(isUsable)
        .map((manifest) => ({
          manifest,
          folder: filesIn(manifest),
          notesFolder: placeOf(manifest.id),
          files: receiptOf(manifest)?.files ?? [],
        })),
    settled: async () => {
      for (let seen = null; seen !== line;) {
        seen = line;
        await line;
      }
    },
    usedBytes: () => sizeBelow(folder),
  };
}
