import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { markSeen } from '../../../db/intents.ts';
import type { IntentId } from '../../../domain/ids.ts';
import { isOpenStage, type GenerateIntent } from '../../../domain/intent.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { FirstUse } from '../FirstUse.tsx';
import { useOnline } from '../use-online.ts';
import type { Workbench } from '../use-workbench.ts';
import { FinishedRequest } from './FinishedRequest.tsx';
import { RecentStrip } from './RecentStrip.tsx';
import { RequestInFire } from './RequestInFire.tsx';
import { RequestInTrouble } from './RequestInTrouble.tsx';
import { RequestTitle } from './request-words.tsx';
import classes from './Stage.module.css';

/** What is being made and what was just made; before that, an invitation. */
export function Stage({
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
  const online = useOnline();
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
      if (document.visibilityState === 'visible') void markSeen([unseenEnd]);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [unseenEnd]);

  const seedField = bench.plan?.fields.find((field) => field.role === 'seed') ?? null;

  return (
    <section
      className={classes.stage}
      aria-label={t({ message: 'Result', comment: 'The part of the page that shows what is made' })}
    >
      <div role="status" className={classes.announcer}>
        {newest && (
          <VisuallyHidden>
            {/* Keyed by what matters, so that each percent is not read out. */}
            <RequestTitle key={`${newest.id}-${newest.stage}`} request={newest} online={online} />
          </VisuallyHidden>
        )}
      </div>
      {requests && !shown && <FirstUse bench={bench} onBegun={onBegun} />}
      {shown && (
        <>
          {isOpenStage(shown.stage) && (
            <RequestInFire key={shown.id} request={shown} online={online} />
          )}
          {shown.stage === 'done' && (
            <FinishedRequest
              key={shown.id}
              request={shown}
              onKeepSeed={seedField ? (seed) => bench.setValue(seedField, seed) : null}
            />
          )}
          {(shown.stage === 'failed' ||
            shown.stage === 'needs-attention' ||
            shown.stage === 'cancelled') && (
            <RequestInTrouble key={shown.id} request={shown} online={online} />
          )}
        </>
      )}
      {requests && requests.length > 1 && shown && newest && (
        <div className={classes.recent}>
          <h2 className={classes.recentTitle}>
            <Trans comment="Heading of a strip of small pictures">Lately</Trans>
          </h2>
          <RecentStrip
            requests={requests}
            shown={shown.id}
            onShow={(id) => setChosen({ id, whenNewest: newest.id })}
          />
        </div>
      )}
    </section>
  );
}
