import { useSyncExternalStore } from 'react';
import { syncPush } from '../../../sw/client.ts';
import type { Settings } from '../../db/schema.ts';
import { setSetting } from '../../db/settings.ts';
import { useSetting } from '../../live/useSetting.ts';

/** `open`: the browser has not been asked. `unsupported`: it has no notifications, or not before installing. */
type Permission = 'unsupported' | 'open' | 'granted' | 'denied';

function readPermission(): Permission {
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'unsupported';
  const { permission } = Notification;
  return permission === 'default' ? 'open' : permission;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changed in the browser's own settings; it says so only where it has the Permissions API.
  const watched = navigator.permissions?.query({ name: 'notifications' }).catch(() => null);
  void watched?.then((status) => status?.addEventListener('change', listener));
  return () => {
    listeners.delete(listener);
    void watched?.then((status) => status?.removeEventListener('change', listener));
  };
}

export interface Notifications {
  permission: Permission;
  choice: Settings['notifications'];
  /** Whether the platform can wake this device while the app is closed; null until that is known, `by-nobody` without one. */
  reachable: boolean | 'by-nobody' | null;
  /** Asks the browser, so only from a press. @returns whether the person will be told */
  turnOn: () => Promise<boolean>;
  turnOff: () => Promise<void>;
  /** Not now; the options still have it. */
  postpone: () => Promise<void>;
}

/** Undefined for a moment, until what the person chose is read. */
export function useNotifications(): Notifications | undefined {
  const permission = useSyncExternalStore(subscribe, readPermission);
  const chosen = useSetting('notifications');
  const registration = useSetting('pushRegistration');
  const community = useSetting('community');
  if (chosen === undefined || registration === undefined || community === undefined) {
    return undefined;
  }

  async function choose(choice: Settings['notifications']) {
    await setSetting('notifications', choice);
    await syncPush();
  }

  return {
    permission,
    choice: chosen,
    reachable: community ? 'by-nobody' : registration && registration.state === 'registered',
    async turnOn() {
      const answer = await Notification.requestPermission();
      for (const listener of listeners) listener();
      await choose(answer === 'granted' ? 'on' : 'off');
      return answer === 'granted';
    },
    turnOff: () => choose('off'),
    postpone: () => choose('later'),
  };
}
