const askedBytes = 16 * 1024 * 1024;

/**
 * Files and streams of a browser weigh little for whoever collects what scripts have dropped, and much outside of it:
 * two thousand that were read once stood for 40 MB that nobody came for. What is asked for here is counted when it is
 * asked for, is never touched, so that it takes no memory, and is dropped at once.
 * @param filesRead how many there were so far
 * @param filesBetween so many are read between two calls
 */
export function callCollector(filesRead: number, filesBetween: number): void {
  if (filesRead % filesBetween !== 0) return;
  try {
    // Called like this, no build takes it for something to leave out.
    Reflect.construct(ArrayBuffer, [askedBytes]);
  } catch {
    // There is no room for it: then the collector comes by itself.
  }
}
