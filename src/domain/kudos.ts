/** What the AI Horde would take for a request. */
export interface KudosEstimate {
  /** For all its pictures. */
  kudos: number;
  /** It would be refused: they have to be there before it is taken, and are not. */
  isShort: boolean;
  /** Kudos that the person's own key has; null without one, and where the Horde does not tell. */
  left: number | null;
}
