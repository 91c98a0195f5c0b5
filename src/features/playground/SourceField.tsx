import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBrush, IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { formatName } from '../../domain/file-kinds.ts';
import { sentenceGap } from '../../domain/languages.ts';
import { uploadMaxBytes } from '../../domain/limits.ts';
import { sourceLimits } from '../../domain/source-limits.ts';
import { Notice } from '../../ui/Notice.tsx';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { formatBytes, formatChoices } from '../../words/intl.ts';
import { useEver } from '../../ui/useEver.ts';
import type { FormField } from './form-plan.ts';
import classes from './SourceField.module.css';
import { SourcePreview } from './SourcePreview.tsx';
import { storeSource, type SourceRefusal } from './store-source.ts';
import { usePictureArrivals } from './usePictureArrivals.ts';
import { fieldId, type Workbench } from './useWorkbench.ts';
import { useMedia } from '../../live/useMedia.ts';

const DrawDialog = lazyWithWords(() =>
  import('./draw/DrawDialog.tsx').then((module) => module.DrawDialog),
);

/** What can be drawn for a field; null where only a picture will do. */
function drawingKind({ role, property }: FormField): 'mask' | 'strokes' | null {
  if (role === 'mask') return 'mask';
  return property['x-widget'] === 'strokes' ? 'strokes' : null;
}

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
  const busy = bench.arriving.has(field.name);
  const [refusal, setRefusal] = useState<SourceRefusal | null>(null);
  const limits = sourceLimits(bench.model);
  const types = limits.acceptTypes;
  const sourceOf = (name: string | null) =>
    bench.draft.sources.find((source) => source.field === name)?.mediaId ?? null;
  const mediaId = sourceOf(field.name);
  const title = field.property.title;
  const kind = drawingKind(field);
  const picture = useMedia(kind ? sourceOf(bench.model.upload) : null);
  const drawn = useMedia(kind ? mediaId : null);
  const [drawing, setDrawing] = useState(false);
  const everDrawn = useEver(drawing);
  const canDraw = kind !== null && Boolean(picture);

  function take(file: File) {
    setRefusal(null);
    void bench.takeIn(field.name, (isNewest) => store(file, isNewest));
  }

  async function store(file: File, isNewest: () => boolean) {
    const stored = await storeSource(file, limits);
    if (!isNewest()) return true;
    if (!stored.ok) {
      setRefusal(stored.refusal);
      return false;
    }
    // What was drawn on the picture before means nothing on another one.
    if (field.name === bench.model.upload && mediaId !== null && mediaId !== stored.mediaId) {
      for (const other of bench.plan?.sources ?? [])
        if (drawingKind(other)) bench.setSource(other.name, null);
    }
    bench.setSource(field.name, stored.mediaId);
    return true;
  }

  function takeFrom(input: HTMLInputElement) {
    const file = input.files?.[0];
    // The same file may be picked again after it was removed.
    input.value = '';
    if (file) take(file);
  }

  const over = usePictureArrivals(first, take);
  const choose = () => picker.current?.click();

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
            {canDraw && (
              <Button
                variant="default"
                leftSection={<IconBrush size={20} stroke={1.75} aria-hidden />}
                disabled={busy}
                onClick={() => setDrawing(true)}
              >
                <Trans comment="Button: draw a mask or strokes on the picture">Draw it</Trans>
              </Button>
            )}
            <Button id={fieldId(field.name)} variant="default" onClick={choose} loading={busy}>
              <Trans>Choose a picture</Trans>
            </Button>
            {kind === null && (
              <Button
                className={classes.camera}
                variant="default"
                leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
                disabled={busy}
                onClick={() => camera.current?.click()}
              >
                <Trans>Take a photo</Trans>
              </Button>
            )}
          </div>
          <p className={classes.hint}>
            {first && (
              <span className={classes.dropHint}>
                <Trans>Or drop it anywhere, or paste it.</Trans>
                {sentenceGap(i18n.locale)}
              </span>
            )}
            {field.property.description ?? t`${formatChoices(types.map(formatName), i18n.locale)}.`}
            {sentenceGap(i18n.locale)}
            {t`Up to ${formatBytes(uploadMaxBytes, i18n.locale)}.`}
          </p>
        </div>
      ) : (
        <SourcePreview
          title={title}
          mediaId={mediaId}
          over={over}
          busy={busy}
          id={fieldId(field.name)}
          onReplace={choose}
          onDraw={canDraw ? () => setDrawing(true) : null}
          onRemove={() => bench.setSource(field.name, null)}
        />
      )}
      {everDrawn && kind && picture && (
        <Suspense fallback={null}>
          <DrawDialog
            opened={drawing}
            kind={kind}
            picture={picture.blob}
            earlier={drawn?.blob ?? null}
            onClose={() => setDrawing(false)}
            onDone={(file) => {
              setDrawing(false);
              take(file);
            }}
          />
        </Suspense>
      )}
      {refusal && (
        <RefusalNotice
          refusal={refusal}
          types={formatChoices(types.map(formatName), i18n.locale)}
        />
      )}
    </div>
  );
}

function RefusalNotice({ refusal, types }: { refusal: SourceRefusal; types: string }) {
  const { i18n } = useLingui();
  const limit = formatBytes(uploadMaxBytes, i18n.locale);
  switch (refusal) {
    case 'unsupported-media':
      return (
        <Notice tone="warn" announce title={<Trans>Format not supported</Trans>}>
          <Trans>This model takes {types}.</Trans>
        </Notice>
      );
    case 'heic':
      return (
        <Notice tone="warn" announce title={<Trans>This browser can't open HEIC photos</Trans>}>
          <Trans>
            Save the photo as JPEG and choose it again. On an iPhone, Settings › Camera › Formats ›
            Most Compatible makes every new photo a JPEG.
          </Trans>
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
