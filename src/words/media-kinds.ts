import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MediaKind } from '../domain/media-kind.ts';

/** Works by what they are to those who look at them. */
export const mediaKindWords: Readonly<Record<MediaKind, MessageDescriptor>> = {
  picture: msg({ message: 'Pictures', comment: 'Filter: a kind of works' }),
  video: msg({ message: 'Videos', comment: 'Filter: a kind of works' }),
  audio: msg({ message: 'Sounds', comment: 'Filter: a kind of works, music and voices' }),
  solid: msg({ message: '3D objects', comment: 'Filter: a kind of works' }),
  other: msg({
    message: 'Other files',
    comment: 'Filter: works that are no picture, video or sound',
  }),
};
