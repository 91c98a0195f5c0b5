import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ModelCard } from '../models/ModelCard.tsx';
import { isSamePart } from '../is-same-but-for-prompt.ts';
import type { Workbench } from '../useWorkbench.ts';
import { ParametersPanel } from './ParametersPanel.tsx';
import classes from './SettingsPanel.module.css';
import { lazyPart } from '../../../words/lazy-words.ts';
import { PartPlaceContext } from './SettingsPart.tsx';

const CopyFormLink = lazyPart(() =>
  import('../recall/CopyFormLink.tsx').then((module) => module.CopyFormLink),
);

/** Model and settings: beside the result on wide screens, in a sheet on phones. */
export const SettingsPanel = memo(ModelAndSettings, isSamePart);

function ModelAndSettings({
  bench,
  lastSeed,
  onChangeModel,
}: {
  bench: Workbench;
  lastSeed: string | null;
  onChangeModel: () => void;
}) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isTaken, setTaken] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const take = useCallback(() => {
    if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
    setTaken(true);
    return () => setTaken(false);
  }, []);
  useEffect(() => {
    // While it was hidden it could not have taken the focus.
    if (isTaken) return;
    opener.current?.focus();
    opener.current = null;
  }, [isTaken]);
  const place = useMemo(() => ({ element, take }), [element, take]);
  return (
    <PartPlaceContext value={place}>
      <div className={classes.all} hidden={isTaken}>
        <ModelCard
          model={bench.model}
          isRandom={bench.draft.isRandom === true}
          canChange={bench.models.length > 1}
          onChange={onChangeModel}
        />
        {bench.schema && <ParametersPanel bench={bench} lastSeed={lastSeed} />}
        {bench.schema && (
          <Suspense fallback={null}>
            <CopyFormLink bench={bench} />
          </Suspense>
        )}
      </div>
      <div ref={setElement} className={classes.part} />
    </PartPlaceContext>
  );
}
