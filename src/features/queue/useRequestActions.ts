import { useLingui } from '@lingui/react/macro';
import { getSession } from '../../db/session.ts';
import { requestCancel, retryIntent, saveDailyClaim } from '../../db/intents.ts';
import { claimDay } from '../../domain/credits.ts';
import type { Intent } from '../../domain/intent.ts';
import { useAppActions } from '../../ui/app-actions.ts';
import { showToast } from '../../ui/toast.ts';
import { removeLater } from './pending-removals.ts';
import { requestLog } from './request-log.ts';

/** What a person can do with a request. Each only writes to the device; the queue carries it out. */
export function useRequestActions() {
  const { t } = useLingui();
  const { requestSignIn, wakeQueue } = useAppActions();

  async function retry(intent: Intent) {
    await retryIntent(intent.id);
    wakeQueue();
  }

  return {
    retry,

    async cancel(intent: Intent) {
      await requestCancel(intent.id);
      wakeQueue();
    },

    remove(intent: Intent) {
      const bringBack = removeLater([intent.id]);
      showToast({
        message: t`Removed from the queue`,
        action: { label: t({ message: 'Undo', comment: 'Button' }), onAction: bringBack },
      });
    },

    async signIn(intent: Intent) {
      if (await requestSignIn()) await retry(intent);
    },

    async claimAndRetry(intent: Intent) {
      const session = await getSession();
      if (!session) return;
      // Saved first, so that it leaves first.
      await saveDailyClaim(session.userKey, claimDay(Date.now()));
      await retry(intent);
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
