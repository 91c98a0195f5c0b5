import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCamera, IconPhotoPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { MediaId } from '../../domain/ids.ts';
import { uploadMaxBytes } from '../../domain/limits.ts';
import { sourceLimits } from '../../domain/source-limits.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { typeLabel } from './type-label.ts';
import { formatBytes } from '../../words/intl.ts';
import { fileSize } from './format.ts';
import type { FormField } from './form-plan.ts';
import { useMedia } from './live-data.ts';
import classes from './SourceField.module.css';
import { storeSource, type SourceRefusal } from './store-source.ts';
import { usePictureArrivals } from './use-picture-arrivals.ts';
import { fieldId, type Workbench } from './use-workbench.ts';

/** A picture the request starts from: picked, dropped, pasted or photographed, and kept at once. */
export function SourceField({
  bench,
  field,
  first,
}: {
  bench: Workbench;
  field: FormField;
  first: boolean;
}) {
  const { t, i18n } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<SourceRefusal | null>(null);
  const limits = sourceLimits(bench.model);
  const types = limits.acceptTypes;
  const mediaId =
    bench.draft.sources.find((source) => source.field === field.name)?.mediaId ?? null;
  const title = field.property.title;

  async function take(file: File) {
    setBusy(true);
    setRefusal(null);
    const stored = await storeSource(file, limits);
    setBusy(false);
    if (stored.ok) bench.setSource(field.name, stored.mediaId);
    else setRefusal(stored.refusal);
  }

  function takeFrom(input: HTMLInputElement) {
    const file = input.files?.[0];
    // The same file may be picked again after it was removed.
    input.value = '';
    if (file) void take(file);
  }

  const over = usePictureArrivals(first, (file) => void take(file));
  const choose = () => picker.current?.click();
  const list = new Intl.ListFormat(i18n.locale === 'cn' ? 'zh-CN' : i18n.locale, {
    type: 'disjunction',
  });

  return (
    <div className={classes.root}>
      <input
        ref={picker}
        type="file"
        accept={types.join(',')}
        hidden
        data-testid={`pick-${field.name}`}
        onChange={(event) => takeFrom(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => takeFrom(event.currentTarget)}
      />
      {mediaId === null ? (
        <div className={classes.zone} data-over={over || undefined} aria-busy={busy || undefined}>
          <span className={classes.arch} aria-hidden>
            <IconPhotoPlus size={28} stroke={1.5} />
          </span>
          <p className={classes.title}>
            {busy ? (
              <Trans>Having a look at it …</Trans>
            ) : over ? (
              <Trans>Let go to use it</Trans>
            ) : (
              title
            )}
          </p>
          <div className={classes.buttons}>
            <Button id={fieldId(field.name)} variant="default" onClick={choose} loading={busy}>
              <Trans>Choose a picture</Trans>
            </Button>
            <Button
              className={classes.camera}
              variant="default"
              leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
              disabled={busy}
              onClick={() => camera.current?.click()}
            >
              <Trans>Take a photo</Trans>
            </Button>
          </div>
          <p className={classes.hint}>
            {first && (
              <span className={classes.dropHint}>
                <Trans>Or drop it anywhere, or paste it.</Trans>{' '}
              </span>
            )}
            {field.property.description ?? t`${list.format(types.map(typeLabel))}.`}{' '}
            {t`Up to ${fileSize(uploadMaxBytes, i18n.locale)}.`}
          </p>
        </div>
      ) : (
        <Preview
          title={title}
          mediaId={mediaId}
          over={over}
          busy={busy}
          id={fieldId(field.name)}
          onReplace={choose}
          onRemove={() => bench.setSource(field.name, null)}
        />
      )}
      {refusal && <RefusalNotice refusal={refusal} types={list.format(types.map(typeLabel))} />}
    </div>
  );
}

function Preview({
  title,
  mediaId,
  over,
  busy,
  id,
  onReplace,
  onRemove,
}: {
  title: string;
  mediaId: MediaId;
  over: boolean;
  busy: boolean;
  id: string;
  onReplace: () => void;
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

function RefusalNotice({ refusal, types }: { refusal: SourceRefusal; types: string }) {
  const { i18n } = useLingui();
  const limit = fileSize(uploadMaxBytes, i18n.locale);
  switch (refusal) {
    case 'unsupported-media':
      return (
        <Notice tone="warn" announce title={<Trans>Format not supported</Trans>}>
          <Trans>This model takes {types}.</Trans>
        </Notice>
      );
    case 'too-large':
      return (
        <Notice tone="warn" announce title={<Trans>The file is too large</Trans>}>
          <Trans>Up to {limit} fit. Choose a smaller picture.</Trans>
        </Notice>
      );
    case 'unreadable':
      return (
        <Notice tone="warn" announce title={<Trans>This file can't be opened</Trans>}>
          <Trans>It may be damaged or not a picture at all. Choose another one.</Trans>
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warn" announce title={<Trans>The picture couldn't be made ready</Trans>}>
          <Trans>Choose it again, or a smaller one.</Trans>
        </Notice>
      );
    case 'storage-full':
      return (
        <Notice tone="danger" announce title={<Trans>This device has no room left</Trans>}>
          <Trans>Nothing is lost. Free some space and choose the picture again.</Trans>
        </Notice>
      );
  }
}
