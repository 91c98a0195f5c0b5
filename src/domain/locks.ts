/** Names of the Web Locks that keep tabs, workers and the service worker from getting in each other's way. */
export const lockNames = {
  /** One host at a time runs the queue. */
  queue: 'kiln-queue',
  /** One poller, however many tabs are open. */
  poller: 'kiln-poller',
  /** One page at a time makes pictures on the device itself. */
  making: 'kiln-making',
  /** One page at a time brings what runs models; and one of them, by its id behind this name. */
  models: 'kiln-models',
  /** One model at a time is in the device's memory. */
  computing: 'kiln-computing',
  /** Shared by whoever holds something that is not on the disk yet; a new version waits for all of them. */
  unsaved: 'kiln-unsaved',
} as const;
