import { fetchPartsAnew, isPlatformThere } from './app-parts.ts';

/*
 * Sees to it that the app starts. What it is made of may be broken on this device or on the way here: a portal, a
 * proxy or a host that answers any address with a page of its own. Then all that was kept of the app goes, never the
 * data, and it is fetched anew, once. It comes three times, in a file of its own, in first-paint.js and for src/main.tsx,
 * because each of these could be the one that is broken.
 */

/** Errors before the first page is there may be harmless: the app gets this long to show itself all the same. */
const graceMs = 5_000;
/** With everything on the device the app's code runs within moments, on the slowest phone too. */
const silenceMs = 30_000;
/** Once: what is still broken after that is broken where it comes from. */
const restMs = 10 * 60_000;
/** So that a person can read why the page goes. */
const readMs = 2_500;
/** How long after a failed look it is looked again whether the platform is there. */
const againMs = 15_000;
const memoryKey = 'kiln-fetched-anew';

function say(name: 'anew' | 'absent' | 'broken'): void {
  for (const note of document.querySelectorAll<HTMLElement>('#shell [data-note]')) {
    const own = note.dataset['note'];
    if (own === name) note.hidden = false;
    else if (own === 'absent') note.hidden = true;
  }
}

let isAtIt = false;

const isShown = () => window.kilnStart === 'shown';

/** Without a network what is kept may be all there is. */
async function untilPlatformIsThere(): Promise<void> {
  while (!navigator.onLine || !(await isPlatformThere())) {
    say('absent');
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
      addEventListener('online', resolve, { once: true });
    });
  }
}

/**
 * Takes away what the service worker keeps of the app.
 * @param mayStay whether the app has started meanwhile: then its service worker, which it has only just been given, stays
 * @returns whether it has gone
 */
async function forgetApp(mayStay: () => boolean): Promise<boolean> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const names = 'caches' in window ? await caches.keys() : [];
  if (mayStay()) return false;
  await Promise.all([
    ...workers.map((worker) => worker.unregister()),
    ...names.filter((name) => name.includes('-precache-')).map((name) => caches.delete(name)),
  ]);
  return true;
}

/** @param withoutStyle it may be shown and is broken all the same */
async function fetchAnew(withoutStyle = false): Promise<void> {
  if (isAtIt || isShown()) return;
  isAtIt = true;
  // What runs is not taken from under a person, nor its service worker from the app.
  const mayStay = () => isShown() && !withoutStyle;
  try {
    const isTriedAlready = Date.now() - Number(sessionStorage.getItem(memoryKey)) < restMs;
    await untilPlatformIsThere();
    if (!mayStay()) {
      if (!isTriedAlready) sessionStorage.setItem(memoryKey, String(Date.now()));
      say(isTriedAlready ? 'broken' : 'anew');
    }
    const toRead = mayStay() || isTriedAlready ? 0 : readMs;
    await Promise.all([fetchPartsAnew(), new Promise((resolve) => setTimeout(resolve, toRead))]);
    if (mayStay()) return;
    // First what comes, then what goes: a network that was lost in between leaves something to start from.
    await untilPlatformIsThere();
    // After a second time the next reload is the person's, and should find nothing of what is broken now.
    if ((await forgetApp(mayStay)) && !isTriedAlready) location.reload();
  } catch {
    // Without a memory it might reload for ever.
    say('broken');
  }
}

function onTrouble(event: Event): void {
  if (isShown()) return;
  const { target } = event;
  const isPart = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
  // Pictures and fonts are no reason.
  if (target instanceof Element && !isPart) return;
  const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  setTimeout(() => void fetchAnew(isStyle), isPart ? 0 : graceMs);
}

function watchStart(): void {
  // Errors of parts don't bubble.
  addEventListener('error', onTrouble, true);
  addEventListener('unhandledrejection', onTrouble);
  addEventListener('vite:preloadError', onTrouble);
  // A page in the place of first-paint.js is run as a script: its error comes from no part.
  const lookForShell = () => {
    if (document.readyState !== 'loading' && !window.kilnShell) void fetchAnew();
  };
  document.addEventListener('readystatechange', lookForShell);
  lookForShell();
  setTimeout(() => {
    // Without a service worker it comes over the network, which may be as slow as it likes.
    if (!window.kilnStart && navigator.serviceWorker?.controller) void fetchAnew();
  }, silenceMs);
}

if (!window.kilnIsWatched) {
  window.kilnIsWatched = true;
  watchStart();
}
