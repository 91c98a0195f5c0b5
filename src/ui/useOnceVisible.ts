import { useEffect, useEffectEvent } from 'react';

/** Runs when somebody really looks: at once, or when the tab is shown again. Anew for each other `key`; never for null. */
export function useOnceVisible(key: string | number | null, act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    if (key === null) return;
    const runIfVisible = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', runIfVisible);
      run();
    };
    document.addEventListener('visibilitychange', runIfVisible);
    runIfVisible();
    return () => document.removeEventListener('visibilitychange', runIfVisible);
  }, [key]);
}
