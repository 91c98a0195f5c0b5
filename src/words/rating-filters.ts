import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the history shows by a person's favourites and ratings (spec 1, section 2: history view). */
export const ratingFilterWords: Readonly<
  Record<'all' | 'favourites' | 'others' | 'unrated', MessageDescriptor>
> = {
  all: msg({ message: 'All works', comment: 'Filter: nothing left out' }),
  favourites: msg({ message: 'Favourites', comment: 'Filter: works with a heart' }),
  others: msg({ message: 'Not favourites', comment: 'Filter: works without a heart' }),
  unrated: msg({ message: 'Not rated', comment: 'Filter: works without stars' }),
};
