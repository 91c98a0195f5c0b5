import { Trans, useLingui } from '@lingui/react/macro';
import type { RequestState } from '../../../requests/request-state.ts';
import { errorWords } from '../../../words/errors.ts';

/** The line under a request's state: what happens next. Else its figures; nothing where nothing is known. */
export function StateDetail({ state, figures }: { state: RequestState; figures: string | null }) {
  const { i18n } = useLingui();
  switch (state.kind) {
    case 'paused':
      return <Trans>It leaves once you resume the queue.</Trans>;
    case 'signed-out':
      return <Trans>It leaves once you sign in again.</Trans>;
    case 'waiting-network':
      return state.isOffline ? (
        <Trans>Leaves when you're back online. You can close the app.</Trans>
      ) : (
        <Trans>The studio can't be reached right now. It is tried again by itself.</Trans>
      );
    case 'away':
      return state.isReady ? (
        <Trans>You can close the app.</Trans>
      ) : (
        <Trans>The result comes when you're back online.</Trans>
      );
    case 'retrying':
      return (
        <>
          {i18n._(errorWords[state.code].title)}
          <br />
          {i18n._(errorWords[state.code].advice)}
        </>
      );
    default:
      return figures;
  }
}
