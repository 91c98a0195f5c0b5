import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { isHopeless, KilnError, type ErrorCode } from '../../../domain/errors.ts';
import { asLanguage } from '../../../domain/languages.ts';
import type { InputValue } from '../../../domain/model.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { ProgressGlow } from '../../../ui/ProgressGlow.tsx';
import { useAppActions } from '../../../ui/useAppActions.ts';
import { formatDuration } from '../../../words/intl.ts';
import type { FormField } from '../form-plan.ts';
import { askForHelp, pickedSource, type HelpKind, type Proposal } from './ask-for-help.ts';
import classes from './Helper.module.css';
import { busyWords, helpErrorWords } from './helper-words.ts';
import type { PromptToolProps } from './prompt-tool.ts';
import { noteTranslation } from './shown-translations.ts';
import { useDescriber } from './useDescriber.ts';
import { useLanguageAbilities } from './useLanguageAbilities.ts';
import { WordDiff } from './WordDiff.tsx';

type State =
  | { at: 'asking' }
  | { at: 'failed'; code: ErrorCode; detail: string | null; retryAfterMs: number | null }
  | { at: 'proposed'; proposal: Proposal };

/** Asks a helper as soon as it is opened, shows what would change, and changes it only when the person says so. */
export function Helper({
  kind,
  bench,
  field,
  promptRef,
  onUse,
  onClose,
}: PromptToolProps & { kind: HelpKind }) {
  const { t, i18n } = useLingui();
  const { requestSignIn, requestVolunteers } = useAppActions();
  // As last heard: whoever opened this has just asked.
  const describer = useDescriber(bench, useLanguageAbilities(false), false);
  const [state, setState] = useState<State>({ at: 'asking' });
  const [attempt, setAttempt] = useState(0);
  const text = String(bench.values[field.name] ?? '');
  const lacks =
    kind === 'describe' ? pickedSource(bench) === null && 'picture' : text.trim() === '' && 'words';

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const proposal = await askForHelp(
      kind,
      {
        bench,
        field,
        text,
        language: asLanguage(i18n.locale),
        describer,
        mayBePublic: requestVolunteers,
      },
      signal,
    );
    if (kind === 'to-english' && !proposal.isByRules) noteTranslation(text, proposal.text);
    return proposal;
  });
  const close = useEffectEvent(onClose);
  const isAsked = !lacks || attempt > 0;
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    ask(leaving.signal).then(
      (proposal) => {
        if (!leaving.signal.aborted) setState({ at: 'proposed', proposal });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const known = error instanceof KilnError ? error : null;
        if (known?.code === 'consent-required') {
          close();
          return;
        }
        setState({
          at: 'failed',
          code: known?.code ?? 'unknown',
          detail: known?.detail ?? null,
          retryAfterMs: known?.retryAfterMs ?? null,
        });
      },
    );
    return () => leaving.abort();
  }, [attempt, isAsked]);

  function again() {
    setState({ at: 'asking' });
    setAttempt((before) => before + 1);
  }

  async function signIn() {
    if (await requestSignIn(t`Helpers know who asks. Your words stay as they are.`)) again();
  }

  if (lacks && state.at === 'asking') {
    return (
      <Notice announce>
        {lacks === 'picture' ? (
          <Trans>Choose a picture first, then it can be put into words.</Trans>
        ) : (
          <Trans>Write a few words first; this helper works on them.</Trans>
        )}
      </Notice>
    );
  }
  if (state.at === 'asking') {
    const words = i18n._(busyWords[kind]);
    return (
      <div className={classes.busy}>
        <div className={classes.busyWords} role="status">
          {words}
        </div>
        <ProgressGlow label={words} />
        <Button variant="subtle" size="sm" onClick={onClose}>
          <Trans comment="Button: stop what is going on">Cancel</Trans>
        </Button>
      </div>
    );
  }
  if (state.at === 'failed') {
    const words = helpErrorWords(state.code, state.detail);
    const wait = formatDuration((state.retryAfterMs ?? 0) / 1_000, i18n.locale);
    const isSignedOut = state.code === 'login-required';
    return (
      <Notice
        tone={isSignedOut ? 'quiet' : 'warn'}
        announce
        title={i18n._(words.title)}
        actions={
          <>
            {isSignedOut ? (
              <Button size="sm" variant="default" onClick={() => void signIn()}>
                <Trans comment="Button">Sign in</Trans>
              </Button>
            ) : isHopeless(state.code) ? (
              <Button
                size="sm"
                variant="default"
                onClick={() => {
                  onClose();
                  promptRef.current?.focus();
                }}
              >
                <Trans comment="Button: back to the words, to change them">Change it</Trans>
              </Button>
            ) : (
              <Button size="sm" variant="default" onClick={again}>
                <Trans comment="Button: do again what has failed">Try again</Trans>
              </Button>
            )}
            <Button size="sm" variant="subtle" onClick={onClose}>
              <Trans comment="Button that closes a part of the page">Close</Trans>
            </Button>
          </>
        }
      >
        {state.retryAfterMs === null ? (
          i18n._(words.advice)
        ) : (
          <Trans comment="The value is a length of time: 10 sec">
            Your words are as they were. Try again in {wait}.
          </Trans>
        )}
      </Notice>
    );
  }
  return (
    <Review kind={kind} proposal={state.proposal} before={text} onUse={onUse} onClose={onClose} />
  );
}

function Review({
  kind,
  proposal,
  before,
  onUse,
  onClose,
}: Pick<PromptToolProps, 'onUse' | 'onClose'> & {
  kind: HelpKind;
  proposal: Proposal;
  before: string;
}) {
  const { t } = useLingui();
  const { text, settings } = proposal;
  const hasNewWords = text.trim() !== before.trim();
  if (!hasNewWords && settings.length === 0) {
    return (
      <Notice
        announce
        actions={
          <Button size="sm" variant="subtle" onClick={onClose}>
            <Trans comment="Button that closes a part of the page">Close</Trans>
          </Button>
        }
      >
        <Trans>There is nothing to change: it is good as it is.</Trans>
      </Notice>
    );
  }
  return (
    <section
      className={classes.review}
      aria-label={t({ message: 'Suggestion', comment: 'New words for a prompt, to be looked at' })}
    >
      <ProvenanceLine kind={kind} proposal={proposal} />
      {hasNewWords && <WordDiff before={before} after={text} />}
      {settings.length > 0 && (
        <ul className={classes.settings}>
          {settings.map(({ field, from, to, reason }) => (
            <li key={field.name}>
              <span>
                {field.property.title}: <ValueWords field={field} value={from} /> →{' '}
                <strong>
                  <ValueWords field={field} value={to} />
                </strong>
              </span>
              {reason !== '' && <span className={classes.reason}>{reason}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button
          size="sm"
          onClick={() =>
            onUse(
              hasNewWords ? text : before,
              t`The suggestion is in place.`,
              settings.map(({ field, to }) => ({ field, value: to })),
            )
          }
        >
          <Trans comment="Button: use the words that a helper suggests">Accept</Trans>
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          {before.trim() === '' ? (
            <Trans comment="Button: leave a suggestion">Not now</Trans>
          ) : (
            <Trans comment="Button: keep my words and leave the suggested ones">Keep mine</Trans>
          )}
        </Button>
      </div>
    </section>
  );
}

/** Who says so, where that matters for how far one can trust it. */
function ProvenanceLine({ kind, proposal }: { kind: HelpKind; proposal: Proposal }) {
  const words = provenanceWords(kind, proposal);
  return (
    <p className={classes.hint} role="status">
      {words ?? <Trans>Here is a suggestion. Nothing has changed yet.</Trans>}
    </p>
  );
}

function provenanceWords(kind: HelpKind, { isByRules, basis }: Proposal): ReactNode {
  if (basis === 'metadata') {
    return <Trans>These words came with the file: it was made from them.</Trans>;
  }
  if (!isByRules) return null;
  switch (kind) {
    case 'describe':
      return (
        <Trans>
          Measured, not seen: colours, light and layout. What is on the picture is for you to add.
        </Trans>
      );
    case 'to-english':
    case 'to-chinese':
      return (
        <Trans>
          The language model did not answer. This comes from a list of words: look it over.
        </Trans>
      );
    default:
      return <Trans>By Kiln's own rules and lists, without a language model.</Trans>;
  }
}

/** A setting's value as the form shows it. */
function ValueWords({ field, value }: { field: FormField; value: InputValue }) {
  const { t } = useLingui();
  const { property } = field;
  if (value === null || value === '') return <Trans comment="A setting has no value">none</Trans>;
  if (typeof value === 'boolean') {
    return value
      ? t({ message: 'on', comment: 'Value of a switch' })
      : t({ message: 'off', comment: 'Value of a switch' });
  }
  const at = property.enum?.findIndex((entry) => entry === value) ?? -1;
  return property['x-enum-titles']?.[at] ?? String(value);
}
