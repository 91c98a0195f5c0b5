/** Ends this task of the main thread, so that what is typed or pressed meanwhile comes first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** @returns a promise that is kept after so long, in milliseconds */
export function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
