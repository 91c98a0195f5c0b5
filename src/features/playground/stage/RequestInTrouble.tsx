import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { retryIntent, saveDailyClaim } from '../../../db/intents.ts';
import { communityOwner } from '../../../domain/community.ts';
import { claimDay } from '../../../domain/credits.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { useAppActions } from '../../../ui/app-actions.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { errorAdvice } from '../../../words/errors.ts';
import { late } from '../../../words/late.ts';
import { useBalance } from '../live-data.ts';
import { RequestTitle } from './request-words.tsx';

const CommunityAdvice = late(
  async () => (await import('../../../words/CommunityAdvice.tsx')).CommunityAdvice,
);

/** A request that stopped: what happened, what is safe, what to do. */
export function RequestInTrouble({
  request,
  online,
}: {
  request: GenerateIntent;
  online: boolean;
}) {
  const { i18n } = useLingui();
  const { wakeQueue, requestSignIn, openQueue } = useAppActions();
  const code = request.error?.code ?? 'unknown';
  const cancelled = request.stage === 'cancelled';
  const balance = useBalance();
  const canClaim = code === 'not-enough-credits' && !cancelled && balance?.claimedToday === false;

  async function again() {
    if (code === 'login-required' && !(await requestSignIn())) return;
    // The claim is written first, so it leaves first.
    if (canClaim) await saveDailyClaim(request.owner, claimDay(Date.now()));
    await retryIntent(request.id);
    wakeQueue();
  }

  return (
    <Notice
      tone={cancelled ? 'quiet' : request.stage === 'failed' ? 'danger' : 'warn'}
      title={<RequestTitle request={request} online={online} />}
      actions={
        <>
          <Button variant="default" onClick={() => void again()}>
            {code === 'login-required' && !cancelled ? (
              <Trans comment="Button">Sign in and go on</Trans>
            ) : canClaim ? (
              <Trans comment="Button: takes the free daily credits and sends the request again">
                Claim credits and retry
              </Trans>
            ) : (
              <Trans comment="Button: send the request once more">Try again</Trans>
            )}
          </Button>
          <Button variant="subtle" onClick={openQueue}>
            <Trans comment="Button">Open the queue</Trans>
          </Button>
        </>
      }
    >
      {request.owner === communityOwner ? (
        <Suspense fallback={null}>
          <CommunityAdvice
            code={cancelled ? 'cancelled' : code}
            detail={cancelled ? null : (request.error?.detail ?? null)}
          />
        </Suspense>
      ) : cancelled ? (
        <Trans>Nothing was charged. Your settings are still here.</Trans>
      ) : (
        i18n._(errorAdvice(code, true))
      )}
    </Notice>
  );
}
