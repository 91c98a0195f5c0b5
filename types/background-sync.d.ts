/*
 * Background Sync and Periodic Background Sync are missing from TypeScript's libraries, because
 * only Chromium has them. Everything is optional: callers must work without.
 */
interface SyncManager {
  register(tag: string): Promise<void>;
  getTags(): Promise<string[]>;
}

interface PeriodicSyncManager {
  register(tag: string, options?: { minInterval: number }): Promise<void>;
  getTags(): Promise<string[]>;
  unregister(tag: string): Promise<void>;
}

interface ServiceWorkerRegistration {
  readonly sync?: SyncManager;
  readonly periodicSync?: PeriodicSyncManager;
}
