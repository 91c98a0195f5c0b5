import type { IntentId } from '../../../domain/ids.ts';
import { isOpenStage, type GenerateIntent } from '../../../domain/intent.ts';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import { requestState } from '../../../requests/request-state.ts';
import { useSurroundings } from '../../../requests/useSurroundings.ts';
import { ResultPlaceholder } from './ResultPlaceholder.tsx';
import { FinishedRequest } from './FinishedRequest.tsx';
import { RecentStrip } from './RecentStrip.tsx';
import { RequestUnderWay } from './RequestUnderWay.tsx';
import { RequestInTrouble } from './RequestInTrouble.tsx';
import classes from './ResultPane.module.css';

const FreshTrouble = lazyWithWords(
  async () => (await import('../trouble/FreshTrouble.tsx')).FreshTrouble,
);

/** The result pane once something was made: a chunk of its own, since a first visit has no use for it. */
export function RequestResult({
  request,
  requests,
  onShow,
  onKeepSeed,
}: {
  request: GenerateIntent;
  requests: readonly GenerateIntent[];
  onShow: (id: IntentId) => void;
  onKeepSeed: ((seed: string) => void) | null;
}) {
  const surroundings = useSurroundings();
  if (!surroundings) return <ResultPlaceholder request={request} />;
  const state = requestState(request, surroundings);
  return (
    <>
      {isOpenStage(request.stage) ? (
        <RequestUnderWay
          key={request.id}
          request={request}
          state={state}
          nowMs={surroundings.nowMs}
        />
      ) : request.stage === 'done' ? (
        <FinishedRequest key={request.id} request={request} onKeepSeed={onKeepSeed} />
      ) : (
        <RequestInTrouble key={request.id} request={request} state={state} />
      )}
      <Suspense fallback={null}>
        <FreshTrouble requests={requests} />
      </Suspense>
      {requests.length > 1 && (
        <div className={classes.recent}>
          <h2 className={classes.recentTitle}>
            <Trans comment="Heading of a strip of small pictures">Lately</Trans>
          </h2>
          <RecentStrip
            requests={requests}
            shown={request.id}
            surroundings={surroundings}
            onShow={onShow}
          />
        </div>
      )}
    </>
  );
}
