import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What happened to a request, for its log. Stages and errors have words of their own. */
export const logEventWords: Readonly<Record<string, MessageDescriptor>> = {
  'intent-saved': msg({ message: 'Kept on this device', comment: 'Line of a log' }),
  copied: msg({ message: 'Copied from another request', comment: 'Line of a log' }),
  moved: msg({ message: 'Moved to another place in line', comment: 'Line of a log' }),
  'source-uploaded': msg({ message: 'A source file has arrived', comment: 'Line of a log' }),
  'upload-paused': msg({ message: 'The upload was paused', comment: 'Line of a log' }),
  'attempt-failed': msg({ message: 'A try failed', comment: 'Line of a log; the reason follows' }),
  'cancel-requested': msg({ message: 'You asked to cancel', comment: 'Line of a log' }),
  'cancel-sent': msg({ message: 'The studio was told to cancel', comment: 'Line of a log' }),
  'cancel-too-late': msg({
    message: 'Too late to cancel: it was already finished',
    comment: 'Line of a log',
  }),
  'cancel-withdrawn': msg({ message: 'The cancel was taken back', comment: 'Line of a log' }),
  'retry-requested': msg({ message: 'You asked to try again', comment: 'Line of a log' }),
  'identity-renewed': msg({ message: 'Sent as a new request', comment: 'Line of a log' }),
  resumed: msg({ message: 'Goes on by itself', comment: 'Line of a log' }),
  'work-noted': msg({ message: 'A work is listed', comment: 'Line of a log' }),
  'work-stored': msg({
    message: 'A work has arrived and was checked',
    comment: 'Line of a log: downloaded and verified',
  }),
  'works-deleted': msg({ message: 'Its works were deleted', comment: 'Line of a log' }),
  'works-gone': msg({
    message: 'The work was deleted on another device',
    comment: 'Line of a log',
  }),
  'other-device-decided': msg({
    message: 'Another device changed it later; that stands',
    comment: 'Line of a log',
  }),
  'wish-replaced': msg({ message: 'A later wish replaced a part of it', comment: 'Line of a log' }),
};
