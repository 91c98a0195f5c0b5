import { followTransactions } from './db/open-transactions.ts';

/**
 * WebKit suspends a page that it keeps for going back with its transactions open, and the database waits for them: every
 * page that comes after would wait for as long as that one is kept. They are aborted there. Nothing of them was shown
 * as kept yet; a page that comes back without them is loaded anew.
 * @param isWebKit other browsers see to it themselves
 */
export function endTransactionsWhenPutAside(
  isWebKit: boolean = navigator.vendor.startsWith('Apple'),
  reload: () => void = () => location.reload(),
): void {
  if (!isWebKit) return;
  const open = followTransactions();
  let isMissingSome = false;
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    for (const transaction of open) {
      isMissingSome = true;
      try {
        transaction.abort();
      } catch {
        // It has ended, and nobody has heard of it yet.
      }
    }
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isMissingSome) reload();
  });
}
