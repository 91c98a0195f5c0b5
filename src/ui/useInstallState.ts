import { atom, store, useAtomValue } from './atoms.ts';

/** Chromium's event, missing from TypeScript's libraries. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * `ready`: the browser will ask when told to. `ios`: the person has to do it from the share sheet.
 * `installed`: runs as an app. `unavailable`: this browser cannot, or not yet.
 */
export type InstallState = 'ready' | 'ios' | 'installed' | 'unavailable';

/** The browser's offer, good for one answer. */
const offerAtom = atom<InstallPromptEvent | null>(null);
const justInstalledAtom = atom(false);

/** Call before rendering: the browser offers once, early, and a missed event does not come back. */
export function captureInstallPrompt() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set(offerAtom, event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => {
    store.set(offerAtom, null);
    store.set(justInstalledAtom, true);
  });
}

const installStateAtom = atom((get): InstallState => {
  const offered = get(offerAtom);
  if (get(justInstalledAtom) || matchMedia('(display-mode: standalone)').matches)
    return 'installed';
  const apple = navigator as Navigator & { standalone?: boolean };
  if (apple.standalone === true) return 'installed';
  if (offered) return 'ready';
  // iPadOS calls itself a Macintosh but has a touch screen; `standalone` exists on Apple's mobile browsers only.
  if (apple.standalone === false) return 'ios';
  return 'unavailable';
});

/** @returns true when the person agreed */
export async function install(): Promise<boolean> {
  const event = store.get(offerAtom);
  if (!event) return false;
  await event.prompt();
  const { outcome } = await event.userChoice;
  // A prompt event can be used once.
  store.set(offerAtom, null);
  return outcome === 'accepted';
}

export function useInstallState(): InstallState {
  return useAtomValue(installStateAtom);
}
