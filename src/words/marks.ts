import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the history shows by a person's own marks (spec 1, section 2: history view). */
export const markedWords: Readonly<
  Record<'all' | 'favourites' | 'others' | 'unrated', MessageDescriptor>
> = {
  all: msg({ message: 'All images', comment: 'Filter: nothing left out' }),
  favourites: msg({ message: 'Favourites', comment: 'Filter: images with a heart' }),
  others: msg({ message: 'Not favourites', comment: 'Filter: images without a heart' }),
  unrated: msg({ message: 'Not rated', comment: 'Filter: images without stars' }),
};
