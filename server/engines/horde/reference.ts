import { createHash } from 'node:crypto';
import type { EngineContext } from '../contract/engine.ts';

/**
 * What is kept about a remote request so that a restart goes on with it. `submitting` is written before the
 * request leaves: whoever finds it knows that an answer may have been lost.
 */
export type RemoteReference =
  | { state: 'none' }
  | { state: 'submitting'; activeBefore: string[] | null; keyMark: string }
  | {
      state: 'submitted';
      id: string;
      /** It was looked up after its answer was lost, so what comes must prove to be ours. */
      wasLost: boolean;
      downgraded: boolean;
    };

/** Tells two keys apart without telling the key. */
export function keyMarkOf(key: string): string {
  return createHash('sha256').update(`kiln horde key\n${key}`).digest('hex').slice(0, 12);
}

export function writeReference(reference: RemoteReference): string {
  return JSON.stringify(reference);
}

/** Keeps the reference true around a submission, which may have to be tried several times. */
export interface SubmissionMark {
  /** From here on nobody knows whether it arrives. */
  set(activeBefore: string[] | null, key: string): Promise<void>;
  /** It surely did not arrive: the next attempt may send. */
  clear(): Promise<void>;
}

export function createMark(context: Pick<EngineContext, 'saveExternalReference'>): SubmissionMark {
  let isSet = false;
  return {
    async set(activeBefore, key) {
      const keyMark = keyMarkOf(key);
      await context.saveExternalReference(
        writeReference({ state: 'submitting', activeBefore, keyMark }),
      );
      isSet = true;
    },
    async clear() {
      if (!isSet) return;
      isSet = false;
      await context.saveExternalReference(writeReference({ state: 'none' })).catch(() => undefined);
    },
  };
}

export function readReference(text: string | null): RemoteReference {
  if (!text) return { state: 'none' };
  try {
    const value = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (value['state'] === 'submitted' && typeof value['id'] === 'string') {
      return {
        state: 'submitted',
        id: value['id'],
        wasLost: value['wasLost'] === true,
        downgraded: value['downgraded'] === true,
      };
    }
    if (value['state'] === 'submitting') {
      const before = value['activeBefore'];
      const known = Array.isArray(before) ? before.filter((id) => typeof id === 'string') : null;
      return {
        state: 'submitting',
        activeBefore: known,
        keyMark: typeof value['keyMark'] === 'string' ? value['keyMark'] : '',
      };
    }
    if (value['state'] === 'none') return { state: 'none' };
  } catch {
    // Falls through: unreadable is as good as lost.
  }
  return { state: 'submitting', activeBefore: null, keyMark: '' };
}
