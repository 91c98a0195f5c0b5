const askedBytes = 16 * 1024 * 1024;

let filesRead = 0;

/**
 * Files and streams of a browser weigh little for whoever collects what scripts have dropped, and much outside of it:
 * two thousand that were read once stood for 40 MB that nobody came for. What is asked for here is counted when it is
 * asked for, is never touched, so that it takes no memory, and is dropped at once.
 * @param files how many more there are
 * @param filesBetween so many are read between two calls
 */
export function callCollector(files: number, filesBetween: number): void {
  filesRead += files;
  if (filesRead < filesBetween) return;
  filesRead = 0;
  try {
    // Called like this, no build takes it for something to leave out.
    Reflect.construct(ArrayBuffer, [askedBytes]);
  } catch {
    // There is no room for it: then the collector comes by itself.
  }
}
