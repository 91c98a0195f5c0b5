import type { IntentId } from '../../../domain/ids.ts';
import { isOpenStage, type GenerateIntent } from '../../../domain/intent.ts';
import { Trans } from '@lingui/react/macro';
import { useOnline } from '../../../ui/online.ts';
import { FinishedRequest } from './FinishedRequest.tsx';
import { RecentStrip } from './RecentStrip.tsx';
import { RequestInFire } from './RequestInFire.tsx';
import { RequestInTrouble } from './RequestInTrouble.tsx';
import { RequestTitle } from './request-words.tsx';
import classes from './Stage.module.css';

/** The stage once something was made: a chunk of its own, since a first visit has no use for it. */
export function RequestOnStage({
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
  const online = useOnline();
  return (
    <>
      {isOpenStage(request.stage) ? (
        <RequestInFire key={request.id} request={request} online={online} />
      ) : request.stage === 'done' ? (
        <FinishedRequest key={request.id} request={request} onKeepSeed={onKeepSeed} />
      ) : (
        <RequestInTrouble key={request.id} request={request} online={online} />
      )}
      {requests.length > 1 && (
        <div className={classes.recent}>
          <h2 className={classes.recentTitle}>
            <Trans comment="Heading of a strip of small pictures">Lately</Trans>
          </h2>
          <RecentStrip requests={requests} shown={request.id} onShow={onShow} />
        </div>
      )}
    </>
  );
}

/** What a screen reader hears when the newest request changes its state; not each percent. */
export function RequestAnnouncement({ request }: { request: GenerateIntent }) {
  const online = useOnline();
  return <RequestTitle request={request} online={online} />;
}
