import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { notTranslated } from '../domain/untranslated.ts';

const withoutLora = msg`Made without a LoRA: it could not be used.`;
const withoutInversion = msg`Made without a textual inversion: it could not be used.`;
const otherSteps = msg`This model likes another number of steps.`;
const otherGuidance = msg`This model likes another guidance.`;
const otherSampler = msg`This model likes another sampler.`;

const words: Readonly<Record<string, MessageDescriptor>> = {
  [notTranslated]: msg`Your words reached the model in Chinese; it works best with English.`,
  'limited-to-8192px': msg`The result was kept to 8192 px a side.`,
  'first-frame-only': msg`Only the first frame was used.`,
  'source-made-smaller': msg`The picture was made smaller first.`,
  'subject-guessed': msg`No strokes were drawn: the subject was guessed.`,
  'made-smaller-for-kudos': msg`Fewer pixels or steps than asked for: there were too few kudos.`,
  'lora-download-failed': withoutLora,
  'lora-parse-failed': withoutLora,
  'lora-baseline-mismatch': withoutLora,
  'ti-download-failed': withoutInversion,
  'ti-parse-failed': withoutInversion,
  'ti-baseline-mismatch': withoutInversion,
  StepsTooFew: otherSteps,
  StepsTooMany: otherSteps,
  CfgScaleMismatch: otherGuidance,
  CfgScaleTooSmall: otherGuidance,
  CfgScaleTooLarge: otherGuidance,
  SamplerMismatch: otherSampler,
  SchedulerMismatch: otherSampler,
  ClipSkipMismatch: msg`This model likes another CLIP skip.`,
};

/** What an engine noted about an output; null for notes that are words already. */
export function warningWords(warning: string): MessageDescriptor | null {
  return words[warning] ?? null;
}
