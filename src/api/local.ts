import { KilnError } from '../domain/errors.ts';
import type { ModelPlace } from '../domain/model.ts';
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
}

type Find = () => Promise<LocalPlatform | null>;
const finders = new Map<ModelPlace, Find>();

/**
 * Registers who answers this thread's calls to a place on the device itself, without the network.
 * @param find resolves to null while the place can't be used
 */
export function answerLocally(place: ModelPlace, find: Find): void {
  finders.set(place, find);
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
