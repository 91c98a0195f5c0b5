import { whenNothingScrolls } from './when-nothing-scrolls.ts';

/** So long after the first page is there comes what it can do without, and so long that waits for somebody who scrolls. */
const calmMs = 300;
const calmAtLatestMs = 10_000;

const calm = Promise.withResolvers<void>();

/** Tells that the first page is drawn, or won't be soon. */
export function noteFirstPage(): void {
  whenNothingScrolls(calm.resolve, calmMs, calmAtLatestMs);
}

/** The first page is there, and nobody scrolls it: what comes now holds up nothing. */
export const untilFirstPageIsCalm: Promise<void> = calm.promise;
