import { useLingui } from '@lingui/react/macro';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { inPassing } from '../../../db/in-passing.ts';
import { markSeen } from '../../../db/intents/intents.ts';
import type { IntentId } from '../../../domain/ids.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { FirstUse } from '../FirstUse.tsx';
import { isSamePart } from '../is-same-but-for-prompt.ts';
import type { Workbench } from '../useWorkbench.ts';
import { ResultPlaceholder } from './ResultPlaceholder.tsx';
import classes from './ResultPane.module.css';

const RequestResult = lazy(() =>
  import('./RequestResult.tsx').then((module) => ({ default: module.RequestResult })),
);

/** What is being made and what was just made; before that, an invitation. */
export const ResultPane = memo(Results, isSamePart);

function Results({
  bench,
  requests,
  onBegun,
}: {
  bench: Workbench;
  /** Newest first; undefined while they are read. */
  requests: GenerateIntent[] | undefined;
  /** A sample was taken. */
  onBegun: () => void;
}) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<{ id: IntentId; whenNewest: IntentId } | null>(null);
  const newest = requests?.[0];
  // A choice holds until something new is made: that is then what one waits for.
  const shown =
    (chosen && chosen.whenNewest === newest?.id
      ? requests?.find((request) => request.id === chosen.id)
      : undefined) ?? newest;

  const unseenEnd = shown && shown.stage === 'done' && !shown.seen ? shown.id : null;
  useEffect(() => {
    if (unseenEnd === null) return;
    const see = () => {
      if (document.visibilityState === 'visible') inPassing(markSeen([unseenEnd]));
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [unseenEnd]);

  const seedField = bench.plan?.fields.find((field) => field.role === 'seed') ?? null;

  return (
    <section
      className={classes.pane}
      aria-label={t({ message: 'Result', comment: 'The part of the page that shows what is made' })}
    >
      {requests && !shown && <FirstUse bench={bench} onBegun={onBegun} />}
      {requests && shown && newest && (
        <Suspense fallback={<ResultPlaceholder request={shown} />}>
          <RequestResult
            request={shown}
            requests={requests}
            onShow={(id) => setChosen({ id, whenNewest: newest.id })}
            onKeepSeed={seedField ? (seed) => bench.setValue(seedField, seed) : null}
          />
        </Suspense>
      )}
    </section>
  );
}
