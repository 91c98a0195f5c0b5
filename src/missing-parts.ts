import { fetchPartsAnew, isPlatformThere } from './app-parts.ts';

/** What is still missing after so many reloads within this time is missing where it comes from: the page says so. */
const mostReloads = 3;
const withinMs = 60_000;
const memoryKey = 'kiln-reloads';

/** How often it is looked whether the app is shown by now. */
const lookMs = 250;

let isHealing = false;
let isMoreMissing = false;

/** Before the app is shown, start-watch.ts sees to its parts; both would load the page anew by turns. */
async function untilShown(): Promise<void> {
  while (window.kilnStart !== 'shown') await new Promise((resolve) => setTimeout(resolve, lookMs));
}

async function healPage(): Promise<void> {
  await untilShown();
  // Offline nothing newer can be had, and from a portal nothing of Kiln.
  if (!navigator.onLine || !(await isPlatformThere())) return;
  do {
    isMoreMissing = false;
    await fetchPartsAnew();
  } while (isMoreMissing);
  const known = JSON.parse(sessionStorage.getItem(memoryKey) ?? '[]') as number[];
  const recent = known.filter((atMs) => Date.now() - atMs < withinMs);
  // The next reload is the person's then, and finds nothing of what is broken now.
  if (recent.length >= mostReloads) return;
  sessionStorage.setItem(memoryKey, JSON.stringify([...recent, Date.now()]));
  window.location.reload();
}

/**
 * A part of this build is gone, because the platform has a newer one, and nothing of this one may stay; or somebody
 * else's page lies in its place in the browser's cache.
 */
export function reloadForMissingParts() {
  addEventListener('vite:preloadError', ({ payload }) => {
    // By its message the router would know it and load the page anew at once: offline the browser's own page would come.
    payload.message = `A part did not come: ${payload.message}`;
    isMoreMissing = true;
    if (isHealing) return;
    isHealing = true;
    healPage()
      // Without a memory it might reload for ever.
      .catch(() => {})
      .finally(() => {
        isHealing = false;
      });
  });
}
