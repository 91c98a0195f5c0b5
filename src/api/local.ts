import { KilnError } from '../domain/errors.ts';
import type { KudosEstimate } from '../domain/kudos.ts';
import type { InputValues, ModelPlace } from '../domain/model.ts';
import type { CallRequest } from './request.ts';

/**
 * A place within the device that answers the platform's calls by the platform's contract (docs/adr/0023).
 */
export interface LocalPlatform {
  /**
   * @param id of the endpoint
   * @throws KilnError as the platform's answers would
   */
  answer(id: string, options: CallRequest): Promise<unknown>;
  /**
   * A file by the path that an answer named.
   * @throws KilnError `result-gone`
   */
  file(path: string): Promise<Blob>;
  /**
   * What a request would cost there; null where that is not known beforehand. No platform is asked such a thing.
   * @param picture how large the one is that is changed
   */
  estimateKudos(
    model: string,
    input: InputValues,
    picture: { width: number; height: number } | null,
    signal: AbortSignal,
  ): Promise<KudosEstimate | null>;
  /** What the person's own key has there; null without one. */
  ownKudos(signal: AbortSignal): Promise<number | null>;
}

type Find = () => Promise<LocalPlatform | null>;
const finders = new Map<ModelPlace, Find>();
/** Who waits for somebody to answer there. */
const waiting = new Map<ModelPlace, (() => void)[]>();

/**
 * Registers who answers this thread's calls to a place on the device itself, without the network.
 * @param find resolves to null while the place can't be used
 */
export function answerLocally(place: ModelPlace, find: Find): void {
  finders.set(place, find);
  for (const tell of waiting.get(place) ?? []) tell();
  waiting.delete(place);
}

/**
 * The same as `localPlatform`, for screens: they are there before who answers is.
 * @throws KilnError `engine-unavailable`
 */
export async function arrivedPlatform(place: ModelPlace): Promise<LocalPlatform | null> {
  if (place !== 'platform' && !finders.has(place)) {
    await new Promise<void>((tell) => {
      waiting.set(place, [...(waiting.get(place) ?? []), tell]);
    });
  }
  return localPlatform(place);
}

/**
 * Who answers for a place within the device; null for the platform, which is asked over the network.
 * @throws KilnError `engine-unavailable` when nobody answers there: what waits goes on waiting
 */
export async function localPlatform(place: ModelPlace): Promise<LocalPlatform | null> {
  if (place === 'platform') return null;
  const found = await finders.get(place)?.();
  if (!found) throw new KilnError('engine-unavailable', { retryable: true, detail: place });
  return found;
}
