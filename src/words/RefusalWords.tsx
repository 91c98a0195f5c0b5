import { Trans, useLingui } from '@lingui/react/macro';
import { isFormReasonCode, type FieldReason } from '../domain/field-reasons.ts';
import { FormReasonWords } from './FormReasonWords.tsx';
import { formatChoices } from './intl.ts';
import { KudosInAdvance, OwnKeyRefused } from './KudosWords.tsx';

/**
 * Why the platform or an engine refused a request, in the person's language. Its own sentences are for those who
 * call it; no page shows them.
 */
export function RefusalWords({
  reason,
  title,
}: {
  reason: FieldReason;
  /** What the form calls the field; null for what is no field of it. */
  title: string | null;
}) {
  const { i18n, t } = useLingui();
  const name = title ?? t({ message: 'A setting', comment: 'Instead of the name of a field' });
  const { reason: code, values = [] } = reason;
  if (isFormReasonCode(code)) {
    return <FormReasonWords entry={{ reason: code, values }} title={name} />;
  }
  const [first, second, third] = values;
  const list = formatChoices(values.map(String), i18n.locale);
  switch (code) {
    case 'not-a-size':
      return <Trans>The size must be {list}.</Trans>;
    case 'not-a-name':
      return (
        <Trans>
          {name}: “{first}” is no name.
        </Trans>
      );
    case 'strength-out-of-range':
      return (
        <Trans>
          {name}: the strength of “{first}” goes from {second} to {third}.
        </Trans>
      );
    case 'lora-damaged':
      return <Trans>The file of “{first}” can't be read.</Trans>;
    case 'lora-unfit':
      return (
        <Trans comment="{first} is the name of a LoRA">
          “{first}” wasn't made for this model. Choose another one.
        </Trans>
      );
    case 'one-upscaler-only':
      return <Trans>Choose one upscaler only.</Trans>;
    case 'not-your-file':
    case 'file-gone':
      return <Trans>{name}: the studio no longer has this file. Choose it again.</Trans>;
    case 'wrong-file-type':
      return (
        <Trans>
          {name} takes {list}.
        </Trans>
      );
    case 'takes-no-picture':
      return <Trans>This model takes no source file.</Trans>;
    case 'too-many-pixels':
      return (
        <Trans comment="A picture is too large for this model; the third value counts millions">
          {name} has {first} × {second} pixels; this model takes at most {third} million.
        </Trans>
      );
    case 'too-few-pictures':
      return second === undefined ? (
        <Trans>It takes {first} pictures at least.</Trans>
      ) : (
        <Trans>
          It takes {first} pictures at least, and {second} could be read.
        </Trans>
      );
    case 'nothing-marked':
      return <Trans>Please mark the area to be inpainted.</Trans>;
    case 'everything-marked':
      return <Trans>Leave something of the picture unmarked.</Trans>;
    case 'no-growth':
      return <Trans>Say how far the picture should grow.</Trans>;
    case 'no-single-thing':
      return (
        <Trans>
          No single thing on a plain background was found. Best is one thing, upright, as a vase on
          white.
        </Trans>
      );
    case 'no-letters':
      return <Trans>{name} has no letters that can be set.</Trans>;
    case 'nothing-to-say':
      return <Trans>There is nothing in the text that can be said.</Trans>;
    case 'too-long-to-say':
      return <Trans>The text takes more than {first} minutes to say.</Trans>;
    case 'mixed-scripts':
      return (
        <Trans comment="A name like аlice, whose а is Cyrillic">
          Letters of different alphabets can't be told apart in a name. Use one alphabet; Chinese,
          Japanese and Korean may have Latin letters among them.
        </Trans>
      );
    case 'name-in-password':
      return <Trans>Leave your name and that of the studio out of the password.</Trans>;
    case 'guessable-password':
      return (
        <Trans>
          This password is among the first that are tried. A few words that don't belong together
          are good.
        </Trans>
      );
    case 'not-for-this-tool':
      return <Trans>This model isn't made for this tool. Choose another one.</Trans>;
    case 'tool-not-offered':
      return <Trans>This tool isn't offered here.</Trans>;
    case 'engine-refused':
      return <Trans>{first} doesn't take these settings.</Trans>;
    case 'kudos-in-advance':
      return <KudosInAdvance kudos={first ?? null} />;
    case 'own-key-refused':
      return <OwnKeyRefused />;
    case 'own-key-unreadable':
      return (
        <Trans>Your own key can't be read any more. Enter it again or remove it under “Me”.</Trans>
      );
    case 'malformed':
    case 'not-accepted':
      return <Trans>{name}: this value isn't accepted.</Trans>;
  }
}
