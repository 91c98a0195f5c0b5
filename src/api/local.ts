import type { CallOptions } from './client.ts';

/**
 * A platform within the device, where no other is configured (docs/adr/0023): it answers the same calls by the
 * same contract.
 */
export interface LocalPlatform {
  /**
   * @param id of the endpoint
   * @throws KilnError as the platform's answers would
   */
  answer(id: string, options: CallOptions): Promise<unknown>;
  /**
   * A file by the path that an answer named.
   * @throws KilnError `result-gone`
   */
  file(path: string): Promise<Blob>;
}

type Find = () => Promise<LocalPlatform | null>;
let find: Find = () => Promise.resolve(null);

/** Has calls of this thread answered on the device whenever `given` finds a platform there. */
export function answerLocally(given: Find): void {
  find = given;
}

/** Null with a platform elsewhere. */
export function localPlatform(): Promise<LocalPlatform | null> {
  return find();
}
