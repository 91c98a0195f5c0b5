/** The service worker's side of background-sync.d.ts. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  /** True when the browser will not try again after this one. */
  readonly lastChance: boolean;
}

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
  periodicsync: PeriodicSyncEvent;
}
