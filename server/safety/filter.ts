import type { Log } from '../log.ts';
import { Problem } from '../http/problem.ts';
import { createModeration } from './moderation.ts';
import type { ModerationConfig } from './moderation.ts';
import { createWordFilter, loadWords } from './words.ts';

export interface SafetyConfig {
  /** Whether our word lists are asked. */
  isOn: boolean;
  /** Word lists of one's own, see server/safety/README.md. */
  file: string | null;
  moderation: ModerationConfig | null;
}

/**
 * Looks at the words of a request before anything is held or sent.
 * @throws Problem 560 for what may not be made, 561 where that could not be found out
 */
export type Safety = (texts: readonly string[]) => Promise<void>;

/** Spec 1, section 8. */
const refused = () => new Problem(560, 'nsfw-content', 'NSFW content detected');
const unknown = () =>
  new Problem(561, 'nsfw-system', 'The check of the prompt did not work, please try again');

/** @throws when a word file cannot be used */
export function createSafety(config: SafetyConfig, log: Log): Safety {
  const isRefused = config.isOn ? createWordFilter(loadWords(config.file)) : () => false;
  const moderation = config.moderation;
  const isFlagged = moderation && createModeration(moderation);
  return async (texts) => {
    const text = texts
      .map((one) => one.trim())
      .filter(Boolean)
      .join('\n');
    if (text === '') return;
    if (isRefused(text)) throw refused();
    if (!isFlagged) return;
    const flagged = await isFlagged(text).catch((error: unknown) => {
      log.warn({ err: error }, 'a prompt could not be moderated');
      if (moderation.isRequired) throw unknown();
      return false;
    });
    if (flagged) throw refused();
  };
}
