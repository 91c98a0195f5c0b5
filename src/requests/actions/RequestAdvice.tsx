import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { communityOwner } from '../../domain/community.ts';
import { isHopeless } from '../../domain/errors.ts';
import type { Intent } from '../../domain/intent.ts';
import { errorAdvice } from '../../words/errors.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { needsYou } from './permitted.ts';

const CommunityAdvice = lazyWithWords(
  async () => (await import('../../words/CommunityAdvice.tsx')).CommunityAdvice,
);

const RequestReasons = lazyWithWords(
  async () => (await import('./RequestReasons.tsx')).RequestReasons,
);

/** Of a request that stopped: what is safe and what to do, and which of its settings were refused. */
export function RequestAdvice({ intent }: { intent: Intent }) {
  const { i18n } = useLingui();
  const isCancelled = intent.stage === 'cancelled';
  const code = isCancelled ? 'cancelled' : (intent.error?.code ?? 'unknown');
  const detail = isCancelled ? null : (intent.error?.detail ?? null);
  if (intent.kind !== 'generate' && needsYou(intent) && isHopeless(code)) {
    // It has no settings that could be changed and nothing that is charged.
    return <Trans>The studio refused it. Nothing has changed.</Trans>;
  }
  const isRefused = code === 'invalid-input' && intent.error?.reasons !== undefined;
  return (
    <>
      {intent.owner === communityOwner ? (
        <Suspense fallback={null}>
          <CommunityAdvice code={code} detail={detail} />
        </Suspense>
      ) : (
        i18n._(errorAdvice(code, true))
      )}
      {isRefused && (
        <Suspense fallback={null}>
          <RequestReasons intent={intent} />
        </Suspense>
      )}
    </>
  );
}
