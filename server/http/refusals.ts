import type { FieldReason, FieldReasonCode } from '../../src/domain/field-reasons.ts';

type Values = readonly (string | number)[];

const list = (values: Values) => values.join(', ');

/** What callers of the platform read; what people read stands in src/words/RefusalWords.tsx. */
const sentences: Readonly<Record<FieldReasonCode, (values: Values) => string>> = {
  required: () => 'required',
  'wrong-type': () => 'has the wrong type',
  'not-allowed': (values) =>
    values.length > 0 ? `must be one of ${list(values)}` : 'is not one of the allowed values',
  'unknown-field': () => 'is not a field of this model',
  'too-small': ([limit]) => `must be at least ${limit}`,
  'too-large': ([limit]) => `must be at most ${limit}`,
  'not-above': ([limit]) => `must be greater than ${limit}`,
  'not-below': ([limit]) => `must be less than ${limit}`,
  'wrong-form': ([pattern]) => `must match ${pattern}`,
  'too-few-entries': ([least]) => `must have at least ${least} entries`,
  'repeated-entry': ([entry]) => `has "${entry}" twice`,
  'not-a-step': ([limit]) => `must be a multiple of ${limit}`,
  'too-short': ([limit]) => `must have at least ${limit} characters`,
  'too-long': ([limit]) => `must have at most ${limit} characters`,
  'not-a-seed': ([limit]) => `must be a whole number from 0 to ${limit}`,
  'unknown-name': (values) => `nobody here has ${list(values)}`,
  'not-a-size': (values) => `the size must be one of ${list(values)}`,
  'too-many-names': ([limit]) => `at most ${limit} can be used at once`,
  'not-a-name': ([entry]) => `"${entry}" is no name`,
  'strength-out-of-range': ([name, least, most]) =>
    `the strength of "${name}" must be from ${least} to ${most}`,
  'lora-damaged': ([name]) => `the file of "${name}" cannot be read`,
  'lora-unfit': ([name]) =>
    `"${name}" was made for another model, or in a way that cannot be merged`,
  'one-upscaler-only': () => 'only one upscaler can be used at once',
  'too-many-files': ([limit]) => `at most ${limit} files are taken`,
  'not-your-file': () => 'is not the address of a file you uploaded',
  'file-gone': () => 'the original is no longer kept',
  // Spec 1, section 8.
  'wrong-file-type': (values) => `Format Not Supported: use ${list(values)}`,
  'takes-no-picture': () => 'this model takes no picture',
  'nothing-marked': () => 'Please mark the area to be inpainted',
  'too-many-pixels': ([width, height, most]) =>
    `has ${width} × ${height} pixels; this model takes at most ${most} million`,
  'too-few-pictures': ([least, read]) =>
    `at least ${least} pictures are needed${read === undefined ? '' : `, ${read} could be read`}`,
  'everything-marked': () => 'leave something of the picture unmarked',
  'no-single-thing': () => 'no single thing on a plain background was found',
  'no-letters': () => 'has no letters that can be set',
  'nothing-to-say': () => 'has nothing that can be said',
  'too-long-to-say': ([minutes]) => `takes more than ${minutes} minutes to say`,
  'no-growth': () => 'say how far the picture should grow',
  'mixed-scripts': () =>
    'must be written in one script, or in Chinese, Japanese or Korean with Latin letters',
  'name-in-password': () => 'must not contain your name or the name of the platform',
  'guessable-password': () => 'is among the passwords that are guessed first',
  'not-for-this-tool': (values) => `this model makes ${values.join(',')}`,
  'tool-not-offered': () => 'this tool is not offered here',
  'engine-refused': ([name]) => `${name} refused the request`,
  'kudos-in-advance': ([kudos]) =>
    `the AI Horde wants ${kudos === undefined ? 'kudos' : `${kudos} kudos`} in advance for this`,
  'own-key-refused': () => 'the AI Horde does not accept your own key',
  'own-key-unreadable': () => 'your own key can’t be read any more',
  malformed: () => 'cannot be read',
  'not-accepted': () => 'is not accepted',
};

/** One refusal in English. */
export function refusalSentence({ reason, values = [] }: FieldReason): string {
  return sentences[reason](values);
}
