import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { RefusedCount } from '../../../workers/archive-import/contract.ts';
import type { Refused } from '../../domain/imports/refusals.ts';
import { refusalWords } from './import-words.ts';
import classes from './ImportPanel.module.css';

/** The list is to be read, not searched: the rest is in what can be copied. */
const shownMost = 100;

const nameOf = ({ file, entry }: Refused): string => entry ?? file;

/** What was left out, each by its name and with its reason. */
export function RefusedEntries({ refused }: { refused: RefusedCount }) {
  const { i18n } = useLingui();
  const { count, told } = refused;
  if (count === 0) return null;
  const more = count - Math.min(shownMost, told.length);
  return (
    <details className={classes.refused}>
      <summary>
        <Plural value={count} one="# file was left out" other="# files were left out" />
      </summary>
      <ul className={classes.refusals}>
        {told.slice(0, shownMost).map((one, index) => (
          // An archive may have two of one name.
          <li key={`${index} ${nameOf(one)}`}>
            <bdi className={classes.entry}>{nameOf(one) || '—'}</bdi>
            <span>{i18n._(refusalWords[one.reason])}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.quiet}>
          <Plural value={more} one="And # more." other="And # more." />
        </p>
      )}
      <CopyList told={told} />
    </details>
  );
}

function CopyList({ told }: { told: readonly Refused[] }) {
  const { i18n } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  async function copy() {
    const lines = told.map((one) => {
      const where = one.entry === null ? one.file : `${one.file}: ${one.entry}`;
      return `${where}\t${i18n._(refusalWords[one.reason])}`;
    });
    try {
      await navigator.clipboard.writeText(lines.join('\n'));
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }
  return (
    <div className={classes.copy}>
      <Button
        variant="default"
        size="sm"
        leftSection={
          outcome === 'copied' ? (
            <IconCheck size={16} aria-hidden />
          ) : (
            <IconCopy size={16} aria-hidden />
          )
        }
        onClick={() => void copy()}
      >
        <Trans comment="Button: copies a list of files to the clipboard">Copy the list</Trans>
      </Button>
      <span role="status" className={classes.quiet}>
        {outcome === 'copied' && <Trans comment="After copying to the clipboard">Copied</Trans>}
        {outcome === 'failed' && <Trans>The browser did not let it be copied.</Trans>}
      </span>
    </div>
  );
}
