import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import type { FieldReason, FormReasonCode } from '../domain/field-reasons.ts';
import { formatChoices } from './intl.ts';
import { lazyWithWords } from './lazy-words.ts';

const RareReasonWords = lazyWithWords(() =>
  import('./RareReasonWords.tsx').then((module) => module.RareReasonWords),
);

/** Why a field cannot be sent as it is (spec 1, section 5): for the form, and for refusals of the platform. */
export function FormReasonWords({
  entry,
  title,
}: {
  entry: Pick<FieldReason, 'values'> & { reason: FormReasonCode };
  /** What the form calls the field. */
  title: string;
}) {
  const { i18n } = useLingui();
  const values = entry.values ?? [];
  const limit = values[0];
  const choices = formatChoices(values.map(String), i18n.locale);
  switch (entry.reason) {
    case 'required':
      return <Trans>Fill in {title}.</Trans>;
    case 'too-long':
      return (
        <Trans>
          {title} is too long: {limit} characters at most.
        </Trans>
      );
    case 'too-short':
      return (
        <Trans>
          {title} is too short: {limit} characters at least.
        </Trans>
      );
    case 'too-small':
      return (
        <Trans>
          {title}: {limit} at least.
        </Trans>
      );
    case 'too-large':
      return (
        <Trans>
          {title}: {limit} at most.
        </Trans>
      );
    case 'not-a-step':
      return (
        <Trans>
          {title} goes in steps of {limit}.
        </Trans>
      );
    case 'not-a-seed':
      return <Trans>A seed is a whole number up to 4294967295.</Trans>;
    case 'unknown-name':
      return (
        <Trans comment="A name that was typed is not known, as of a LoRA">
          {title}: {choices} isn't known here.
        </Trans>
      );
    case 'too-many-names':
      return (
        <Trans>
          {title}: at most {limit} at once.
        </Trans>
      );
    case 'too-many-files':
      return (
        <Trans>
          {title}: at most {limit} files.
        </Trans>
      );
    case 'not-allowed':
      if (choices !== '') {
        return (
          <Trans>
            {title} must be {choices}.
          </Trans>
        );
      }
      return <Trans>{title} has a value this model doesn't take.</Trans>;
    case 'not-above':
    case 'not-below':
    case 'wrong-form':
    case 'too-few-entries':
    case 'repeated-entry':
      return (
        <Suspense fallback={null}>
          <RareReasonWords reason={entry.reason} title={title} limit={limit ?? ''} />
        </Suspense>
      );
    case 'wrong-type':
    case 'unknown-field':
      return <Trans>{title} has a value this model doesn't take.</Trans>;
  }
}
