import { call } from './client.ts';
import type { Credentials } from './request.ts';
import { generationPreview } from './contract/generate.ts';

/** Follows how one running job looks, for as long as somebody watches. */
export interface PreviewFollower {
  /** The platform has a preview of this number. */
  told(number: number): void;
  stop(): void;
}

function pictureOf(base64: string, mediaType: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: mediaType });
}

/**
 * Fetches the newest preview when there is a newer one, one call at a time: on a slow line some are skipped
 * instead of being given up half-way. A failed call is forgotten; the next number tries again.
 * @param credentials null: nobody may ask now
 */
export function followPreview(
  jobId: string,
  credentials: () => Promise<Credentials | null>,
  onPicture: (picture: Blob) => void,
): PreviewFollower {
  const stopping = new AbortController();
  let newest = 0;
  let shown = 0;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      while (newest > shown && !stopping.signal.aborted) {
        const asked = newest;
        const session = await credentials();
        if (!session) return;
        const answer = await call(generationPreview, {
          params: { id: jobId },
          session,
          signal: stopping.signal,
        });
        shown = Math.max(asked, answer.preview ?? 0);
        if (stopping.signal.aborted || answer.data === null) continue;
        onPicture(pictureOf(answer.data, answer.media_type));
      }
    } catch {
      // The job may have ended meanwhile. If not, the next number tries again.
    } finally {
      isAsking = false;
    }
  }

  return {
    told(number) {
      // A job that is started once more numbers its previews from the beginning.
      if (number < newest) shown = 0;
      newest = number;
      if (!isAsking && newest > shown) void ask();
    },
    stop: () => stopping.abort(),
  };
}
