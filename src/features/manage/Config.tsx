import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Textarea } from '@mantine/core';
import { diffLines } from 'diff';
import { useEffect, useState, type ReactNode } from 'react';
import { errorCodeOf, KilnError, type ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorAdvice, errorWords } from '../../words/errors.ts';
import { holdUnsaved } from '../../../sw/client-unsaved.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { fetchSettings, saveSettings, type KnownSettings } from './manage.ts';
import classes from './ManagePage.module.css';
import { useAsked } from '../../live/useAsked.ts';
import { Versions } from './Versions.tsx';

/** Spec 2, section 2: the deployment's settings as JSON, checked by the platform before they hold anywhere. */
export function Config() {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const asked = useAsked(`${attempt} ${String(online)}`, fetchSettings);
  const again = () => setAttempt((count) => count + 1);
  if (asked.state === 'asking') return <Coming />;
  if (asked.state === 'failed') return <Failed code={asked.code} onAgain={again} />;
  return <Editor key={asked.value.version} known={asked.value} onReload={again} />;
}

type Problem = { words: ReactNode } | { code: ErrorCode; fields: readonly string[] };

function Editor({ known, onReload }: { known: KnownSettings; onReload: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [base, setBase] = useState(known);
  const [text, setText] = useState(known.text);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const isChanged = text !== base.text;
  useEffect(() => (isChanged ? holdUnsaved() : undefined), [isChanged]);

  async function save() {
    let settings: unknown;
    try {
      settings = JSON.parse(text);
    } catch (error) {
      setProblem({ words: error instanceof Error ? error.message : '' });
      return;
    }
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
      setProblem({ words: <Trans>The whole has to be one object.</Trans> });
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const saved = await saveSettings(base.version, settings);
      setBase(saved);
      setText(saved.text);
      showToast({ message: t`The settings hold from now on.`, tone: 'success' });
    } catch (error) {
      const fields =
        error instanceof KilnError ? error.reasons.flatMap(({ field }) => field ?? []) : [];
      setProblem({ code: errorCodeOf(error), fields });
    }
    setBusy(false);
  }

  return (
    <section className={classes.part}>
      <Textarea
        className={classes.json ?? ''}
        label={t({
          message: `Settings, version ${base.version}`,
          comment: 'Label of a field with JSON',
        })}
        description={t`What is left out is set to its default.`}
        autosize
        minRows={12}
        maxRows={40}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isChanged && <Changes before={base.text} after={text} />}
      {problem && 'words' in problem && (
        <Notice tone="warn" announce title={<Trans>This is no JSON</Trans>}>
          {problem.words}
        </Notice>
      )}
      {problem && 'code' in problem && (
        <Notice
          tone="warn"
          announce
          title={
            problem.code === 'conflict' ? (
              <Trans>Somebody else has changed the settings meanwhile</Trans>
            ) : (
              i18n._(errorWords[problem.code].title)
            )
          }
          {...(problem.code === 'conflict' && {
            actions: (
              <Button size="sm" variant="default" onClick={onReload}>
                <Trans comment="Button: drops what was typed">Read them anew</Trans>
              </Button>
            ),
          })}
        >
          {problem.fields.length > 0
            ? problem.fields.join(', ')
            : i18n._(errorAdvice(problem.code, false))}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button disabled={!online || !isChanged} loading={busy} onClick={() => void save()}>
          <Trans comment="Button">Save</Trans>
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => setText(base.text)}>
            <Trans comment="Button: back to what is saved">Drop the changes</Trans>
          </Button>
        )}
      </div>
      <Versions
        current={base.version}
        onTake={(version, taken) => {
          setText(taken);
          showToast({
            message: t({
              message: `Version ${version} stands above. Save it to go back to it.`,
              comment: 'Said when an earlier version of the settings is in the editor',
            }),
          });
        }}
      />
    </section>
  );
}

/** Only the lines that differ, as a person reads them. */
function Changes({ before, after }: { before: string; after: string }) {
  const { t } = useLingui();
  const changed = diffLines(before, after).filter(({ added, removed }) => added || removed);
  return (
    <ul className={classes.changed} aria-label={t({ message: 'Changes', comment: 'Of a text' })}>
      {changed.map(({ value, added }, at) => (
        <li key={at}>
          {added ? (
            <ins className={classes.added}>{value}</ins>
          ) : (
            <del className={classes.removed}>{value}</del>
          )}
        </li>
      ))}
    </ul>
  );
}
