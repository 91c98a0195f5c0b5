import type { Intent } from '../../domain/intent.ts';
import { changeAlbum, collect } from './albums.ts';
import { claimDailyCredits } from './claim-daily-credits.ts';
import { acknowledge, release } from './device-copies.ts';
import { deleteWorksHandler } from './delete-works.ts';
import { generate } from './generate.ts';
import { sendFeedback } from './send-feedback.ts';
import { setBinned } from './set-binned.ts';
import { setFavourite, setRating } from './ratings.ts';
import { fetchOriginals } from './fetch-originals.ts';
import { keepWork } from './keep-work.ts';
import { shareWork, unshareWork } from './links.ts';
import { publishWork, unpublishWork } from './publications.ts';
import { reorderJobs } from './reorder-jobs.ts';
import type { Handlers, IntentHandler } from '../engine/types.ts';

/** A new kind of intent is one file beside this one and one line here. */
export const handlers: Handlers = {
  generate,
  'delete-works': deleteWorksHandler,
  'claim-daily-credits': claimDailyCredits,
  'send-feedback': sendFeedback,
  'set-binned': setBinned,
  'set-favourite': setFavourite,
  'set-rating': setRating,
  'reorder-jobs': reorderJobs,
  'change-album': changeAlbum,
  'collect-works': collect,
  'acknowledge-works': acknowledge,
  'release-works': release,
  'fetch-originals': fetchOriginals,
  'keep-work': keepWork,
  'share-work': shareWork,
  'unshare-work': unshareWork,
  'publish-work': publishWork,
  'unpublish-work': unpublishWork,
};

/** The handler of a row; the table above guarantees that it takes the row's kind. */
export function handlerOf(intent: Intent): IntentHandler {
  return handlers[intent.kind];
}
