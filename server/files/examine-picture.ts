import { Problem } from '../http/problem.ts';
import { endedItsProcess, inProcess } from '../processes/calls.ts';
import type * as Examine from './examine.ts';
import type { Examination, ExaminedPicture } from './examine.ts';

const inChild = inProcess<typeof Examine.examine>(
  new URL('./examine.ts', import.meta.url),
  'examine',
);

const status = { 'too-large': 413, 'unsupported-media': 415 } as const;
/** A picture that takes the process with it, or all of its time, is none that we can read. */
const damaged: Examination = {
  refused: {
    code: 'unsupported-media',
    words: 'The file is damaged or not a picture that can be read',
  },
};

/**
 * Holds a picture that has arrived against all bounds, by what its headers say, before any decoder opens it; in a
 * process, since what strangers write there takes its time even to walk over.
 * @param userId whose it is: nobody waits for all that somebody else sent
 * @returns its size; where it ends, and the hash up to there if something follows
 * @throws Problem 413 or 415
 */
export async function examinePicture(
  path: string,
  mediaType: string,
  userId: number,
): Promise<ExaminedPicture> {
  const found = await inChild([path, mediaType], undefined, String(userId)).catch(
    (error: unknown) => {
      if (endedItsProcess(error)) return damaged;
      throw error;
    },
  );
  if ('picture' in found) return found.picture;
  const { code, words } = found.refused;
  throw new Problem(status[code], code, words);
}
