/** Words that stand in the place of a person's own, and how to bring those back. */
export interface Replaced {
  /** What happened, as a sentence. */
  told: string;
  restore: () => void;
}
