import { throttledQuery } from '../../db/throttled-query.ts';
import { countUnseenEnds } from '../../db/intents/unseen.ts';

/** Absent in browsers whose launchers know no badges. */
interface Badged {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

async function show(count: number): Promise<void> {
  const launcher = navigator as Badged;
  try {
    // Zero takes the badge away.
    await (count > 0 ? launcher.setAppBadge?.(count) : launcher.clearAppBadge?.());
  } catch {
    // Not installed, or not allowed: a badge is never the only sign.
  }
}

/** Shows on the app's icon how many ends have not been seen. */
export async function updateBadge(): Promise<void> {
  await show(await countUnseenEnds());
}

/** Keeps the badge right while a page is open. @returns the way to stop */
export function keepBadge(): () => void {
  let shown: number | null = null;
  const ends = throttledQuery(['intents', 'settings'], countUnseenEnds);
  const subscription = ends.subscribe((count) => {
    if (count === shown) return;
    shown = count;
    void show(count);
  });
  return () => {
    subscription.unsubscribe();
  };
}
