import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCloudOff,
  IconDownload,
  IconFlame,
  IconHandStop,
  IconHourglass,
  IconPlayerPause,
  IconRefresh,
  IconSend,
  IconUpload,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { Tone } from '../ui/StatusPill.tsx';
import type { RequestState } from './request-state.ts';

/** The icon beside a state's words: what it means is never said by colour alone. */
export const stateIcons: Readonly<Record<RequestState['kind'], Icon>> = {
  paused: IconPlayerPause,
  'waiting-network': IconCloudOff,
  'signed-out': IconUserQuestion,
  away: IconCloudOff,
  leaving: IconSend,
  retrying: IconRefresh,
  uploading: IconUpload,
  'in-line': IconHourglass,
  making: IconFlame,
  'bringing-home': IconDownload,
  cancelling: IconBan,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
  'needs-you': IconHandStop,
};

/** The mood of a state, as `StatusPill` names them. */
export function stateTone(state: RequestState): Tone {
  switch (state.kind) {
    case 'making':
    case 'bringing-home':
    case 'uploading':
      return 'active';
    case 'done':
      return state.missing > 0 ? 'warn' : 'success';
    case 'failed':
      return 'danger';
    case 'needs-you':
    case 'signed-out':
      return 'warn';
    default:
      return 'quiet';
  }
}
