import { useAtomValue } from '../../ui/atoms.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { ExportChoice } from './export-scopes.ts';
import { ExportEnded } from './ExportEnded.tsx';
import { exportAtom } from './exporting.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportRunning } from './ExportRunning.tsx';
import { KeptArchive } from './KeptArchive.tsx';
import classes from './ExportPanel.module.css';
import { useKeptExport } from './useKeptExport.ts';

/** Takes works along: what was begun before, what is being written, and what to take. */
export function ExportPanel({ owner, choice }: { owner: UserKey; choice: ExportChoice }) {
  const state = useAtomValue(exportAtom);
  const isMine = state.step !== 'none' && state.owner === owner;
  const step = isMine ? state.step : 'none';
  const kept = useKeptExport(owner, step);
  return (
    <div className={classes.panel}>
      {isMine && state.step === 'running' && <ExportRunning state={state} />}
      {isMine && (state.step === 'done' || state.step === 'failed') && (
        <ExportEnded owner={owner} state={state} />
      )}
      {step === 'none' && kept && <KeptArchive owner={owner} kept={kept} />}
      {(step === 'none' || step === 'failed') && (
        <ExportForm owner={owner} choice={choice} step={step} />
      )}
    </div>
  );
}
