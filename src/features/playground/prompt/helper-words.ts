import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { readCommunityDetail, type CommunityFailure } from '../../../domain/community-failure.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
import { errorWords } from '../../../words/errors.ts';
import type { HelpKind } from './ask-for-help.ts';

/** What is said while a helper works. */
export const busyWords: Readonly<Record<HelpKind, MessageDescriptor>> = {
  expand: msg`Adding what your words leave open …`,
  'to-english': msg`Translating into English …`,
  'to-chinese': msg`Translating into Chinese …`,
  optimize: msg`Looking at prompt and settings …`,
  describe: msg`Looking at the picture …`,
};

const unchanged = msg`Your words are as they were. Try again in a moment.`;

const changeWords = msg`Your words are as they were. Change them and try again.`;

interface HelpErrorWords {
  title: MessageDescriptor;
  advice: MessageDescriptor;
}

/** What only happens between this device and the AI Horde. */
function communityWords(failure: CommunityFailure): HelpErrorWords | null {
  switch (failure) {
    case 'answer-lost':
      return {
        title: msg`The AI Horde's answer was lost`,
        advice: msg`Somebody there may be describing your picture already. Trying again asks a second time.`,
      };
    case 'workers-failed':
      return { title: msg`Whoever looked at it failed`, advice: unchanged };
    case 'no-worker':
      return { title: msg`Nobody looked at it before its time was over`, advice: unchanged };
    case 'key':
      return {
        title: msg`The AI Horde does not accept your key`,
        advice: msg`Your words are as they were. Replace or remove the key under “Me”.`,
      };
    default:
      return null;
  }
}

/**
 * Why a helper could not help. Unlike a request nothing waits to be tried again, and no words were touched; so the
 * advice is another one.
 */
export function helpErrorWords(code: ErrorCode, detail: string | null): HelpErrorWords {
  const known = readCommunityDetail(detail);
  const own = known && communityWords(known.failure);
  if (own) return own;
  const { title } = errorWords[code];
  switch (code) {
    case 'login-required':
      return { title, advice: msg`Helpers know who asks. Your words stay as they are.` };
    case 'nsfw-content':
      return { title, advice: changeWords };
    case 'engine-unavailable':
      return { title: msg`Nobody can help with that right now`, advice: unchanged };
    case 'not-found':
      return {
        title: msg`The studio doesn't know this model`,
        advice: msg`Your words and settings are as they were. Choose another model.`,
      };
    case 'invalid-input':
      return { title: msg`The helper can't work with that`, advice: changeWords };
    case 'source-missing':
      return { title, advice: msg`Choose it again, then let it be described.` };
    case 'unsupported-media':
    case 'too-large':
      return { title, advice: errorWords[code].advice };
    default:
      return { title, advice: unchanged };
  }
}
