/** Spec 2, section 3: what somebody may want to say. */
export const feedbackTypes = ['fault', 'suggestion', 'complaint'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

export const feedbackMaxCharacters = 2_000;
export const contactMaxCharacters = 100;
export const feedbackSourceMaxCharacters = 200;

/** What somebody says, and how they can be answered. */
export interface Feedback {
  type: FeedbackType;
  content: string;
  /** An e-mail address, a phone number, whatever they like; sent as `mobile` (spec 2, section 3). */
  contact: string;
  /** The page that they were on. */
  source: string;
}

export type FeedbackField = 'content' | 'contact';

/** Spec 2, section 5: both are required, without the spaces around them. @returns the fields that are missing */
export const missingFeedback = ({ content, contact }: Pick<Feedback, FeedbackField>) =>
  new Set<FeedbackField>([
    ...(content.trim() === '' ? (['content'] as const) : []),
    ...(contact.trim() === '' ? (['contact'] as const) : []),
  ]);
