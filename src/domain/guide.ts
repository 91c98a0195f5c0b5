import type { Language } from './languages.ts';

/** Spec 2, section 9: the guide opens a second after the app has, and shows each card for fifteen. */
export const guideDelayMs = 1_000;
export const guideCardMs = 15_000;

export interface GuideSurroundings {
  language: Language;
  /** Somebody has closed it on this device. */
  isDismissed: boolean;
  pathname: string;
  /** A link to limited-time credits was opened. */
  hasPointId: boolean;
  /** A dialog is open: one never lies over another. */
  isOccupied: boolean;
  /** The person has begun by themselves. */
  hasBegun: boolean;
}

/**
 * Whether the guide opens by itself (spec 2, section 2): for readers of Chinese who have not closed it, not where credits
 * are claimed or bought or somebody is being signed in, and not over anything that somebody is doing.
 */
export function opensGuide({
  language,
  isDismissed,
  pathname,
  hasPointId,
  isOccupied,
  hasBegun,
}: GuideSurroundings): boolean {
  const isErrand = /^\/(getpoint|ypay|wpay|wxredirect|entered|admin)(\/|$)/.test(pathname);
  return language === 'cn' && !isDismissed && !isErrand && !hasPointId && !isOccupied && !hasBegun;
}
