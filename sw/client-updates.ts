import { lockNames } from '../src/domain/locks.ts';
import { isWorkerAnswer, protocolVersion } from './contract.ts';
import type { PageMessage, WorkerAnswer } from './contract.ts';

/**
 * `ready`: a new version waits. `applying`: it takes over as soon as nothing is being written or sent.
 * `other`: the service worker is of another build than this page, and no newer one waits.
 */
export type UpdateState = 'current' | 'ready' | 'applying' | 'other';

const checkEveryMs = 60 * 60_000;
/** Coming back to the tab is a good moment to look, but not each time. */
const checkAgainAfterMs = 10 * 60_000;
const answerWithinMs = 3_000;
/** The browser activates it within moments; if it does not, work must be able to go on. */
const takeOverWithinMs = 15_000;
const tryAgainMs = 2_500;

let registration: ServiceWorkerRegistration | null = null;
let state: UpdateState = 'current';
let applying: AbortController | null = null;
let checkedAtMs = 0;
const listeners = new Set<(state: UpdateState) => void>();

function enter(next: UpdateState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener(next);
}

/** Calls back with the state now and whenever it changes. Returns the way to stop listening. */
export function onUpdateState(callback: (state: UpdateState) => void): () => void {
  listeners.add(callback);
  callback(state);
  return () => {
    listeners.delete(callback);
  };
}

/** Follows the versions of a registration from here on. */
export function followUpdates(followed: ServiceWorkerRegistration): void {
  if (registration === followed) return;
  // After a first install that failed there is another one to follow; what follows the page is set up once.
  const isFirst = registration === null;
  registration = followed;
  if (isFirst) followController();
  const announce = () => {
    const { waiting, active } = followed;
    // On the very first visit there is nothing that it would replace; another kind of worker is no newer one.
    if (!waiting || waiting.scriptURL !== active?.scriptURL || state === 'applying') return;
    enter('ready');
  };
  const watch = (incoming: ServiceWorker | null) => {
    incoming?.addEventListener('statechange', announce);
  };
  followed.addEventListener('updatefound', () => {
    watch(followed.installing);
  });
  watch(followed.installing);
  announce();
  if (!isFirst) return;
  void compare();
  setInterval(() => void checkForUpdate(), checkEveryMs);
  addEventListener('online', () => void checkForUpdate());
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - checkedAtMs > checkAgainAfterMs;
    if (document.visibilityState === 'visible' && isDue) void checkForUpdate();
  });
}

/**
 * Looks for a newer version now, e.g. because the platform said that this one is too old.
 * @param restMs not if that was done within this time
 */
export async function checkForUpdate(restMs = 0): Promise<void> {
  if (!registration || !navigator.onLine || Date.now() - checkedAtMs < restMs) return;
  checkedAtMs = Date.now();
  await registration.update().catch(() => undefined);
}

let isReloading = false;

/** Loads this page anew, once: the event that asks for it comes twice in some browsers. */
export function reloadPage(): void {
  if (isReloading) return;
  isReloading = true;
  location.reload();
}

/** Every tab follows an update that one of them applied: no two builds work side by side. */
function followController(): void {
  let before = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const now = navigator.serviceWorker.controller;
    // A page without one is claimed by the first, which replaces nothing, or by a newer one. One of another kind
    // may be of the same build.
    if (before?.scriptURL === now?.scriptURL || isInstalledAgain(before, now)) reloadPage();
    else void compare().then((isSame) => isSame === false && reloadPage());
    before = now;
  });
}

/** The parameter of a script's address that `installAgain` adds. */
const againParameter = 'again';

/** Whether `now` is the update that `installAgain` has brought in the place of `before`. */
function isInstalledAgain(before: ServiceWorker | null, now: ServiceWorker | null): boolean {
  if (!before || !now) return false;
  const address = new URL(now.scriptURL);
  const isSameKind = new URL(before.scriptURL).pathname === address.pathname;
  return isSameKind && address.searchParams.has(againParameter);
}

/** Whether page and service worker are of the same build; null when it does not say. */
async function compare(): Promise<boolean | null> {
  const worker = navigator.serviceWorker.controller ?? registration?.active;
  const answer = worker ? await askVersion(worker) : null;
  if (!answer) return null;
  if (answer.version === __KILN_VERSION__ && answer.protocol === protocolVersion) return true;
  if (state === 'current' && !registration?.waiting && !registration?.installing) enter('other');
  return false;
}

type Hello = Extract<WorkerAnswer, { type: 'hello' }>;

function askVersion(worker: ServiceWorker): Promise<Hello | null> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    const timer = setTimeout(resolve, answerWithinMs, null);
    channel.port1.addEventListener('message', (event: MessageEvent<unknown>) => {
      clearTimeout(timer);
      channel.port1.close();
      const { data } = event;
      resolve(isWorkerAnswer(data) && data.type === 'hello' ? data : null);
    });
    channel.port1.start();
    const message: PageMessage = { type: 'hello', protocol: protocolVersion };
    worker.postMessage(message, [channel.port2]);
  });
}

/** The service worker refused to talk: it speaks another protocol than this page. */
export function noteRefusal(): void {
  void checkForUpdate();
  if (state === 'current') enter('other');
}

async function takeOver(): Promise<void> {
  const waiting = registration?.waiting;
  if (!waiting) {
    reloadPage();
    return;
  }
  const message: PageMessage = { type: 'skip-waiting', protocol: protocolVersion };
  waiting.postMessage(message);
  let isInstalling = false;
  // Until this page is loaded anew nobody may begin what that would cut off.
  for (const giveUpAtMs = Date.now() + takeOverWithinMs; Date.now() < giveUpAtMs;) {
    await new Promise((resolve) => {
      setTimeout(resolve, tryAgainMs);
    });
    // Once one takes over, pages wait for it: another one in its place would have them wait again.
    if (!registration?.waiting || registration.installing || isReloading || isInstalling) continue;
    isInstalling = true;
    // Not awaited: it lasts as long as the network likes, and the queue stands still meanwhile.
    void installAgain(waiting.scriptURL).finally(() => {
      isInstalling = false;
    });
  }
}

/**
 * Chromium ends the service worker before as soon as it rests. Somebody who has a word for it in that very moment wakes
 * it again, and then the new one waits for its next rest, which a poll every few seconds keeps from coming; telling the
 * new one again does nothing. Under another address it is installed once more, from what is on the device already,
 * and takes the place of one with another address without being told. The next page asks for the usual address.
 */
async function installAgain(scriptUrl: string): Promise<void> {
  const address = new URL(scriptUrl);
  address.searchParams.set(againParameter, Date.now().toString(36));
  await navigator.serviceWorker
    .register(address, { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined);
}

/**
 * Lets the waiting version take over as soon as no tab holds anything unsaved and no host works on the queue;
 * every tab is then loaded anew with it.
 */
export async function applyUpdate(): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) {
    await takeOver();
    return;
  }
  applying = new AbortController();
  const { signal } = applying;
  enter('applying');
  try {
    await locks.request(lockNames.unsaved, { signal }, () =>
      locks.request(lockNames.queue, { signal }, takeOver),
    );
  } catch {
    // The person postponed the update, which aborts the wait for the locks.
  }
  applying = null;
  enter(registration?.waiting ? 'ready' : 'current');
}

/** Takes `applyUpdate` back while it waits. */
export function postponeUpdate(): void {
  applying?.abort();
}

/**
 * The way out of a page that is older than the data on the device: gets the newest version from the platform,
 * past everything that is kept of older ones.
 */
export async function forceUpdate(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const known = await navigator.serviceWorker.getRegistration().catch(() => undefined);
    // Without a network no newer version can be fetched, and deleting this one would leave nothing to open.
    if (known && navigator.onLine) await known.unregister();
  }
  location.reload();
}
