import { Trans, useLingui } from '@lingui/react/macro';
import { readCommunityDetail } from '../domain/community-failure.ts';
import type { CommunityFailure } from '../domain/community-failure.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { errorAdvice } from './errors.ts';
import { KudosInAdvance, OwnKeyRefused } from './KudosWords.tsx';

/** What to do about a request that stopped, where no platform is and nothing is ever charged. */
export function CommunityAdvice({ code, detail }: { code: ErrorCode; detail: string | null }) {
  const { i18n } = useLingui();
  const known = readCommunityDetail(detail);
  if (known) return <Known failure={known.failure} kudos={known.kudos} />;
  switch (code) {
    case 'nsfw-content':
      return <Trans>Change the prompt and try again.</Trans>;
    case 'invalid-input':
      return <Trans>Change the settings and send it again.</Trans>;
    case 'engine-failed':
      return <Trans>Try again, or change the settings a little.</Trans>;
    case 'cancelled':
      return <Trans>Your settings are still here.</Trans>;
    default:
      return i18n._(errorAdvice(code, true));
  }
}

function Known({ failure, kudos }: { failure: CommunityFailure; kudos: number | null }) {
  switch (failure) {
    case 'answer-lost':
      return (
        <Trans>
          The answer of the AI Horde was lost. Sending again might make the picture twice: try again
          if you want that.
        </Trans>
      );
    case 'store-unreadable':
      return (
        <Trans>
          The AI Horde's store does not let this page read the picture. The next one comes another
          way: try again.
        </Trans>
      );
    case 'store-closed':
      return (
        <Trans comment="A tool enlarged or repaired a picture, and the result can't be fetched">
          The AI Horde's store does not let this page read the result, and there is no other way to
          it.
        </Trans>
      );
    case 'withheld':
      return (
        <Trans>
          The worker withheld the picture as unsuitable. Change the prompt and try again.
        </Trans>
      );
    case 'no-worker':
      return (
        <Trans>
          Nobody took it before its time was over. Another model or a smaller size may find someone
          sooner.
        </Trans>
      );
    case 'workers-failed':
      return <Trans>Those who tried it failed. Try again, or choose another model.</Trans>;
    case 'gone':
      return <Trans>The AI Horde no longer has it. Make it again with the same settings.</Trans>;
    case 'kudos':
      return <KudosInAdvance kudos={kudos} />;
    case 'key':
      return <OwnKeyRefused />;
  }
}
