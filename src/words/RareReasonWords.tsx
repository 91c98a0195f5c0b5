import { Trans } from '@lingui/react/macro';
import type { FormReasonCode } from '../domain/field-reasons.ts';

/** What few schemas ask for: these words come when they are needed. */
export function RareReasonWords({
  reason,
  title,
  limit,
}: {
  reason: Extract<
    FormReasonCode,
    'not-above' | 'not-below' | 'wrong-form' | 'too-few-entries' | 'repeated-entry'
  >;
  title: string;
  limit: string | number;
}) {
  switch (reason) {
    case 'not-above':
      return (
        <Trans>
          {title}: more than {limit}.
        </Trans>
      );
    case 'not-below':
      return (
        <Trans>
          {title}: less than {limit}.
        </Trans>
      );
    case 'wrong-form':
      return (
        <Trans comment="{limit} is a regular expression">
          {title} has to be of the form {limit}.
        </Trans>
      );
    case 'too-few-entries':
      return (
        <Trans comment="Of a list: how many entries it must have">
          {title}: at least {limit} of them.
        </Trans>
      );
    case 'repeated-entry':
      return (
        <Trans comment="Of a list: one of its entries">
          {title}: “{limit}” is in it twice.
        </Trans>
      );
  }
}
