import { useEffect, useState } from 'react';
import type { PublishedStyle } from './published-styles.ts';

const none: readonly PublishedStyle[] = [];

/** Styles that others have published; they are loaded when somebody looks at them or has chosen one. */
export function usePublishedStyles(isWanted: boolean): readonly PublishedStyle[] {
  const [styles, setStyles] = useState(none);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    import('./published-styles.ts').then(
      ({ publishedStyles }) => {
        if (!isGone) setStyles(publishedStyles);
      },
      // Without a network and not yet kept here: the person's own styles are there nevertheless.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return isWanted ? styles : none;
}
