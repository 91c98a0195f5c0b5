/**
 * Who does a piece of work on words: a model of language or vision, or the platform's own rules and word lists,
 * which help only so far and are named for what they are.
 */
export const languageMeans = ['model', 'rules'] as const;
export type LanguageMeans = (typeof languageMeans)[number];

/** What the platform can do with words, and by which means. */
export interface LanguageAbilities {
  expand: LanguageMeans;
  translate: LanguageMeans;
  optimize: LanguageMeans;
  describe: LanguageMeans;
  /** Volunteers, of whom nobody knows who they are, see a picture that is to be described. */
  describes_in_public: boolean;
}
