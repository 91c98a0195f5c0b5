/** Messages between pages and the service worker. Plain data; both sides may be of different builds. */

/** Raised when the messages change their meaning; sides that differ do not talk. */
export const protocolVersion = 1;

/** Answers that are everybody's. Raise both versions when those of an older build would mislead a newer one. */
export const sharedCacheName = 'kiln-remote-v3';

/** Answers that are only for the person who is signed in; gone when they sign out. */
export const privateCacheName = 'kiln-remote-private-v3';

export const queueSyncTag = 'kiln-queue';

/** The service worker says this while it works, so that a page notices when the browser stopped it. */
export const heartbeatMs = 3_000;

/** What a host found when it ran the queue; see `QueueReport` of src/jobs. */
export interface QueueReport {
  ran: boolean;
  networkFailed: boolean;
  nextDueAtMs: number | null;
}

export type PageMessage =
  /** Run the queue; answered over the port that comes with it. */
  | { type: 'wake-queue'; protocol: number; version: string; ignoreNetworkWaits: boolean }
  /** Which build are you of? Answered whatever the protocol. */
  | { type: 'hello'; protocol: number }
  /** What the person wants to be told, or who is signed in, has changed. */
  | { type: 'sync-push'; protocol: number }
  /** The app has come to rest, and the person has works: fetch what few people open. */
  | { type: 'fetch-late-files'; protocol: number }
  /** The person agreed to the update. */
  | { type: 'skip-waiting'; protocol: number };

export type WorkerAnswer =
  | { type: 'hello'; protocol: number; version: string }
  | { type: 'accepted'; protocol: number; version: string }
  | { type: 'refused'; protocol: number; version: string }
  | { type: 'working' }
  | { type: 'finished'; report: QueueReport }
  | { type: 'broken'; message: string };

/** The service worker's own wish; answered by anything over the port that comes with it. */
export interface WorkerMessage {
  type: 'open';
  protocol: number;
  /** On this origin, beginning with a slash. */
  path: string;
}

export function isWorkerMessage(data: unknown): data is WorkerMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'open' &&
    'path' in data &&
    typeof data.path === 'string' &&
    data.path.startsWith('/')
  );
}

export function isPageMessage(data: unknown): data is PageMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    typeof data.type === 'string' &&
    ['wake-queue', 'hello', 'sync-push', 'fetch-late-files', 'skip-waiting'].includes(data.type) &&
    'protocol' in data &&
    typeof data.protocol === 'number'
  );
}

export function isWorkerAnswer(data: unknown): data is WorkerAnswer {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    typeof data.type === 'string' &&
    ['hello', 'accepted', 'refused', 'working', 'finished', 'broken'].includes(data.type)
  );
}
