import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  formatBytes,
  formatBytesPart,
  formatClock,
  formatDuration,
  formatPercent,
} from '../words/intl.ts';
import { shareDone, type RequestState } from './request-state.ts';
import { phaseWords, stageWords } from './stage-words.ts';

/** Waits shorter than this are not worth a clock time. */
const soonMs = 60_000;

export interface StateWords {
  /** What it is doing: "Being made". The same on every screen. */
  name: string;
  /** How far that is: "42%, about 2 min"; null where there is no figure. */
  figures: string | null;
  /** Only the percentage of the figures, where there is little room. */
  percent: string | null;
  /** Name and figures as one phrase. */
  phrase: string;
}

/** A request's state in words. */
export function useStateWords(): (state: RequestState, nowMs: number) => StateWords {
  const { t, i18n } = useLingui();

  function nameOf(state: RequestState, nowMs: number): string {
    switch (state.kind) {
      case 'paused':
        return t({ message: 'Paused', comment: 'State of a request' });
      case 'waiting-network':
        return t({ message: 'Waiting for a network', comment: 'State of a request' });
      case 'signed-out':
        return t({
          message: 'Waiting for your sign-in',
          comment: 'State of a request: it leaves once its owner has signed in again',
        });
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
        const time = formatClock(state.atMs, nowMs, i18n.locale);
        return t({
          message: `Tries again at ${time}`,
          comment: 'State of a request; a time of day, with the day if that is not today',
        });
      }
      case 'uploading':
        return i18n._(stageWords.uploading);
      case 'in-line':
        return i18n._(stageWords.submitted);
      case 'making':
        return i18n._(phaseWords[state.phase === 'waiting' ? 'generating' : state.phase]);
      case 'bringing-home':
        return i18n._(stageWords['bringing-home']);
      case 'cancelling':
        return t({ message: 'Being cancelled', comment: 'State of a request' });
      case 'done':
        if (state.missing > 0) {
          return t`Done, ${plural(state.missing, { one: '# output is missing', other: '# outputs are missing' })}`;
        }
        return state.lost > 0
          ? t`Done, ${plural(state.lost, { one: '# full size is no longer kept', other: '# full sizes are no longer kept' })}`
          : i18n._(stageWords.done);
      case 'failed':
        return i18n._(stageWords.failed);
      case 'cancelled':
        return i18n._(stageWords.cancelled);
      case 'needs-you':
        return i18n._(stageWords['needs-attention']);
    }
  }

  const about = (seconds: number) => {
    const wait = formatDuration(seconds, i18n.locale);
    return t({ message: `about ${wait}`, comment: 'How long a request still takes; in a list' });
  };

  function figuresOf(state: RequestState): string[] {
    switch (state.kind) {
      case 'uploading': {
        if (!state.upload) return [];
        const { uploadedBytes, totalBytes } = state.upload;
        const part = formatBytesPart(uploadedBytes, totalBytes, i18n.locale);
        const whole = formatBytes(totalBytes, i18n.locale);
        const bytes = t({
          message: `${part} of ${whole}`,
          comment: 'How much is uploaded: 3.2 of 8.1 MB',
        });
        if (!state.file) return [bytes];
        const { number, of } = state.file;
        const file = t({
          message: `file ${number} of ${of}`,
          comment: 'Which of several files is being uploaded; in a list',
        });
        return [file, bytes];
      }
      case 'bringing-home': {
        if (!state.download) return [];
        const { receivedBytes, totalBytes } = state.download;
        const here = formatBytes(receivedBytes, i18n.locale);
        const all = formatBytes(totalBytes, i18n.locale);
        return [t({ message: `${here} of ${all}`, comment: 'How much is here: 3.2 MB of 8 MB' })];
      }
      case 'in-line': {
        const { position, waitSeconds, nobodyFree } = state;
        if (nobodyFree) {
          return [
            t({
              message: 'nobody is free for it right now',
              comment: 'Why a request stays in line; follows "In line"',
            }),
          ];
        }
        if (position <= 0) return [];
        const place = t({
          message: `number ${position}`,
          comment: 'Place of a request in line; follows "In line"',
        });
        return waitSeconds > 0 ? [place, about(waitSeconds)] : [place];
      }
      case 'making': {
        const { phase, waitSeconds } = state;
        return phase === 'finishing' || waitSeconds <= 0 ? [] : [about(waitSeconds)];
      }
      default:
        return [];
    }
  }

  const comma = t({ message: ', ', comment: 'Between the parts of a short list of figures' });
  return (state, nowMs) => {
    const name = nameOf(state, nowMs);
    const share = shareDone(state);
    const percent = share === null ? null : formatPercent(share, i18n.locale);
    const figures = figuresOf(state);
    // Being made has no other measure than its percentage; bytes say it better where there are some.
    const start = state.kind === 'making' && percent !== null ? `${name} ${percent}` : name;
    return {
      name,
      percent,
      figures: figures.length > 0 ? figures.join(comma) : null,
      phrase: [start, ...figures].join(comma),
    };
  };
}
