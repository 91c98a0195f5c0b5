import { useSyncExternalStore } from 'react';

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

let offered: InstallPromptEvent | null = null;
let justInstalled = false;
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

/** Call before rendering: the browser offers once, early, and a missed event does not come back. */
export function captureInstallPrompt() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallPromptEvent;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    offered = null;
    justInstalled = true;
    tell();
  });
}

function currentState(): InstallState {
  if (justInstalled || matchMedia('(display-mode: standalone)').matches) return 'installed';
  const apple = navigator as Navigator & { standalone?: boolean };
  if (apple.standalone === true) return 'installed';
  if (offered) return 'ready';
  // iPadOS calls itself a Macintosh but has a touch screen; `standalone` exists on Apple's mobile browsers only.
  if (apple.standalone === false) return 'ios';
  return 'unavailable';
}

/** @returns true when the person agreed */
export async function install(): Promise<boolean> {
  if (!offered) return false;
  const event = offered;
  await event.prompt();
  const { outcome } = await event.userChoice;
  // A prompt event can be used once.
  offered = null;
  tell();
  return outcome === 'accepted';
}

export function useInstallState(): InstallState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentState);
}
