import { lazy, type ComponentType } from 'react';
import { isPlaygroundPath } from '../domain/playground-path.ts';

/*
 * The words of the frame and the playground are there before the first paint; those of everything else come
 * with the first key or touch, or when the page has long been at rest. Whatever shows such words waits for them here.
 */

/** Somebody who only looks has them then, also without a network later. */
const unhurriedMs = 15_000;

let load: (() => Promise<void>) | null = null;
let arriving: Promise<void> | null = null;

/** @param loadRest brings the words that are still missing; asked again where it failed */
export function expectWords(loadRest: () => Promise<void>) {
  load = loadRest;
  arriving = null;
  // The first screen has its words. Nothing is opened without a key or a touch, which then has a head start.
  const bring = () => {
    stop.abort();
    // Whoever needs them asks again and hears of a failure then.
    untilAllWords()?.catch(() => {});
  };
  const stop = new AbortController();
  const once = { capture: true, passive: true, signal: stop.signal } as const;
  addEventListener('pointerdown', bring, once);
  addEventListener('keydown', bring, once);
  const timer = setTimeout(bring, unhurriedMs);
  stop.signal.addEventListener('abort', () => clearTimeout(timer));
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
  return isPlaygroundPath(pathname) ? null : untilAllWords();
}

/** What had not come when the network went is asked for once more when that is back; until then nothing breaks by it. */
async function comes<Part>(bring: () => Promise<Part>): Promise<Part> {
  try {
    return await bring();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
    });
    return bring();
  }
}

/** A part of the first screen that its first paint can do without; lingui.config.ts has its words among the first. */
export function lazyPart<Props>(part: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await comes(part) }));
}

/** A part of the frame that the first screen can do without, with its words. */
export function lazyWithWords<Props>(part: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await comes(() => Promise.all([part(), untilAllWords()]));
    return { default: component };
  });
}

/** As `lazyWithWords`, for what is no component. */
export async function loadWithWords<Part>(part: () => Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part(), untilAllWords()]);
  return loaded;
}
