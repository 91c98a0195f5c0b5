import { firstPictureWidths } from '../../src/domain/gallery.ts';
import type { Database } from '../database/connect.ts';
import type { FileAnswers } from '../files/answer.ts';
import type { Log } from '../log.ts';
import { shownWork } from './service.ts';

/** Makes the pictures by which a work is seen first once everybody sees it, so that nobody waits for them. It never throws. */
export type Prepare = (workId: string) => Promise<void>;

export function createPrepare(database: Database, answers: FileAnswers, log: Log): Prepare {
  return async (workId) => {
    try {
      const shown = await shownWork(database, workId);
      if (shown) await answers.prepare(shown.shared.file, firstPictureWidths, log);
    } catch (error) {
      log.debug(
        { err: error, work: workId },
        'the first pictures of a published work were not made',
      );
    }
  };
}
