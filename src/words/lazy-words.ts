import { lazy, type ComponentType } from 'react';

/*
 * The words of the frame and the playground are there before the first paint; those of everything else come
 * right behind. Whatever shows such words waits for them here.
 */

let load: (() => Promise<void>) | null = null;
let arriving: Promise<void> | null = null;

/** @param loadRest brings the words that are still missing; asked again where it failed */
export function expectWords(loadRest: () => Promise<void>) {
  load = loadRest;
  arriving = null;
  // Whoever needs them asks again and hears of a failure then.
  untilAllWords()?.catch(() => {});
}

/** Nothing is missing any more. */
export function haveAllWords() {
  load = null;
  arriving = null;
}

/** @returns null when every word is there */
function untilAllWords(): Promise<void> | null {
  if (!load) return null;
  const asked = load;
  arriving ??= asked().then(
    () => {
      if (load === asked) haveAllWords();
    },
    (error: unknown) => {
      arriving = null;
      throw error;
    },
  );
  return arriving;
}

/** What a page at this address has to wait for; null when its words are there. */
export function untilWordsFor(pathname: string): Promise<void> | null {
  const isPlayground = pathname === '/generate' || pathname.startsWith('/generate/');
  return isPlayground ? null : untilAllWords();
}

/** A part of the frame that the first paint can do without, with its words. */
export function lazyWithWords<Props>(part: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([part(), untilAllWords()]);
    return { default: component };
  });
}

/** As `lazyWithWords`, for what is no component. */
export async function loadWithWords<Part>(part: () => Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part(), untilAllWords()]);
  return loaded;
}
