import { useLingui } from '@lingui/react/macro';
import type { GroupWithMembers } from '../../db/intents/groups.ts';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { removeGroupWithUndo } from './pending-removals.ts';
import { canCancel, canRetry, needsYou } from './permitted.ts';
import { useRequestActions } from './useRequestActions.ts';

/** What a person can do with all requests of a comparison at once. */
export function useGroupActions({ group, requests }: GroupWithMembers) {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();
  const actions = useRequestActions();
  const cancellable = requests.filter(canCancel);
  const retryable = requests.filter((request) => needsYou(request) && canRetry(request));
  return {
    canCancel: cancellable.length > 0,
    canRetry: retryable.length > 0,

    /** Cancels what is still to be made; for a while it can be taken back. */
    cancelAll: () => actions.cancel(cancellable),

    retryAll: () => actions.retryMany(retryable),

    /** Its works stay, each by itself. @returns false when one of its requests is on its way */
    async remove(): Promise<boolean> {
      const removed = await removeGroupWithUndo(group.id);
      if (!removed) {
        showToast({
          tone: 'warn',
          message: t`Some of it is still being made. Cancel it first, then delete the comparison.`,
        });
        return false;
      }
      showToast({
        message: t`The comparison is deleted. Its pictures stay in your works.`,
        action: {
          label: t({ message: 'Undo', comment: 'Button' }),
          onAction: () => void removed.bringBack().then(() => wakeQueue()),
        },
      });
      return true;
    },
  };
}
