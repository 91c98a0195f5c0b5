import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconCloudOff,
  IconPlayerPause,
  IconRefresh,
  IconSend,
  type Icon,
} from '@tabler/icons-react';
import type { Tone } from '../../ui/StatusPill.tsx';
import {
  formatBytes,
  formatBytesPart,
  formatDuration,
  formatPercent,
  formatTime,
} from '../../words/intl.ts';
import { phaseWords, stageIcons, stageTones, stageWords } from '../../words/stages.ts';
import type { RequestState } from './request-state.ts';

/** Waits shorter than this are not worth a clock time. */
const soonMs = 60_000;

/** A request's state as one short phrase. */
export function useStateText(): (state: RequestState, nowMs: number) => string {
  const { t, i18n } = useLingui();
  const about = (seconds: number) => formatDuration(seconds, i18n.locale);
  return (state, nowMs) => {
    switch (state.kind) {
      case 'paused':
        return t({ message: 'Paused', comment: 'State of a request' });
      case 'waiting-network':
        return t({ message: 'Waiting for a network', comment: 'State of a request' });
      case 'away':
        return state.isReady
          ? t({
              message: 'Ready, comes with a network',
              comment: 'State of a request: made, not fetched yet, no network; short',
            })
          : t({
              message: 'Goes on without you',
              comment:
                'State of a request: being made by the studio while there is no network here',
            });
      case 'leaving':
        return t({
          message: 'Saved, leaves soon',
          comment: 'State of a request: kept on this device, sent in a moment',
        });
      case 'retrying': {
        if (state.atMs - nowMs < soonMs) {
          return t({ message: 'Tries again in a moment', comment: 'State of a request' });
        }
        const time = formatTime(state.atMs).slice(-5);
        return t({
          message: `Tries again at ${time}`,
          comment: 'State of a request; a time of day',
        });
      }
      case 'uploading': {
        if (!state.upload) return i18n._(stageWords.uploading);
        const { uploadedBytes, totalBytes } = state.upload;
        const part = formatBytesPart(uploadedBytes, totalBytes, i18n.locale);
        const whole = formatBytes(totalBytes, i18n.locale);
        return t({
          message: `Sent ${part} of ${whole}`,
          comment:
            'State of a request: how much of its picture is uploaded, as 3.2 of 8.1 MB; short',
        });
      }
      case 'in-line': {
        const { position, waitSeconds } = state;
        if (position <= 0) return i18n._(stageWords.submitted);
        if (waitSeconds <= 0)
          return t({ message: `In line, number ${position}`, comment: 'State of a request' });
        return t({
          message: `In line, number ${position}, about ${about(waitSeconds)}`,
          comment: 'State of a request',
        });
      }
      case 'making': {
        const words = i18n._(phaseWords[state.phase === 'waiting' ? 'generating' : state.phase]);
        const percent = formatPercent(state.percent / 100, i18n.locale);
        if (state.phase === 'finishing' || state.waitSeconds <= 0) return `${words} ${percent}`;
        return t({
          message: `${words} ${percent}, about ${about(state.waitSeconds)}`,
          comment: 'State of a request: what is done, how far, how long still',
        });
      }
      case 'bringing-home': {
        if (!state.download) return i18n._(stageWords['bringing-home']);
        const here = formatBytes(state.download.receivedBytes, i18n.locale);
        const all = formatBytes(state.download.totalBytes, i18n.locale);
        return t({
          message: `Bringing it home, ${here} of ${all}`,
          comment: 'State of a request: how much of its result is here, as 3.2 MB of 8 MB',
        });
      }
      case 'cancelling':
        return t({ message: 'Being cancelled', comment: 'State of a request' });
      case 'done':
        return state.missing > 0
          ? t`Done, ${plural(state.missing, { one: '# picture is missing', other: '# pictures are missing' })}`
          : i18n._(stageWords.done);
      case 'failed':
        return i18n._(stageWords.failed);
      case 'cancelled':
        return i18n._(stageWords.cancelled);
      case 'needs-you':
        return i18n._(stageWords['needs-attention']);
    }
  };
}

export function stateIcon(state: RequestState): Icon {
  switch (state.kind) {
    case 'paused':
      return IconPlayerPause;
    case 'waiting-network':
    case 'away':
      return IconCloudOff;
    case 'leaving':
      return IconSend;
    case 'retrying':
      return IconRefresh;
    case 'uploading':
      return stageIcons.uploading;
    case 'in-line':
      return stageIcons.submitted;
    case 'making':
      return stageIcons.running;
    case 'bringing-home':
      return stageIcons['bringing-home'];
    case 'done':
      return stageIcons.done;
    case 'failed':
      return stageIcons.failed;
    case 'cancelling':
    case 'cancelled':
      return stageIcons.cancelled;
    case 'needs-you':
      return stageIcons['needs-attention'];
  }
}

export function stateTone(state: RequestState): Tone {
  switch (state.kind) {
    case 'making':
    case 'bringing-home':
    case 'uploading':
      return 'active';
    case 'done':
      return state.missing > 0 ? 'warn' : stageTones.done;
    case 'failed':
      return stageTones.failed;
    case 'needs-you':
      return stageTones['needs-attention'];
    default:
      return 'quiet';
  }
}
