/** What is known of how a person writes. */
export interface Writer {
  /** Of the browser, in the order in which they are preferred. */
  languages: readonly string[];
  isAndroid: boolean;
}

/**
 * Whether the letters between the beginning and the end of a composition are only the way to a word, as in Pinyin:
 * then nothing is suggested for them, and all keys belong to the input method. Keyboards on Android compose every
 * word, of any language; where none of the person's languages needs composing, those letters are the word itself.
 */
export function composesWords({ languages, isAndroid }: Writer): boolean {
  return !isAndroid || languages.some((language) => /^(zh|ja|ko|yue|wuu)\b/i.test(language));
}
