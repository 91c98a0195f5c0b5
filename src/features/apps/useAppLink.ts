import { useLingui } from '@lingui/react/macro';
import { showToast } from '../../ui/toast.ts';

/** Copies the public address of an app, which shows its picture in a chat and leads into it. */
export function useAppLink(): (id: string) => Promise<void> {
  const { t } = useLingui();
  return async (id) => {
    const address = new URL(`/a/${id}`, location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      showToast({ message: t`Link copied`, tone: 'success', durationMs: 1_500 });
    } catch {
      showToast({ message: t`This browser did not let us copy.`, tone: 'warn' });
    }
  };
}
