import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { getSession } from '../../db/account/session.ts';
import {
  cancelIntents,
  duplicateIntent,
  retryIntents,
  tryNow,
  undoCancel,
} from '../../db/intents/request-actions.ts';
import { retryIntent, saveDailyClaim } from '../../db/intents/intents.ts';
import { setSetting } from '../../db/settings.ts';
import { claimDayHere } from '../../db/claim-day.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import type { Intent } from '../../domain/intent.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { showToast } from '../../ui/toast.ts';
import { errorWords } from '../../words/errors.ts';
import { removeWithUndo } from './pending-removals.ts';
import { requestLog } from './request-log.ts';

/** What a person can do with a request. Each only writes to the device; the queue carries it out. */
export function useRequestActions() {
  const { t, i18n } = useLingui();
  const { requestSignIn, requestVolunteers, wakeQueue } = useAppActions();

  async function retry(intent: Intent) {
    await retryIntent(intent.id);
    wakeQueue();
  }

  async function bringBack(intents: readonly Intent[]) {
    for (const intent of intents) await undoCancel(intent.id);
    wakeQueue();
  }

  return {
    retry,

    /** Cancels at once; for a while it can be taken back, though what was begun then begins anew. */
    async cancel(intents: readonly Intent[]) {
      const ids = await cancelIntents(intents.map((intent) => intent.id));
      wakeQueue();
      const generations = intents.filter(({ kind, id }) => kind === 'generate' && ids.includes(id));
      if (generations.length === 0) return;
      showToast({
        message: t`${plural(generations.length, { one: '# request cancelled', other: '# requests cancelled' })}`,
        action: {
          label: t({ message: 'Undo', comment: 'Button' }),
          onAction: () => void bringBack(generations),
        },
      });
    },

    /** Does not wait for the time at which it would be tried again. */
    async tryNow(intent: Intent) {
      if (await tryNow(intent.id)) wakeQueue();
    },

    async retryMany(intents: readonly Intent[]) {
      await retryIntents(intents.map((intent) => intent.id));
      wakeQueue();
    },

    async remove(intents: readonly Intent[]) {
      const { count, bringBack: putBack } = await removeWithUndo(intents.map(({ id }) => id));
      showToast({
        message: t`${plural(count, { one: '# request removed from the queue', other: '# requests removed from the queue' })}`,
        action: {
          label: t({ message: 'Undo', comment: 'Button' }),
          onAction: () => void putBack(),
        },
      });
    },

    async duplicate(intent: Intent) {
      try {
        await duplicateIntent(intent.id);
        wakeQueue();
        showToast({ message: t`The copy stands at the end of the line.`, durationMs: 2_500 });
      } catch (error) {
        const code = errorCodeOf(error);
        showToast({ tone: 'warn', message: i18n._(errorWords[code].title) });
      }
    },

    async signIn(intent: Intent) {
      if (await requestSignIn()) await retry(intent);
    },

    async agree(intent: Intent) {
      const place = intent.kind === 'generate' ? intent.payload.place : 'platform';
      if (await requestVolunteers(place)) await retry(intent);
    },

    async signInAgain() {
      if (await requestSignIn()) wakeQueue();
    },

    async claimAndRetry(intent: Intent) {
      const session = await getSession();
      if (!session) return;
      // Saved first, so that it leaves first.
      await saveDailyClaim(session.userKey, await claimDayHere(Date.now()));
      await retry(intent);
    },

    /** Lets the queue go on. */
    async resumeQueue() {
      await setSetting('queuePaused', false);
      wakeQueue();
    },

    async copyLog(intent: Intent) {
      try {
        await navigator.clipboard.writeText(requestLog(intent));
        showToast({ message: t`Log copied`, tone: 'success', durationMs: 1_500 });
      } catch {
        showToast({
          message: t`This browser did not let us copy. The log can be selected by hand.`,
          tone: 'warn',
        });
      }
    },
  };
}

export type RequestActions = ReturnType<typeof useRequestActions>;
