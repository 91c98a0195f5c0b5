import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TagKind } from '../../../domain/tags.ts';

/** What a tag is about, in a word beside it. */
export const tagKindWords: Readonly<Record<TagKind, MessageDescriptor>> = {
  general: msg({ message: 'general', comment: 'What a tag of a tag list is about' }),
  artist: msg({ message: 'artist', comment: 'What a tag of a tag list is about' }),
  copyright: msg({
    message: 'series',
    comment: 'What a tag of a tag list is about: the game or book it comes from',
  }),
  character: msg({
    message: 'character',
    comment: 'What a tag of a tag list is about: a figure',
  }),
  species: msg({ message: 'species', comment: 'What a tag of a tag list is about' }),
  meta: msg({ message: 'meta', comment: 'What a tag of a tag list is about: the file itself' }),
  lore: msg({
    message: 'lore',
    comment: 'What a tag of a tag list is about: what is told, not seen',
  }),
  invalid: msg({ message: 'invalid', comment: 'A tag that its list does not want' }),
  other: msg({
    message: 'other',
    comment: 'What a tag of a tag list is about: nobody sorted it',
  }),
};
