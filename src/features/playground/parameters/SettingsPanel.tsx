import { ModelCard } from '../ModelCard.tsx';
import type { Workbench } from '../useWorkbench.ts';
import { ParametersPanel } from './ParametersPanel.tsx';

/** Model and settings: beside the result on wide screens, in a sheet on phones. */
export function SettingsPanel({
  bench,
  lastSeed,
  onChangeModel,
}: {
  bench: Workbench;
  lastSeed: string | null;
  onChangeModel: () => void;
}) {
  return (
    <>
      <ModelCard model={bench.model} canChange={bench.models.length > 1} onChange={onChangeModel} />
      {bench.schema && <ParametersPanel bench={bench} lastSeed={lastSeed} />}
    </>
  );
}
