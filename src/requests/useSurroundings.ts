import { useMemo } from 'react';
import { isSessionUsable } from '../db/account/session.ts';
import { useSession } from '../live/useSession.ts';
import { useSetting } from '../live/useSetting.ts';
import { useOnline } from '../ui/useOnline.ts';
import { useNow } from '../ui/useNow.ts';
import type { Surroundings } from './request-state.ts';

/** Enough for words like "in a moment". */
const renewMs = 5_000;

/** What `requestState` needs besides the row; undefined until read, so that nothing wrong is said meanwhile. */
export function useSurroundings(): Surroundings | undefined {
  const online = useOnline();
  const paused = useSetting('queuePaused');
  const session = useSession();
  const nowMs = useNow(renewMs);
  const signedIn = session === undefined ? undefined : isSessionUsable(session);
  return useMemo(
    () =>
      paused === undefined || signedIn === undefined
        ? undefined
        : { online, paused, signedIn, nowMs },
    [online, paused, signedIn, nowMs],
  );
}
