/**
 * What is noted while somebody does something else: what was seen, what was used last, how a list is sorted. Nobody waits
 * for it, and whether it could be written changes nothing that is shown; that a disk is full is said by `guardStorage`.
 * A rejection that nobody takes would count as a fault of the app, which src/start-watch.ts may answer by fetching it anew.
 */
export function inPassing(work: Promise<unknown>): void {
  work.catch(() => {});
}
