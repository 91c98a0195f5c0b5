import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBrush, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { MediaId } from '../../domain/ids.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { formatBytes } from '../../words/intl.ts';
import classes from './SourceField.module.css';
import { useMedia } from '../../live/useMedia.ts';

/** A picture that was chosen, and what can be done with it. */
export function SourcePreview({
  title,
  mediaId,
  over,
  busy,
  id,
  onReplace,
  onDraw,
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
          />
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
          {onDraw && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconBrush size={18} stroke={1.75} aria-hidden />}
              disabled={busy}
              onClick={onDraw}
            >
              <Trans comment="Button: go on with a drawing">Draw on</Trans>
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

/** Very long pictures keep a box that fits the card. */
function clampRatio(ratio: number): number {
  return Math.min(2.2, Math.max(0.62, ratio));
}
