import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { IntentStage } from '../domain/intent.ts';
import type { JobPhase } from '../domain/job.ts';

/** The stages of a request's life, in one or two words: for its log, and where its state adds nothing. */
export const stageWords: Readonly<Record<IntentStage, MessageDescriptor>> = {
  saved: msg({
    message: 'Saved',
    comment: 'State of a request: kept on this device, not sent yet',
  }),
  uploading: msg({
    message: 'Uploading',
    comment: 'State of a request: its source picture is being sent',
  }),
  submitted: msg({ message: 'In line', comment: 'State of a request: waits its turn' }),
  running: msg({ message: 'Being made', comment: 'State of a request' }),
  'bringing-home': msg({
    message: 'Bringing it home',
    comment: 'State of a request: its result is being downloaded',
  }),
  done: msg({ message: 'Done', comment: 'State of a request' }),
  failed: msg({ message: 'Failed', comment: 'State of a request' }),
  cancelled: msg({ message: 'Cancelled', comment: 'State of a request' }),
  'needs-attention': msg({
    message: 'Needs you',
    comment: 'State of a request: waits for a decision of the person',
  }),
};

/** What the engine is doing while a request is running. */
export const phaseWords: Readonly<Record<JobPhase, MessageDescriptor>> = {
  waiting: msg({ message: 'In line', comment: 'State of a request: waits its turn' }),
  preparing: msg({ message: 'Warming up', comment: 'What the engine does: preparing' }),
  generating: msg({ message: 'Being made', comment: 'State of a request' }),
  finishing: msg({ message: 'Finishing', comment: 'What the engine does: the last touches' }),
};
