import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { mediaKind, type MediaKind } from '../domain/media-kind.ts';
import { toolOfWork, type MadeWork } from '../domain/tool-of-work.ts';
import { toolWords } from './tools.ts';

/** One file, by what it is. */
const fileWords: Readonly<Record<MediaKind, MessageDescriptor>> = {
  picture: msg({ message: 'Picture', context: 'a work', comment: 'Heading of a work' }),
  video: msg({ message: 'Video', context: 'a work', comment: 'Heading of a work' }),
  audio: msg({
    message: 'Sound',
    context: 'a work',
    comment: 'Heading of a work: music or a voice',
  }),
  solid: msg({ message: '3D object', context: 'a work', comment: 'Heading of a work' }),
  other: msg({ message: 'File', context: 'a work', comment: 'Heading of a work' }),
};

/** What made a work, or what it is where its file does not tell. */
export function workHeading(work: MadeWork): MessageDescriptor {
  const tool = toolOfWork(work);
  return tool === null ? fileWords[mediaKind(work.mediaType)] : toolWords[tool].label;
}

/** What a work is called in a list: its prompt, else what made it. */
export function workTitle(work: MadeWork & { prompt: string }, i18n: I18n): string {
  return work.prompt.trim() || i18n._(workHeading(work));
}
