/** Ends this task of the main thread, so that what is typed or pressed meanwhile comes first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
