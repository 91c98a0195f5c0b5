import { useEffect, useEffectEvent } from 'react';
import { getLinkFact } from '../../db/link-facts.ts';
import { getSetting } from '../../db/settings.ts';
import { guideDelayMs, opensGuide } from '../../domain/guide.ts';
import type { Language } from '../../domain/languages.ts';

/**
 * Opens the guide a second after the app has, for whom it is meant.
 * @param isOccupied whether a dialog is open by then
 */
export function useFirstGuide(language: Language, isOccupied: boolean, onOpen: () => void): void {
  const decide = useEffectEvent(async (pathname: string, asksBegun: () => boolean) => {
    const isDismissed = await getSetting('guideDismissed').catch(() => true);
    const hasPointId = (await getLinkFact('pointId').catch(() => null)) !== null;
    // Asked last: somebody who has just begun to type would lose their words to it.
    const hasBegun = asksBegun();
    const around = { language, isDismissed, pathname, hasPointId, isOccupied, hasBegun };
    if (opensGuide(around)) onOpen();
  });
  useEffect(() => {
    // What was typed before the app was there counts, too.
    let hasBegun = window.kilnShell?.typed ?? false;
    const begin = () => {
      hasBegun = true;
    };
    const once = { capture: true, passive: true, once: true } as const;
    addEventListener('pointerdown', begin, once);
    addEventListener('keydown', begin, once);
    const timer = setTimeout(() => void decide(location.pathname, () => hasBegun), guideDelayMs);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', begin, once);
      removeEventListener('keydown', begin, once);
    };
  }, []);
}
