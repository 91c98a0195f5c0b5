/** Where an engine's server may send what it has to tell, one address per job. */
export interface WebhookReceiver {
  /** The address to give away; it is a secret. */
  address(token: string): string;
  /**
   * @returns ends the waiting. What comes later is received and forgotten where all is over; otherwise the
   * sender is asked to come again.
   */
  listen(token: string, hear: (value: unknown) => void): (isOver: boolean) => void;
  /** Whether a token is waited for, is over, or was never heard of (by this process, by now). */
  state(token: string): 'waiting' | 'ended' | 'unknown';
  hear(token: string, value: unknown): void;
}
