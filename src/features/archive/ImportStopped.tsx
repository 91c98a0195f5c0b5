import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { UserKey } from '../../domain/ids.ts';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/errors.ts';
import { forgetImport, lookAgain, type ImportState } from './importing.ts';
import { PartMissing } from './PartMissing.tsx';
import classes from './ImportPanel.module.css';

/** It did not come to its end; nothing that is in is lost, and the rest can follow. */
export function ImportStopped({
  owner,
  state,
}: {
  owner: UserKey;
  state: Extract<ImportState, { step: 'stopped' }>;
}) {
  const { i18n } = useLingui();
  const { problem, added } = state;
  return (
    <div className={classes.box}>
      {problem === 'part-missing' ? (
        <PartMissing />
      ) : (
        <Notice
          announce
          tone={problem === null ? 'quiet' : 'danger'}
          title={
            problem === null ? (
              <Trans>You stopped the import</Trans>
            ) : (
              i18n._(errorWords[problem].title)
            )
          }
        >
          <Plural
            value={added}
            _0="Nothing was brought in."
            one="# work is in and safe. The same files given again bring the rest."
            other="# works are in and safe. The same files given again bring the rest."
          />
        </Notice>
      )}
      <div className={classes.actions}>
        <Button onClick={() => void lookAgain(owner)}>
          <Trans comment="Button: continues the import">Go on</Trans>
        </Button>
        <Button variant="default" onClick={forgetImport}>
          <Trans comment="Button: leaves it at that">Leave it</Trans>
        </Button>
      </div>
    </div>
  );
}
