import { useEffect, useEffectEvent } from 'react';
import { getLinkFact } from '../../db/link-facts.ts';
import { getSetting } from '../../db/settings.ts';
import { guideDelayMs, opensGuide, type GuideSurroundings } from '../../domain/guide.ts';
import type { Language } from '../../domain/languages.ts';

/**
 * Opens the guide a second after the app has, for whom it is meant.
 * @param isOccupied whether a dialog is open by then
 * @param load brings the guide's code: who begins something while it is on its way is left alone
 */
export function useFirstGuide(
  language: Language,
  isOccupied: boolean,
  load: () => Promise<unknown>,
  onOpen: () => void,
): void {
  const isWanted = useEffectEvent((facts: Omit<GuideSurroundings, 'language' | 'isOccupied'>) =>
    opensGuide({ language, isOccupied, ...facts }),
  );
  const open = useEffectEvent(onOpen);
  const bring = useEffectEvent(load);
  useEffect(() => {
    // What was typed before the app was there counts, too.
    let hasBegun = window.kilnShell?.typed ?? false;
    const begin = () => {
      hasBegun = true;
    };
    const once = { capture: true, passive: true, once: true } as const;
    addEventListener('pointerdown', begin, once);
    addEventListener('keydown', begin, once);
    const decide = async (pathname: string) => {
      const isDismissed = await getSetting('guideDismissed').catch(() => true);
      const hasPointId = (await getLinkFact('pointId').catch(() => null)) !== null;
      // Asked last: somebody who has just begun to type would lose their words to it.
      const asks = () => isWanted({ isDismissed, pathname, hasPointId, hasBegun });
      if (asks() && (await bring().catch(() => null)) !== null && asks()) open();
    };
    const timer = setTimeout(() => void decide(location.pathname), guideDelayMs);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', begin, once);
      removeEventListener('keydown', begin, once);
    };
  }, []);
}
