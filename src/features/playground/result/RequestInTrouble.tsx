import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { RequestAdvice } from '../../../requests/actions/RequestAdvice.tsx';
import type { RequestState } from '../../../requests/request-state.ts';
import { stateTone } from '../../../requests/state-signs.ts';
import { useAppActions } from '../../../ui/useAppActions.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/errors.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';

const RequestSteps = lazyWithWords(
  async () => (await import('../../../requests/actions/RequestSteps.tsx')).RequestSteps,
);

/** A request that stopped: what happened, what is safe, what to do. */
export function RequestInTrouble({
  request,
  state,
}: {
  request: GenerateIntent;
  state: RequestState;
}) {
  const { i18n } = useLingui();
  const { openQueue } = useAppActions();
  const code = request.stage === 'cancelled' ? 'cancelled' : (request.error?.code ?? 'unknown');
  return (
    <Notice
      tone={stateTone(state)}
      title={i18n._(errorWords[code].title)}
      actions={
        <>
          <Suspense fallback={null}>
            <RequestSteps intent={request} />
          </Suspense>
          <Button variant="subtle" size="sm" onClick={openQueue}>
            <Trans comment="Button">Open the queue</Trans>
          </Button>
        </>
      }
    >
      {code === 'cancelled' ? (
        <Trans>Nothing was charged. Your settings are still here.</Trans>
      ) : (
        <RequestAdvice intent={request} />
      )}
    </Notice>
  );
}
