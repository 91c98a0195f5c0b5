import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WorkOrigin } from '../domain/work.ts';

/** How a work came to be on this device: in its details, and as a filter. */
export const originWords: Readonly<Record<WorkOrigin, MessageDescriptor>> = {
  generated: msg({ message: 'Made here', comment: 'A work: asked for on this device' }),
  imported: msg({ message: 'Imported', comment: 'A work: brought along in a file' }),
  assembled: msg({
    message: 'Put together from works',
    comment: 'A work, such as a film of pictures',
  }),
  synced: msg({ message: 'Made on another device', comment: 'A work' }),
};
