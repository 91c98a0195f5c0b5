import {
  fetchModelFiles,
  removeModelFiles,
  takeModelFiles,
} from '../../../workers/model-files/client.ts';
import type {
  FilesProgress,
  FilesResult,
  ChosenFile,
} from '../../../workers/model-files/contract.ts';
import { keepMakingCode, startMaking } from '../../../workers/making/client.ts';
import { call } from '../../api/client.ts';
import {
  deviceModelFileOf,
  listDeviceModels,
  type OfferedModel,
} from '../../api/contract/device-models.ts';
import { addDeviceModel, changeDeviceModel, changeDeviceModels } from '../../db/device-models.ts';
import { getSetting, setSetting } from '../../db/settings.ts';
import {
  deviceBackends,
  deviceSeconds,
  runtimeFolderName,
  type DeviceBackend,
  type DeviceBuilds,
  type DeviceModel,
  type DevicePace,
  type DeviceProblem,
} from '../../diffusion/device-model.ts';
import type { FolderModel } from '../../diffusion/model-folder.ts';
import { agree } from '../../diffusion/agree.ts';
import { neededFiles } from '../../diffusion/needed-files.ts';
import { lockNames } from '../../domain/locks.ts';
import { atom, store } from '../../ui/atoms.ts';

/** Models come onto this device, are tried, and go. One at a time: a second would only make both slower. */

/** What is being brought right now, by the model's id. */
export const bringingAtom = atom<ReadonlyMap<string, FilesProgress>>(new Map());

function show(id: string, progress: FilesProgress | null): void {
  const next = new Map(store.get(bringingAtom));
  if (progress) next.set(id, progress);
  else next.delete(id);
  store.set(bringingAtom, next);
}

const stopping = new Map<string, AbortController>();
let line: Promise<void> = Promise.resolve();
/** Told after each change of what can be asked for. */
let onOffered: () => void = () => undefined;

/** @param listener told when a model can be asked for, or no longer */
export function onDeviceModels(listener: () => void): void {
  onOffered = listener;
}

/** WebGPU is worth its program only where there is a graphics card that it may use. */
async function hasGraphics(): Promise<boolean> {
  try {
    const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<unknown> } };
    return ((await gpu?.requestAdapter()) ?? null) !== null;
  } catch {
    return false;
  }
}

async function backendsHere(): Promise<DeviceBackend[]> {
  return (await hasGraphics()) ? [...deviceBackends] : ['wasm'];
}

/** What runs models: the program into the models' folder, what loads it through the service worker, which keeps it. */
async function bringRuntime(
  builds: DeviceBuilds,
  backends: readonly DeviceBackend[],
  signal: AbortSignal,
): Promise<FilesResult<null>> {
  for (const backend of backends) {
    const { entry, glue, program } = builds[backend];
    const fetched = await fetchModelFiles(runtimeFolderName, [program], {
      signal,
      onProgress: () => undefined,
    });
    if (!fetched.ok) return fetched;
    try {
      for (const { address } of [entry, glue]) {
        const answer = await fetch(address, { signal, credentials: 'omit' });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        await answer.arrayBuffer();
      }
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, problem: 'network', detail: String(error) };
    }
  }
  return { ok: true, value: null };
}

type Measured = Awaited<ReturnType<ReturnType<typeof startMaking>['measure']>>;

async function measureOn(
  model: DeviceModel,
  builds: DeviceBuilds,
  backend: DeviceBackend,
  signal: AbortSignal,
): Promise<Measured> {
  // A worker of its own for each: what it holds goes with it.
  const making = startMaking();
  const onAbort = () => making.end();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const { id, work, files } = model;
    return await making.measure({ id, work, files, backend, build: builds[backend] });
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, problem: 'fails', detail: String(error) };
  } finally {
    signal.removeEventListener('abort', onAbort);
    making.end();
  }
}

/** The processor is right and always there; the graphics card is used where it agrees and is faster. */
async function tryOut(
  model: DeviceModel,
  builds: DeviceBuilds,
  backends: readonly DeviceBackend[],
  signal: AbortSignal,
): Promise<FilesResult<DevicePace>> {
  const processor = await measureOn(model, builds, 'wasm', signal);
  if (!processor.ok) {
    const { problem, detail } = processor;
    const isOfOrder =
      problem === 'source-damaged' || problem === 'too-large' || problem === 'refused';
    return { ok: false, problem: isOfOrder ? 'fails' : problem, detail };
  }
  const { made, ...pace } = processor.value;
  const usual: DevicePace = { ...pace, backend: 'wasm' };
  if (!backends.includes('webgpu')) return { ok: true, value: usual };
  const graphics = await measureOn(model, builds, 'webgpu', signal);
  if (!graphics.ok || !agree(made, graphics.value.made)) return { ok: true, value: usual };
  const { made: _made, ...other } = graphics.value;
  const faster: DevicePace = { ...other, backend: 'webgpu' };
  const secondsOf = (tried: DevicePace): number =>
    deviceSeconds({ work: model.work, pace: tried }) ?? Infinity;
  return { ok: true, value: secondsOf(faster) < secondsOf(usual) ? faster : usual };
}

async function fail(id: string, problem: DeviceProblem, detail: string): Promise<void> {
  console.warn(`The model ${id} can't be used here: ${detail}`);
  await changeDeviceModel(id, { state: 'failed', problem });
}

/** What the platform runs models with now: after an update of it, what is noted here may be gone there. */
async function newestBuilds(signal: AbortSignal): Promise<DeviceBuilds | null> {
  const known = await getSetting('deviceBuilds');
  try {
    const { data } = await call(listDeviceModels, { signal });
    if (!data.runtimes || JSON.stringify(data.runtimes) === JSON.stringify(known)) return known;
    await setSetting('deviceBuilds', data.runtimes);
    return data.runtimes;
  } catch {
    signal.throwIfAborted();
    return known;
  }
}

/** Has the service worker keep what runs models: it lets go of what other builds of the app brought. */
export async function keepRuntime(): Promise<void> {
  const builds = await getSetting('deviceBuilds');
  if (!builds || !navigator.onLine) return;
  const used = new Set(
    (await getSetting('deviceModels')).flatMap(({ pace }) => pace?.backend ?? []),
  );
  for (const backend of used) {
    const { entry, glue } = builds[backend];
    for (const { address } of [entry, glue]) await fetch(address, { credentials: 'omit' });
  }
  if (used.size > 0) await keepMakingCode();
}

async function bring(id: string, signal: AbortSignal): Promise<void> {
  const model = (await getSetting('deviceModels')).find((one) => one.id === id);
  const builds = await newestBuilds(signal);
  if (!model || !builds || model.state !== 'wanted') return;
  // Firefox asks the person, who may never answer.
  void navigator.storage.persist().catch(() => false);
  const backends = await backendsHere();
  show(id, { receivedBytes: 0, isChecking: false });
  const runtime = await navigator.locks.request(lockNames.models, { signal }, () =>
    bringRuntime(builds, backends, signal),
  );
  if (!runtime.ok) return fail(id, runtime.problem, runtime.detail);
  if (model.from === 'platform') {
    const files = model.files.map(({ bytes, sha256 }) => ({
      address: deviceModelFileOf(sha256),
      bytes,
      sha256,
    }));
    const fetched = await fetchModelFiles(id, files, {
      signal,
      onProgress: (progress) => show(id, progress),
    });
    if (!fetched.ok) return fail(id, fetched.problem, fetched.detail);
  }
  signal.throwIfAborted();
  const here = await changeDeviceModel(id, { state: 'trying', problem: null });
  if (!here) return;
  const tried = await navigator.locks.request(lockNames.computing, { signal }, () =>
    tryOut(here, builds, backends, signal),
  );
  if (!tried.ok) return fail(id, tried.problem, tried.detail);
  await changeDeviceModel(id, { state: 'installed', pace: tried.value });
}

const lockOf = (id: string): string => `${lockNames.models}-${id}`;

/** One page at a time brings a model; another that is open lets it. */
function enqueue(id: string): void {
  if (stopping.has(id)) return;
  const stop = new AbortController();
  stopping.set(id, stop);
  line = line.then(async () => {
    try {
      stop.signal.throwIfAborted();
      await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (lock) await bring(id, stop.signal);
      });
    } catch (error) {
      if (!stop.signal.aborted) await fail(id, 'fails', String(error)).catch(() => undefined);
    } finally {
      if (stopping.get(id) === stop) stopping.delete(id);
      show(id, null);
      onOffered();
    }
  });
}

/**
 * Goes on with what was wanted before the page ended. What was being tried then is not tried again by itself: a device
 * without the memory for it would end each page anew.
 */
export async function goOnInstalling(): Promise<void> {
  for (const { id, state } of await getSetting('deviceModels')) {
    if (state === 'wanted') enqueue(id);
    if (state !== 'trying') continue;
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      if (lock) await changeDeviceModel(id, { state: 'failed', problem: 'broke-off' });
    });
  }
}

/** Fetches a model that the platform gives. @throws KilnError `storage-full` */
export async function installModel(model: OfferedModel, builds: DeviceBuilds): Promise<void> {
  const { memory_bytes: memoryBytes, ...rest } = model;
  await addDeviceModel(
    { ...rest, memoryBytes, from: 'platform', state: 'wanted', problem: null, pace: null },
    builds,
  );
  enqueue(model.id);
}

/** Goes on, or tries once more. */
export async function goOnWith(id: string): Promise<void> {
  await changeDeviceModel(id, { state: 'wanted', problem: null });
  enqueue(id);
}

/** Stops at once; what is here stays for the next time. */
export async function pauseModel(id: string): Promise<void> {
  stopping.get(id)?.abort();
  stopping.delete(id);
  await changeDeviceModel(id, { state: 'paused' });
}

/** Takes a model off this device. What was made with it stays. */
export async function removeModel(id: string): Promise<void> {
  stopping.get(id)?.abort();
  stopping.delete(id);
  await changeDeviceModels((models) => models.filter((model) => model.id !== id));
  await removeModelFiles(id);
  if ((await getSetting('deviceModels')).length === 0) await removeModelFiles(runtimeFolderName);
  onOffered();
}

/**
 * Copies a model of one's own onto the device, and tries it.
 * @returns null when it is here; else why not
 * @throws the signal's reason when aborted
 */
export async function bringFolder(
  model: FolderModel,
  files: readonly ChosenFile[],
  builds: DeviceBuilds,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: FilesProgress) => void },
): Promise<DeviceProblem | null> {
  const id = `own-${crypto.randomUUID().slice(0, 8)}`;
  const wanted = neededFiles({ task: 'diffusion', run: model.run }, files);
  try {
    const taken = await takeModelFiles(id, wanted, { signal, onProgress });
    if (!taken.ok) {
      await removeModelFiles(id);
      return taken.problem;
    }
    const { name, about, licence, origin, memoryBytes, run } = model;
    await addDeviceModel(
      {
        id,
        name: { cn: name, en: name },
        about: about ?? {
          cn: '由文字生成图片，你放到这台设备上的模型。',
          en: 'Makes pictures from words; a model that you put on this device.',
        },
        licence,
        origin,
        memoryBytes,
        work: { task: 'diffusion', run },
        files: taken.value,
        from: 'folder',
        state: 'wanted',
        problem: null,
        pace: null,
      },
      builds,
    );
  } catch (error) {
    await removeModelFiles(id);
    throw error;
  }
  enqueue(id);
  return null;
}
