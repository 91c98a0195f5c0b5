import type { ErrorCode } from '../domain/errors.ts';
import type { DownloadProgress, GenerateIntent, Intent, UploadProgress } from '../domain/intent.ts';
import type { JobPhase } from '../domain/job.ts';
import { downloadShare, uploadShare } from '../domain/progress.ts';

/** What is said about a request, everywhere. `percent` is 0…100, times are milliseconds since the epoch. */
export type RequestState =
  /** The person has paused the queue: it leaves neither now nor with a network. */
  | { kind: 'paused' }
  /** `isOffline`: this device has no network; else the studio could not be reached. */
  | { kind: 'waiting-network'; isOffline: boolean }
  /** The studio takes it only after its owner has signed in again. */
  | { kind: 'signed-out' }
  /** With the platform, which cannot be asked: it goes on there, or is ready. `percent` as last seen. */
  | { kind: 'away'; isReady: boolean; percent: number }
  | { kind: 'leaving' }
  /** `code`: why the last try failed. */
  | { kind: 'retrying'; atMs: number; code: ErrorCode }
  /** Null until the platform has some of it. */
  | {
      kind: 'uploading';
      upload: UploadProgress | null;
      /** Which of several files is on its way, from 1; absent for a single one. */
      file?: { number: number; of: number };
    }
  /** `position`: 1 is the next one; 0 while it is not known. `nobodyFree`: no engine can take it for now. */
  | { kind: 'in-line'; position: number; waitSeconds: number; nobodyFree: boolean }
  | { kind: 'making'; phase: JobPhase; percent: number; waitSeconds: number }
  /** Null until some of it is here. */
  | { kind: 'bringing-home'; download: DownloadProgress | null }
  | { kind: 'cancelling' }
  /** `missing`: outputs that were not made; `lost`: works that are here in small only. */
  | { kind: 'done'; missing: number; lost: number }
  | { kind: 'failed'; code: ErrorCode }
  | { kind: 'cancelled' }
  | { kind: 'needs-you'; code: ErrorCode };

/** What a request's row does not tell. */
export interface Surroundings {
  online: boolean;
  /** The person has paused the queue. */
  paused: boolean;
  /** The platform takes requests of whoever is signed in here. */
  signedIn: boolean;
  nowMs: number;
}

/** Codes that mean "the other side could not be reached", whatever the browser says about the network. */
const unreachableCodes: readonly ErrorCode[] = ['network', 'timeout'];

/** Whether a failure says nothing about the request, only that the other side could not be reached. */
export function isUnreachable(code: ErrorCode): boolean {
  return unreachableCodes.includes(code);
}

/** A retry closer than this is not worth its own words. */
const retryWorthSayingMs = 3_000;

/** The same while the other side cannot be reached: "waits for a network" says it better than each next try. */
const reconnectWorthSayingMs = 60_000;

/**
 * Reads a request's row into the one thing to say about it. Every screen, the announcer and the line above
 * Generate ask here, so that none of them says something else.
 */
export function requestState(intent: Intent, surroundings: Surroundings): RequestState {
  const { online, paused, signedIn, nowMs } = surroundings;
  const { error } = intent;
  const code = error?.code ?? 'unknown';
  switch (intent.stage) {
    case 'done':
      return intent.kind === 'generate'
        ? { kind: 'done', missing: intent.missingOutputs, lost: intent.lostOriginals ?? 0 }
        : { kind: 'done', missing: 0, lost: 0 };
    case 'failed':
      return { kind: 'failed', code };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'needs-attention':
      return { kind: 'needs-you', code };
    default:
  }
  if (intent.cancelRequestedAtMs !== null) return { kind: 'cancelling' };
  // It needs no network and nobody else; a pause holds what is under way, too.
  if (intent.kind === 'generate' && intent.payload.place === 'device') {
    return paused ? { kind: 'paused' } : remoteState(intent);
  }
  // What has left the device goes on over there; only what is still here can be held back.
  const isHere = intent.stage === 'saved' || intent.stage === 'uploading';
  // The stronger reason first: with a network a paused request still does not leave. Only requests are paused.
  if (paused && isHere && intent.kind === 'generate') return { kind: 'paused' };
  if (!online) return isHere ? { kind: 'waiting-network', isOffline: true } : awayState(intent);
  if (!signedIn && isHere) return { kind: 'signed-out' };
  const isCutOff = error !== null && intent.attempts > 1 && isUnreachable(error.code);
  const worthSayingMs = isCutOff ? reconnectWorthSayingMs : retryWorthSayingMs;
  if (error && intent.attempts > 0 && intent.nextAttemptAtMs - nowMs > worthSayingMs) {
    return { kind: 'retrying', atMs: intent.nextAttemptAtMs, code };
  }
  if (isCutOff) return { kind: 'waiting-network', isOffline: false };
  switch (intent.stage) {
    case 'uploading':
      return uploadState(intent);
    case 'submitted':
    case 'running':
      return intent.kind === 'generate' ? remoteState(intent) : { kind: 'leaving' };
    case 'bringing-home':
      return { kind: 'bringing-home', download: downloadOf(intent) };
    default:
      return { kind: 'leaving' };
  }
}

function awayState(intent: Intent): RequestState {
  // Short calls have nothing that could go on without this device.
  if (intent.kind !== 'generate') return { kind: 'waiting-network', isOffline: true };
  const isReady = intent.stage === 'bringing-home';
  return { kind: 'away', isReady, percent: isReady ? 100 : (intent.progress?.percent ?? 0) };
}

function uploadState(intent: Intent): RequestState {
  const upload = intent.kind === 'generate' ? (intent.upload ?? null) : null;
  const share = uploadShare(upload);
  // All of it is there: what is left is the request itself.
  if (share === 1) return { kind: 'leaving' };
  const sources = intent.kind === 'generate' ? intent.payload.sources : [];
  const sent = sources.filter(({ uploadedUrl }) => uploadedUrl !== null).length;
  return {
    kind: 'uploading',
    upload: share === null ? null : upload,
    // They go one after the other.
    ...(sources.length > 1 && {
      file: { number: Math.min(sent + 1, sources.length), of: sources.length },
    }),
  };
}

function downloadOf(intent: Intent): DownloadProgress | null {
  const download = intent.kind === 'generate' ? (intent.download ?? null) : null;
  return downloadShare(download) === null ? null : download;
}

function remoteState(intent: GenerateIntent): RequestState {
  const { progress } = intent;
  if (!progress) return { kind: 'in-line', position: 0, waitSeconds: 0, nobodyFree: false };
  const { queuePosition, waitSeconds, phase, percent } = progress;
  const nobodyFree = progress.isPossible === false;
  const isWaiting = progress.state === 'Pending' || phase === 'waiting';
  if (isWaiting && intent.stage === 'submitted') {
    // The platform says how many are ahead.
    return { kind: 'in-line', position: queuePosition + 1, waitSeconds, nobodyFree };
  }
  if (progress.state === 'Processing' && phase === 'waiting') {
    // In the line of the engine itself, which counts places and not who is ahead; 0 is not known.
    return { kind: 'in-line', position: queuePosition, waitSeconds, nobodyFree };
  }
  return { kind: 'making', phase, percent, waitSeconds };
}

/** How far the glow has risen, 0…1; undefined while nothing can be known, null when there is nothing to show. */
export function glowLevel(state: RequestState): number | undefined | null {
  switch (state.kind) {
    case 'making':
      return state.percent / 100;
    case 'bringing-home':
      return downloadShare(state.download) ?? 1;
    case 'uploading':
      return uploadShare(state.upload) ?? undefined;
    case 'away':
      return state.percent / 100;
    case 'in-line':
      return 0;
    default:
      return null;
  }
}

/** How much of what it is doing is done, 0…1, for a percentage beside its words; null where there is none. */
export function shareDone(state: RequestState): number | null {
  switch (state.kind) {
    case 'making':
      // Rounded down: all of it is only said of what is here.
      return Math.floor(state.percent) / 100;
    case 'bringing-home':
      return downloadShare(state.download);
    case 'uploading':
      return uploadShare(state.upload);
    default:
      return null;
  }
}
