import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { filmMemoryMaxBytes } from '../../../workers/video/contract.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatAll, formatBytes, formatNumber } from '../../words/intl.ts';
import type { RunTrouble } from './film-run.ts';

/** What keeps a video from being made: what happened, what is safe, what to do. */
export function TroubleNotice({
  trouble,
  onAgain,
}: {
  trouble: RunTrouble;
  /** Tries once more, where that may help. */
  onAgain?: () => void;
}) {
  return (
    <Notice
      tone={trouble.problem === 'no-pictures' ? 'warn' : 'danger'}
      announce
      actions={
        onAgain && (
          <Button variant="default" size="sm" onClick={onAgain}>
            <Trans comment="Button">Try again</Trans>
          </Button>
        )
      }
    >
      <Words {...trouble} />
    </Notice>
  );
}

function Words({ problem, places }: RunTrouble) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const named = formatAll(
    places.map((place) => formatNumber(place, locale)),
    locale,
  );
  switch (problem) {
    case 'no-workers':
      return (
        <Trans>
          Your browser doesn't support web workers! Try updating or using a different browser.
        </Trans>
      );
    case 'no-pictures':
      return <Trans>No images were submitted!</Trans>;
    case 'worker-not-found':
      return <Trans>Worker not found!</Trans>;
    case 'pictures-away':
      return places.length === 1 ? (
        <Trans>
          The full size of picture {named} is not on this device and can't be fetched now. Take it
          out, or try again with a network. Nothing else is missing.
        </Trans>
      ) : (
        <Trans>
          The full sizes of pictures {named} are not on this device and can't be fetched now. Take
          them out, or try again with a network. Nothing else is missing.
        </Trans>
      );
    case 'sound-away':
      return (
        <Trans>
          The sound is not on this device and can't be fetched now. Choose another one, or try again
          with a network.
        </Trans>
      );
    case 'picture-damaged':
      return (
        <Trans>
          Picture {named} can't be read on this device. Take it out and try again; the others are
          fine.
        </Trans>
      );
    case 'sound-unusable':
      return (
        <Trans>
          This browser can't put this sound into a video. Choose another one, or make it without
          sound.
        </Trans>
      );
    case 'no-encoder':
      return (
        <Trans>
          This browser can't write videos, and the app's own way to do it could not be started. Your
          pictures are safe; open the same link in another browser.
        </Trans>
      );
    case 'too-large': {
      const limit = formatBytes(filmMemoryMaxBytes, locale);
      return (
        <Trans>
          This browser has no room for large files here, so a video may have {limit} at most. Use
          fewer pictures or a lower frame rate.
        </Trans>
      );
    }
    case 'storage-full':
      return (
        <Trans>
          This device has no room left for the video. Your pictures are safe; make room under
          Storage and try again.
        </Trans>
      );
    case 'unknown':
      return (
        <Trans>
          The video could not be made. Your pictures and their order are safe; try again.
        </Trans>
      );
  }
}
