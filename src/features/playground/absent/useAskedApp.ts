import { useEffect, useEffectEvent, useState } from 'react';
import { currentOwner } from '../../../db/account/session.ts';
import { rememberLinkedApp } from '../../../db/linked-apps.ts';
import { isUuid } from '../../../domain/ids.ts';
import { useCommunity } from '../../../live/useCommunity.ts';
import { useCachedModels } from '../../../live/useModels.ts';
import { useAppActions } from '../../../ui/useAppActions.ts';

/** So long the platform is waited for. */
const patienceMs = 15_000;
/** Its last answer did not have it, and may have come from a cache. */
const secondPatienceMs = 3_000;

/**
 * Asks the platform for an app whose link was opened.
 * @returns whether its answer is still to come; the app is among the models then, if there is one
 */
export function useAskedApp(id: string, online: boolean): boolean {
  const { refreshModels } = useAppActions();
  const hasPlatform = useCommunity() === null;
  const heardAtMs = useCachedModels()?.fetchedAtMs ?? 0;
  const [askedAtMs, setAskedAtMs] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const canBeAsked = isUuid(id) && online && hasPlatform;

  const remember = useEffectEvent(async () => rememberLinkedApp(await currentOwner(), id));
  const refresh = useEffectEvent(refreshModels);
  useEffect(() => {
    if (!canBeAsked) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    void remember().then((isNew) => {
      if (isLeft) return;
      setAskedAtMs(Date.now());
      void refresh();
      timer = setTimeout(() => setOver(true), isNew ? patienceMs : secondPatienceMs);
    });
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [canBeAsked]);

  return canBeAsked && !isOver && (askedAtMs === null || heardAtMs < askedAtMs);
}
