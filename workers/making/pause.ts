/** A gate that is passed between two steps. */
function createPause(): { set(isPaused: boolean): void; passed(): Promise<void> } {
  let closed: { promise: Promise<void>; resolve: () => void } | null = null;
  return {
    set(isPaused) {
      if (isPaused) closed ??= Promise.withResolvers<void>();
      else {
        closed?.resolve();
        closed = null;
      }
    },
    async passed() {
      // Messages that came while a network ran are read first.
      await new Promise((resolve) => setTimeout(resolve));
      await closed?.promise;
    },
  };
}

export const pause = createPause();
