import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { IntentStage } from '../domain/intent.ts';
import type { JobPhase } from '../domain/job.ts';

/** What a request is doing, in one or two words; beside it goes an icon, never colour alone. */
export const stageWords: Readonly<Record<IntentStage, MessageDescriptor>> = {
  saved: msg({ message: 'Saved', comment: 'State of a request: kept on this device, not sent yet' }),
  uploading: msg({ message: 'Uploading', comment: 'State of a request: its source picture is being sent' }),
  submitted: msg({ message: 'Waiting its turn', comment: 'State of a request in the queue' }),
  running: msg({ message: 'Firing', comment: 'State of a request: being made, as in a kiln' }),
  'bringing-home': msg({ message: 'Bringing it home', comment: 'State of a request: its result is being downloaded' }),
  done: msg({ message: 'Done', comment: 'State of a request' }),
  failed: msg({ message: 'Failed', comment: 'State of a request' }),
  cancelled: msg({ message: 'Cancelled', comment: 'State of a request' }),
  'needs-attention': msg({ message: 'Needs you', comment: 'State of a request: waits for a decision of the person' }),
};

/** What the engine is doing while a request is running. */
export const phaseWords: Readonly<Record<JobPhase, MessageDescriptor>> = {
  waiting: msg({ message: 'Waiting its turn', comment: 'State of a request in the queue' }),
  preparing: msg({ message: 'Warming up', comment: 'What the engine does: preparing' }),
  generating: msg({ message: 'Firing', comment: 'What the engine does: making the picture, as in a kiln' }),
  finishing: msg({ message: 'Cooling down', comment: 'What the engine does: finishing the picture' }),
};
