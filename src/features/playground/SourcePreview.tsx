import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBrush, IconFrame, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { DrawingKind } from '../../domain/drawing.ts';
import type { MediaId } from '../../domain/ids.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { formatBytes } from '../../words/intl.ts';
import classes from './SourceField.module.css';
import { useMedia } from '../../live/useMedia.ts';

/** A mask or strokes that lie over a picture. */
export interface PictureMark {
  kind: DrawingKind;
  mediaId: MediaId;
}

/** A picture that was chosen, and what can be done with it. */
export function SourcePreview({
  title,
  mediaId,
  over,
  busy,
  id,
  onReplace,
  onDraw,
  isBegun,
  onGrow,
  marks,
  onRemove,
}: {
  title: string;
  mediaId: MediaId;
  over: boolean;
  busy: boolean;
  id: string;
  onReplace: () => void;
  /** Null where it is not something that is drawn. */
  onDraw: (() => void) | null;
  /** A drawing on it was begun and not used yet. */
  isBegun: boolean;
  /** Null where it does not grow. */
  onGrow: (() => void) | null;
  /** What is drawn on it for other fields. */
  marks: readonly PictureMark[];
  onRemove: () => void;
}) {
  const { t, i18n } = useLingui();
  const media = useMedia(mediaId);
  const url = useObjectUrl(media?.blob);
  return (
    <div className={classes.preview} data-over={over || undefined} aria-busy={busy || undefined}>
      <div className={classes.picture}>
        {media === null ? (
          <div className={classes.gone}>
            <Trans>This picture is no longer on the device.</Trans>
          </div>
        ) : (
          <AspectPicture
            width={media?.width ?? 4}
            height={media?.height ?? 3}
            boxRatio={clampRatio(media ? media.width / media.height : 4 / 3)}
            fit="contain"
            src={url}
            alt={media?.name ? t`${title}: ${media.name}` : title}
            eager
          >
            {marks.map((mark) => (
              <Mark key={mark.mediaId} {...mark} />
            ))}
          </AspectPicture>
        )}
      </div>
      <div className={classes.facts}>
        <p className={classes.factTitle}>{title}</p>
        {media && (
          <>
            <p className={classes.name}>{media.name}</p>
            <p className={classes.numbers}>
              {media.width} × {media.height} · {formatBytes(media.bytes, i18n.locale)}
            </p>
          </>
        )}
        <div className={classes.previewButtons}>
          {onGrow && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconFrame size={18} stroke={1.75} aria-hidden />}
              disabled={busy}
              onClick={onGrow}
            >
              <Trans comment="Button: say how far a picture grows, by a frame around it">
                Set the frame
              </Trans>
            </Button>
          )}
          {onDraw && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconBrush size={18} stroke={1.75} aria-hidden />}
              disabled={busy}
              onClick={onDraw}
            >
              {isBegun ? (
                <Trans comment="Button: go on with a drawing that was left">Go on drawing</Trans>
              ) : (
                <Trans comment="Button: go on with a drawing">Draw on</Trans>
              )}
            </Button>
          )}
          <Button
            id={id}
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            loading={busy}
            onClick={onReplace}
          >
            <Trans comment="Button: choose another picture instead">Replace</Trans>
          </Button>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            disabled={busy}
            onClick={onRemove}
          >
            <Trans comment="Button: take the source picture out of the form">Remove</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What was marked, seen on the picture itself: a mask's white as colour, strokes as they are. */
function Mark({ kind, mediaId }: PictureMark) {
  const { t } = useLingui();
  const url = useObjectUrl(useMedia(mediaId)?.blob);
  if (!url) return null;
  if (kind === 'strokes') return <img className={classes.mark} src={url} alt={t`What you drew`} />;
  return (
    <div
      className={classes.mask}
      role="img"
      aria-label={t`What you marked`}
      style={{ '--mask': `url("${url}")` }}
    />
  );
}

/** Very long pictures keep a box that fits the card. */
function clampRatio(ratio: number): number {
  return Math.min(2.2, Math.max(0.62, ratio));
}
