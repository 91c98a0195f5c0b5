import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { MediaId } from '../../../domain/ids.ts';
import { useMedia } from '../../../live/useMedia.ts';
import { AspectPicture } from '../../../ui/AspectPicture.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import classes from './Sources.module.css';

/** Ids of a tile's buttons: a moved one takes the focus along. */
export const tileButtonId = (mediaId: MediaId, which: 'earlier' | 'later' | 'remove') =>
  `source-${mediaId}-${which}`;

/** One of several pictures: what it is, which one, and how it moves without being dragged. */
export function SourceTile({
  mediaId,
  place,
  count,
  onMove,
  onRemove,
}: {
  mediaId: MediaId;
  /** From 1. */
  place: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const media = useMedia(mediaId);
  const url = useObjectUrl(media?.blob);
  const name = media?.name ?? '';
  return (
    <>
      {media === null ? (
        <div className={classes.gone}>
          <Trans>This picture is no longer on the device.</Trans>
        </div>
      ) : (
        <AspectPicture
          width={media?.width ?? 1}
          height={media?.height ?? 1}
          boxRatio={1}
          src={url}
          alt={t({
            message: `Picture ${place} of ${count}: ${name}`,
            comment: 'One of several source pictures; the last is its file name',
          })}
          eager
        >
          <span className={classes.place} aria-hidden>
            {place}
          </span>
        </AspectPicture>
      )}
      <div className={classes.tileButtons}>
        <IconButton
          id={tileButtonId(mediaId, 'earlier')}
          icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
          label={t({ message: `Move picture ${place} forward`, comment: 'To an earlier place' })}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          id={tileButtonId(mediaId, 'later')}
          icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          label={t({ message: `Move picture ${place} back`, comment: 'To a later place' })}
          disabled={place === count}
          onClick={() => onMove(1)}
        />
        <IconButton
          id={tileButtonId(mediaId, 'remove')}
          icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
          label={t`Remove picture ${place}`}
          onClick={onRemove}
        />
      </div>
    </>
  );
}
