/** What main.tsx hands to the routes: effects that only it may reach. */
export interface Environment {
  /** Lets the queue run now instead of at its next alarm. */
  wakeQueue: () => void;
}
