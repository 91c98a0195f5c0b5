import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { finishPictures } from '../../../workers/archive-import/client.ts';
import { drawSolid } from './draw-solid.ts';
import { inPassing } from '../../db/in-passing.ts';
import type { UserKey } from '../../domain/ids.ts';
import { useAtomValue } from '../../ui/atoms.ts';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { DropZone } from './DropZone.tsx';
import { FoundWorks } from './FoundWorks.tsx';
import { importAtom, lookAt, stopImport } from './importing.ts';
import { ImportEnded } from './ImportEnded.tsx';
import { ImportRunning } from './ImportRunning.tsx';
import { ImportStopped } from './ImportStopped.tsx';
import classes from './ImportPanel.module.css';

/** Brings works from elsewhere: archives and loose files, one import at a time. */
export function ImportPanel({ owner }: { owner: UserKey }) {
  const state = useAtomValue(importAtom);
  const isMine = state.step !== 'none' && state.owner === owner;
  const step = isMine ? state.step : 'none';
  useOwedPictures(owner, step === 'none');
  return (
    <div className={classes.panel}>
      {step === 'none' && <DropZone onFiles={(files) => void lookAt(owner, files)} />}
      {isMine && state.step === 'looking' && <Looking />}
      {isMine && state.step === 'found' && (
        <FoundWorks found={state.found} onFiles={(files) => void lookAt(owner, files)} />
      )}
      {isMine && state.step === 'running' && <ImportRunning state={state} />}
      {isMine && state.step === 'ended' && <ImportEnded owner={owner} end={state.end} />}
      {isMine && state.step === 'stopped' && <ImportStopped owner={owner} state={state} />}
    </div>
  );
}

function Looking() {
  const { t } = useLingui();
  return (
    <div className={classes.box} role="status">
      <p className={classes.lead}>
        <Trans>Looking into the files…</Trans>
      </p>
      <ProgressGlow label={t`Looking into the files…`} />
      <div className={classes.actions}>
        <Button variant="default" onClick={stopImport}>
          <Trans comment="Button: stops">Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}

/** An import that was cut may have left works without small pictures; they are made while nothing else is. */
function useOwedPictures(owner: UserKey, isIdle: boolean): void {
  useEffect(() => {
    if (!isIdle) return undefined;
    const leaving = new AbortController();
    inPassing(finishPictures(owner, drawSolid, leaving.signal));
    return () => leaving.abort();
  }, [owner, isIdle]);
}
