/** What a form finds by itself, by a schema alone (validate-input.ts). */
export const formReasonCodes = [
  'required',
  'wrong-type',
  /** Values: what is allowed, where that is a short list. */
  'not-allowed',
  'unknown-field',
  /** Values: the limit. */
  'too-small',
  'too-large',
  /** The limit itself is no value of it. */
  'not-above',
  'not-below',
  'not-a-step',
  'too-short',
  'too-long',
  'not-a-seed',
  /** Values: the pattern. */
  'wrong-form',
  /** Values: the names that nobody has. */
  'unknown-name',
  /** Of a list of LoRAs, textual inversions or post-processors. Values: how many. */
  'too-many-names',
  /** Values: how many. */
  'too-many-files',
  /** Of any list. Values: how many. */
  'too-few-entries',
  /** Values: what stands in the list twice. */
  'repeated-entry',
] as const;
export type FormReasonCode = (typeof formReasonCodes)[number];

/**
 * Why an input is refused: one closed list for form, platform, engines and AI Horde. What refuses says the reason and
 * its values; the words stand in one place per reader: src/words/RefusalWords.tsx for people, and
 * server/http/refusals.ts for whoever calls the platform.
 */
export const fieldReasonCodes = [
  ...formReasonCodes,
  /** Values: the sizes that the model makes. */
  'not-a-size',
  // Such lists again. Values: the entry; its name, least and most.
  'not-a-name',
  'strength-out-of-range',
  'one-upscaler-only',
  // LoRAs that lie beside a model. Values: the name.
  'lora-damaged',
  'lora-unfit',
  // Files. Values: which types.
  'not-your-file',
  'file-gone',
  'wrong-file-type',
  'takes-no-picture',
  /** Values: width, height, and how many million it may have. */
  'too-many-pixels',
  /** Values: how many at least; how many at least, and how many could be read. */
  'too-few-pictures',
  'nothing-marked',
  'everything-marked',
  'no-growth',
  'no-single-thing',
  // Texts. Values: the minutes.
  'no-letters',
  'nothing-to-say',
  'too-long-to-say',
  // Accounts.
  'mixed-scripts',
  'name-in-password',
  'guessable-password',
  // Tools. Values: the tools that the model is for.
  'not-for-this-tool',
  'tool-not-offered',
  // Other people's machines. Values: who refused; what it would cost.
  'engine-refused',
  'kudos-in-advance',
  'own-key-refused',
  'own-key-unreadable',
  /** What cannot be read at all: no form of ours sends it. */
  'malformed',
  /** Any other refusal; also what a platform newer than this device may say. */
  'not-accepted',
] as const;
export type FieldReasonCode = (typeof fieldReasonCodes)[number];

export interface FieldReason {
  /** The schema field, or the part of the request; null when it is about the request as a whole. */
  field: string | null;
  reason: FieldReasonCode;
  /** What the words need to be exact; `fieldReasonCodes` says which. */
  values?: readonly (string | number)[];
}

/** More than anybody reads; the rest is left out. */
export const fieldReasonsMax = 50;

export function isFormReasonCode(code: FieldReasonCode): code is FormReasonCode {
  return (formReasonCodes as readonly string[]).includes(code);
}
