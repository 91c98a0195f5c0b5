import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { getSetting } from '../../db/settings.ts';
import type { DoorKeys } from '../../domain/door-keys.ts';
import type { ProviderDoor } from '../../domain/doors.ts';
import { sentenceGap } from '../../domain/languages.ts';
import { showToast } from '../../ui/toast.ts';
import { errorWords } from '../../words/errors.ts';
import { untilWordsFor } from '../../words/lazy-words.ts';
import { enterByKeys } from './elsewhere.ts';
import { requestSignIn } from './useSignInRequest.ts';

/** Spec 2, section 8: the account's authorisation is not in order, in words for each kind of provider. */
function refusal(door: ProviderDoor | null): MessageDescriptor {
  const name = door?.name ?? '';
  return door?.kind === 'token'
    ? msg`Your sign-in at ${name} isn't valid any more. Please sign in another way.`
    : msg`${name} didn't confirm your account. Please sign in another way.`;
}

const untilOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => {
        addEventListener('online', () => resolve(), { once: true });
      });

/** Signs in with these keys, as soon as there is a network, and says what became of it. */
export async function enterByLink(keys: DoorKeys): Promise<void> {
  await untilWordsFor('/me');
  if (!navigator.onLine) {
    showToast({ message: i18n._(msg`You are signed in as soon as there is a network.`) });
    await untilOnline();
  }
  switch (await enterByKeys(keys)) {
    case 'entered':
      showToast({ message: i18n._(msg`You are signed in.`), tone: 'success' });
      return;
    case 'refused':
      void requestSignIn(i18n._(refusal(await getSetting('providerDoor'))));
      return;
    case 'locked': {
      const { title, advice } = errorWords['account-locked'];
      showToast({
        message: `${i18n._(title)}${sentenceGap(i18n.locale)}${i18n._(advice)}`,
        tone: 'warn',
      });
      return;
    }
    case 'unreachable': {
      const message = i18n._(
        msg`You could not be signed in just now. Open the link again in a while.`,
      );
      showToast({ message, tone: 'warn' });
      return;
    }
    case 'nowhere':
  }
}
