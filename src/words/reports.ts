import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportReason } from '../domain/gallery.ts';

/** Why somebody thinks that a work should not be shown. */
export const reasonWords: Readonly<Record<ReportReason, MessageDescriptor>> = {
  stolen: msg({ message: 'It is mine, or somebody else’s', comment: 'Reason of a report' }),
  'real-person': msg({ message: 'It shows a real person', comment: 'Reason of a report' }),
  sexual: msg({ message: 'It is sexual', comment: 'Reason of a report' }),
  violent: msg({ message: 'It is violent or cruel', comment: 'Reason of a report' }),
  hateful: msg({ message: 'It incites against people', comment: 'Reason of a report' }),
  misleading: msg({
    message: 'It is made to deceive, or is no picture of its kind',
    comment: 'Reason of a report',
  }),
  other: msg({ message: 'Something else', comment: 'Reason of a report' }),
};
