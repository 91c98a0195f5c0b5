import { useEffect, useEffectEvent } from 'react';
import { getLinkFact } from '../../db/link-facts.ts';
import { getSetting } from '../../db/settings.ts';
import { guideDelayMs, opensGuide, type GuideSurroundings } from '../../domain/guide.ts';
import type { Language } from '../../domain/languages.ts';

/** What was pressed before the app was there comes as a click alone, when it is. */
const beginnings = ['pointerdown', 'keydown', 'click'] as const;

/**
 * Opens the guide a second after the app has, for whom it is meant.
 * @param isOccupied whether a dialog is open by then
 * @param load brings the guide's code: who begins something while it is on its way is left alone
 * @param onOpen told false when somebody has begun before they can have seen it
 */
export function useFirstGuide(
  language: Language,
  isOccupied: boolean,
  load: () => Promise<unknown>,
  onOpen: (isOpen: boolean) => void,
): void {
  const isWanted = useEffectEvent((facts: Omit<GuideSurroundings, 'language' | 'isOccupied'>) =>
    opensGuide({ language, isOccupied, ...facts }),
  );
  const open = useEffectEvent(onOpen);
  const bring = useEffectEvent(load);
  useEffect(() => {
    // What was typed before the app was there counts, too.
    let hasBegun = window.kilnShell?.typed ?? false;
    let hasOpened = false;
    const begin = ({ target }: Event) => {
      hasBegun = true;
      // What lies over the page takes all presses: it is not there yet, and what is pressed now may open over it.
      if (hasOpened && target instanceof Element && target.closest('#root')) open(false);
    };
    const once = { capture: true, passive: true, once: true } as const;
    for (const type of beginnings) addEventListener(type, begin, once);
    const decide = async (pathname: string) => {
      const isDismissed = await getSetting('guideDismissed').catch(() => true);
      const hasPointId = (await getLinkFact('pointId').catch(() => null)) !== null;
      // Asked last: somebody who has just begun to type would lose their words to it.
      const asks = () => isWanted({ isDismissed, pathname, hasPointId, hasBegun });
      if (!asks() || (await bring().catch(() => null)) === null || !asks()) return;
      hasOpened = true;
      open(true);
    };
    const timer = setTimeout(() => void decide(location.pathname), guideDelayMs);
    return () => {
      clearTimeout(timer);
      for (const type of beginnings) removeEventListener(type, begin, once);
    };
  }, []);
}
