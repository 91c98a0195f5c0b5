import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { retryIntent } from '../../../db/intents.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { useAppActions } from '../../../ui/app-actions.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { errorAdvice } from '../../../words/errors.ts';
import { RequestTitle } from './request-words.tsx';

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

  async function again() {
    if (code === 'login-required' && !(await requestSignIn())) return;
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
      {cancelled ? (
        <Trans>Nothing was charged. Your settings are still here.</Trans>
      ) : (
        i18n._(errorAdvice(code, true))
      )}
    </Notice>
  );
}
