/** What main.tsx hands to the routes: effects that only it may reach. */
export interface Environment {
  /** Lets the queue run now instead of at its next alarm. */
  wakeQueue: () => void;
  /** Asks the platform at once what other devices did. */
  refreshWorks: () => void;
  /**
   * Asks the platform at once what there is to make things with.
   * @returns when no page takes what was known before for the answer any more
   */
  refreshModels: () => Promise<void>;
}
