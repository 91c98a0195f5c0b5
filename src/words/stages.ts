import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconDeviceFloppy,
  IconDownload,
  IconFlame,
  IconHandStop,
  IconHourglass,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import type { IntentStage } from '../domain/intent.ts';
import type { JobPhase } from '../domain/job.ts';

/** What a request is doing, in one or two words; beside it goes an icon, never colour alone. */
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

export const stageIcons: Readonly<Record<IntentStage, Icon>> = {
  saved: IconDeviceFloppy,
  uploading: IconUpload,
  submitted: IconHourglass,
  running: IconFlame,
  'bringing-home': IconDownload,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
  'needs-attention': IconHandStop,
};

/** The mood of a stage, as `StatusPill` names them. */
export const stageTones: Readonly<
  Record<IntentStage, 'quiet' | 'active' | 'success' | 'warn' | 'danger'>
> = {
  saved: 'quiet',
  uploading: 'active',
  submitted: 'quiet',
  running: 'active',
  'bringing-home': 'active',
  done: 'success',
  failed: 'danger',
  cancelled: 'quiet',
  'needs-attention': 'warn',
};

/** What the engine is doing while a request is running. */
export const phaseWords: Readonly<Record<JobPhase, MessageDescriptor>> = {
  waiting: msg({ message: 'In line', comment: 'State of a request: waits its turn' }),
  preparing: msg({ message: 'Warming up', comment: 'What the engine does: preparing' }),
  generating: msg({ message: 'Being made', comment: 'State of a request' }),
  finishing: msg({ message: 'Finishing', comment: 'What the engine does: the last touches' }),
};
