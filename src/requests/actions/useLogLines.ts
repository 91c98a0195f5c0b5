import { useLingui } from '@lingui/react/macro';
import { isErrorCode } from '../../domain/errors.ts';
import { intentStages, type Intent, type IntentLogEntry } from '../../domain/intent.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClockSeconds } from '../../words/intl.ts';
import { stageWords } from '../stage-words.ts';
import { logEventWords } from './log-events.ts';

export interface LogLine {
  key: string;
  /** Clock time with seconds, on this device's clock. */
  time: string;
  atMs: number;
  words: string;
  /** Why, when there is a reason. */
  reason: string | null;
}

/** The error code that a log's detail begins with. */
function codeIn(detail: string | null) {
  const word = detail?.split(' ')[0] ?? '';
  return isErrorCode(word) ? word : null;
}

/** A request's log in the person's language, oldest first. What has no words is told as it was written. */
export function useLogLines(): (intent: Intent) => LogLine[] {
  const { i18n } = useLingui();
  const reasonOf = (detail: string | null) => {
    const code = codeIn(detail);
    return code ? i18n._(errorWords[code].title) : null;
  };
  function say({ event, detail }: IntentLogEntry): Pick<LogLine, 'words' | 'reason'> {
    if (event === 'stage-changed') {
      const [name = '', ...rest] = (detail ?? '').split(': ');
      const stage = intentStages.find((known) => known === name);
      if (stage) return { words: i18n._(stageWords[stage]), reason: reasonOf(rest.join(': ')) };
    }
    const words = logEventWords[event];
    return { words: words ? i18n._(words) : event, reason: reasonOf(detail) };
  }
  return (intent) =>
    intent.log.map((entry, index) => ({
      key: `${entry.atMs} ${index}`,
      time: formatClockSeconds(entry.atMs, i18n.locale),
      atMs: entry.atMs,
      ...say(entry),
    }));
}
