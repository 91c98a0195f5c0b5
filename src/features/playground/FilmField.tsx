import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconLibraryPhoto, IconMovie, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { acceptedTypes } from '../../domain/source-limits.ts';
import { uploadLimits } from '../../domain/uploads.ts';
import { MediaPlayer } from '../../ui/MediaPlayer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useEver } from '../../ui/useEver.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { formatBytes } from '../../words/intl.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import type { FormField } from './form-plan.ts';
import { useFilePlace } from './sources/useFilePlace.ts';
import { ZoneHint } from './sources/ZoneHint.tsx';
import { usePickedFile } from './usePickedFile.tsx';
import classes from './SourceField.module.css';
import type { FileRefusal } from './store-file.ts';
import { fieldId, type Workbench } from './useWorkbench.ts';

const RecordsDialog = lazyWithWords(() =>
  import('./records/RecordsDialog.tsx').then((module) => module.RecordsDialog),
);

const LeftOut = lazyWithWords(() =>
  import('./sources/LeftOut.tsx').then((module) => module.LeftOut),
);

/** A film the request starts from, kept on the device at once. */
export function FilmField({
  bench,
  field,
  first,
}: {
  bench: Workbench;
  field: FormField;
  first: boolean;
}) {
  const { t, i18n } = useLingui();
  const { mediaId, media, busy, refusal, input, take, choose } = usePickedFile(
    bench,
    field.name,
    'film',
  );
  const [choosing, setChoosing] = useState(false);
  const everChose = useEver(choosing);
  const { ref, over, left } = useFilePlace({
    isCovered: choosing,
    isEmpty: mediaId === null && !busy,
    takesStray: true,
    most: 1,
    onFiles: ([file]) => take(file),
  });
  const url = useObjectUrl(media?.blob);
  const { title, description } = field.property;

  return (
    <div className={classes.root} ref={ref} role="group" aria-label={title}>
      {input}
      {mediaId === null ? (
        <div className={classes.zone} data-over={over || undefined} aria-busy={busy || undefined}>
          <span className={classes.arch} aria-hidden>
            <IconMovie size={28} stroke={1.5} />
          </span>
          <p className={classes.title}>{over ? <Trans>Let go to use it</Trans> : title}</p>
          <div className={classes.buttons}>
            <Button id={fieldId(field.name)} variant="default" onClick={choose} loading={busy}>
              <Trans>Choose a video</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconLibraryPhoto size={20} stroke={1.75} aria-hidden />}
              disabled={busy}
              onClick={() => setChoosing(true)}
            >
              <Trans comment="Button: choose one of one's works">My works</Trans>
            </Button>
          </div>
          <ZoneHint
            drop={first && <Trans>Or drop it anywhere, or paste it.</Trans>}
            says={description}
            limit={t`Up to ${formatBytes(uploadLimits.film.maxBytes, i18n.locale)}.`}
          />
        </div>
      ) : (
        <div
          className={classes.preview}
          data-over={over || undefined}
          aria-busy={busy || undefined}
        >
          <div className={classes.picture}>
            {media === null ? (
              <div className={classes.gone}>
                <Trans>This video is no longer on the device.</Trans>
              </div>
            ) : (
              <MediaPlayer
                key={mediaId}
                kind="video"
                src={url}
                poster={null}
                width={media?.width ?? 0}
                height={media?.height ?? 0}
                label={media?.name ? t`${title}: ${media.name}` : title}
              />
            )}
          </div>
          <div className={classes.facts}>
            <p className={classes.factTitle}>{title}</p>
            {media && (
              <>
                <p className={classes.name}>{media.name}</p>
                <p className={classes.numbers}>{formatBytes(media.bytes, i18n.locale)}</p>
              </>
            )}
            <div className={classes.previewButtons}>
              <Button
                id={fieldId(field.name)}
                variant="default"
                size="sm"
                leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
                loading={busy}
                onClick={choose}
              >
                <Trans comment="Button: choose another video instead">Replace</Trans>
              </Button>
              <Button
                variant="subtle"
                size="sm"
                leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
                disabled={busy}
                onClick={() => bench.setSource(field.name, null)}
              >
                <Trans comment="Button: take the source video out of the form">Remove</Trans>
              </Button>
            </div>
          </div>
        </div>
      )}
      {everChose && (
        <Suspense fallback={null}>
          <RecordsDialog
            opened={choosing}
            owner={bench.owner}
            acceptTypes={acceptedTypes(bench.model.accept_types)}
            onClose={() => setChoosing(false)}
            onPick={(file) => {
              setChoosing(false);
              take(file);
            }}
          />
        </Suspense>
      )}
      {refusal && <RefusalNotice refusal={refusal} />}
      {left > 0 && (
        <Suspense fallback={null}>
          <LeftOut count={left} />
        </Suspense>
      )}
    </div>
  );
}

function RefusalNotice({ refusal }: { refusal: FileRefusal }) {
  const { i18n } = useLingui();
  const limit = formatBytes(uploadLimits.film.maxBytes, i18n.locale);
  return (
    <Notice tone={refusal === 'storage-full' ? 'danger' : 'warn'} announce>
      {refusal === 'unsupported-media' ? (
        <Trans>Only MP4 and WebM videos are taken.</Trans>
      ) : refusal === 'too-large' ? (
        <Trans>The video is too large: up to {limit} fit.</Trans>
      ) : refusal === 'storage-full' ? (
        <Trans>This device has no room left for the video. Free some space and try again.</Trans>
      ) : (
        <Trans>The video couldn't be read. Choose it again.</Trans>
      )}
    </Notice>
  );
}
