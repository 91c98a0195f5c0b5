import { useLingui } from '@lingui/react/macro';
import { takeLinkBack } from '../../db/works/links.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { linkPath } from '../../domain/work-links.ts';
import type { WorkLink } from '../../domain/work-links.ts';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';

/** The whole address, as others need it. */
export const addressOf = ({ token }: WorkLink): string =>
  new URL(linkPath(token), location.origin).href;

export const canShareNatively = (): boolean => 'share' in navigator;

/** What can be done with a link that the platform has given. */
export function useLinkSharing() {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();

  async function copy(link: WorkLink) {
    try {
      await navigator.clipboard.writeText(addressOf(link));
      showToast({ message: t`Link copied`, tone: 'success', durationMs: 1_500 });
    } catch {
      showToast({ message: t`This browser did not let us copy.`, tone: 'warn' });
    }
  }

  async function share(link: WorkLink) {
    try {
      await navigator.share({ title: link.title || 'Kiln 窑', url: addressOf(link) });
    } catch {
      // Whoever closes the list of apps wants nothing more.
    }
  }

  async function takeBack(owner: UserKey, link: WorkLink) {
    await takeLinkBack(owner, link.workId as WorkId);
    wakeQueue();
  }

  return { copy, share, takeBack };
}
