import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconBrush, IconLibraryPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { removeDrawing } from '../../db/drawings.ts';
import type { DrawingPlace } from '../../db/schema.ts';
import type { DrawingKind } from '../../domain/drawing.ts';
import { formatName } from '../../domain/file-kinds.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { uploadMaxBytes } from '../../domain/limits.ts';
import { sourceLimits } from '../../domain/source-limits.ts';
import { store } from '../../ui/atoms.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { formatBytes, formatChoices } from '../../words/intl.ts';
import { useEver } from '../../ui/useEver.ts';
import type { FormField } from './form-plan.ts';
import classes from './SourceField.module.css';
import { outpaintSides } from './draw/outpaint/outpaint-sides.ts';
import { SourcePreview } from './SourcePreview.tsx';
import { SourceRefusalNotice } from './SourceRefusalNotice.tsx';
import { storeSource, type SourceRefusal } from './store-source.ts';
import { arrivedPictureAtom } from './recall/recalled.ts';
import { useCameraButton } from './useCameraButton.tsx';
import { usePasteButton } from './usePasteButton.tsx';
import { useFilePlace } from './sources/useFilePlace.ts';
import { ZoneHint } from './sources/ZoneHint.tsx';
import { fieldId, type Workbench } from './useWorkbench.ts';
import { useKeptDrawing } from '../../live/useKeptDrawing.ts';
import { useMedia } from '../../live/useMedia.ts';

const DrawDialog = lazyWithWords(() =>
  import('./draw/DrawDialog.tsx').then((module) => module.DrawDialog),
);

const RecordsDialog = lazyWithWords(() =>
  import('./records/RecordsDialog.tsx').then((module) => module.RecordsDialog),
);

const LeftOut = lazyWithWords(() =>
  import('./sources/LeftOut.tsx').then((module) => module.LeftOut),
);

const OutpaintDialog = lazyWithWords(() =>
  import('./draw/outpaint/OutpaintDialog.tsx').then((module) => module.OutpaintDialog),
);

/** What can be drawn for a field. */
function drawingKind({ role, property }: FormField): DrawingKind {
  if (role === 'mask') return 'mask';
  return property['x-widget'] === 'strokes' ? 'strokes' : 'picture';
}

/** Tools that begin with what a hand has drawn. */
const beginsWithDrawing: ReadonlySet<GeneratorType> = new Set(['Scribbling', 'Condition']);

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
  const busy = bench.arriving.has(field.name);
  const [refusal, setRefusal] = useState<SourceRefusal | null>(null);
  const limits = sourceLimits(bench.model);
  const types = limits.acceptTypes;
  const sourceOf = (name: string | null) =>
    bench.draft.sources.find((source) => source.field === name)?.mediaId ?? null;
  const mediaId = sourceOf(field.name);
  const title = field.property.title;
  const kind = drawingKind(field);
  const isPicture = kind === 'picture';
  // A picture is drawn on itself, a mask on the picture that it belongs to.
  const pictureId = isPicture ? mediaId : sourceOf(bench.model.upload);
  const picture = useMedia(pictureId);
  const place: DrawingPlace = `${bench.type}/${field.name}${isPicture && mediaId ? '/over' : ''}`;
  const kept = useKeptDrawing(bench.owner, place);
  const isBegun = kept?.kind === kind && kept.pictureId === pictureId;
  const [drawing, setDrawing] = useState(false);
  const everDrawn = useEver(drawing);
  const [choosing, setChoosing] = useState(false);
  const everChose = useEver(choosing);
  const [growing, setGrowing] = useState(false);
  const everGrew = useEver(growing);
  const grows = field.name === bench.model.upload && outpaintSides(bench.plan) !== null;
  // Where something is marked on a picture, drawing means that.
  const isMarked =
    isPicture && bench.plan?.sources.some((other) => drawingKind(other) !== 'picture');
  const canDraw = !isMarked && (pictureId === null ? isPicture : Boolean(picture));
  const drawsFirst = !isPicture || beginsWithDrawing.has(bench.type);

  function take(file: File, onTaken?: () => void, isAlone = true) {
    setRefusal(null);
    // It may say how it was made; what was drawn here says nothing.
    if (isPicture && !onTaken && isAlone) store.set(arrivedPictureAtom, { file, alone: false });
    void bench.takeIn(field.name, async (isNewest) => {
      const isTaken = await keep(file, isNewest);
      if (isTaken) onTaken?.();
      return isTaken;
    });
  }

  async function keep(file: File, isNewest: () => boolean) {
    const stored = await storeSource(file, limits);
    if (!isNewest()) return true;
    if (!stored.ok) {
      setRefusal(stored.refusal);
      return false;
    }
    // What was drawn on the picture before means nothing on another one.
    if (field.name === bench.model.upload && mediaId !== null && mediaId !== stored.mediaId) {
      for (const other of bench.plan?.sources ?? [])
        if (drawingKind(other) !== 'picture') bench.setSource(other.name, null);
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

  const marks = (bench.plan?.sources ?? []).flatMap((other) => {
    const otherKind = drawingKind(other);
    const drawnId = sourceOf(other.name);
    return otherKind !== 'picture' && drawnId ? [{ kind: otherKind, mediaId: drawnId }] : [];
  });
  const camera = useCameraButton(take, busy);
  const pasting = usePasteButton(take, busy);
  const { ref, over, left } = useFilePlace({
    isCovered: drawing || choosing || growing || camera.opened,
    isEmpty: mediaId === null && !busy,
    takesStray: first || isPicture,
    most: 1,
    onFiles: ([file], isAlone) => take(file, undefined, isAlone),
  });
  const choose = () => picker.current?.click();
  const drawButton = canDraw && (
    <Button
      variant="default"
      leftSection={<IconBrush size={20} stroke={1.75} aria-hidden />}
      disabled={busy}
      onClick={() => setDrawing(true)}
    >
      {isBegun ? (
        <Trans comment="Button: go on with a drawing that was left">Go on drawing</Trans>
      ) : (
        <Trans comment="Button: draw a picture, a mask or strokes">Draw it</Trans>
      )}
    </Button>
  );

  return (
    <div className={classes.root} ref={ref} role="group" aria-label={title}>
      <input
        ref={picker}
        type="file"
        accept={types.join(',')}
        hidden
        data-testid={`pick-${field.name}`}
        onChange={(event) => takeFrom(event.currentTarget)}
      />
      {camera.parts}
      {mediaId === null ? (
        <div className={classes.zone} data-over={over || undefined} aria-busy={busy || undefined}>
          <span className={classes.arch} aria-hidden>
            {isPicture ? (
              <IconPhotoPlus size={28} stroke={1.5} />
            ) : (
              <IconBrush size={28} stroke={1.5} />
            )}
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
            {drawsFirst && drawButton}
            <Button id={fieldId(field.name)} variant="default" onClick={choose} loading={busy}>
              {isPicture ? (
                <Trans>Choose a picture</Trans>
              ) : (
                <Trans comment="Button: choose a mask or strokes that were drawn elsewhere">
                  From a file
                </Trans>
              )}
            </Button>
            {isPicture && (
              <Button
                variant="default"
                leftSection={<IconLibraryPhoto size={20} stroke={1.75} aria-hidden />}
                disabled={busy}
                onClick={() => setChoosing(true)}
              >
                <Trans comment="Button: choose one of one's works">My works</Trans>
              </Button>
            )}
            {isPicture && camera.button}
            {isPicture && pasting.button}
            {!drawsFirst && drawButton}
            {canDraw && isBegun && (
              <Button
                variant="subtle"
                disabled={busy}
                onClick={() => inPassing(removeDrawing(bench.owner, place))}
              >
                <Trans comment="Button: throw a drawing away that was begun">Discard drawing</Trans>
              </Button>
            )}
          </div>
          <ZoneHint
            drop={first && <Trans>Or drop it anywhere, or paste it.</Trans>}
            lead={
              isPicture || pictureId !== null
                ? undefined
                : t`Choose the picture first, then draw on it here.`
            }
            says={field.property.description ?? formatChoices(types.map(formatName), i18n.locale)}
            limit={t`Up to ${formatBytes(uploadMaxBytes, i18n.locale)}.`}
          />
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
          isBegun={isBegun}
          onGrow={grows ? () => setGrowing(true) : null}
          marks={isPicture && field.name === bench.model.upload ? marks : []}
          onRemove={() => bench.setSource(field.name, null)}
        />
      )}
      {everGrew && mediaId && (
        <Suspense fallback={null}>
          <OutpaintDialog
            opened={growing}
            bench={bench}
            mediaId={mediaId}
            onClose={() => setGrowing(false)}
          />
        </Suspense>
      )}
      {everChose && (
        <Suspense fallback={null}>
          <RecordsDialog
            opened={choosing}
            owner={bench.owner}
            acceptTypes={types}
            onClose={() => setChoosing(false)}
            onPick={(file) => {
              setChoosing(false);
              take(file);
            }}
          />
        </Suspense>
      )}
      {everDrawn && canDraw && (
        <Suspense fallback={null}>
          <DrawDialog
            opened={drawing}
            task={{
              owner: bench.owner,
              place,
              kind,
              pictureId,
              earlierId: isPicture ? null : mediaId,
            }}
            bench={bench}
            onClose={() => setDrawing(false)}
            onDone={(file) => {
              setDrawing(false);
              // The strokes stay until the form has what they became.
              take(file, () => inPassing(removeDrawing(bench.owner, place)));
            }}
          />
        </Suspense>
      )}
      {mediaId === null && pasting.notice}
      {left > 0 && (
        <Suspense fallback={null}>
          <LeftOut count={left} />
        </Suspense>
      )}
      {refusal && (
        <SourceRefusalNotice
          refusal={refusal}
          types={formatChoices(types.map(formatName), i18n.locale)}
        />
      )}
    </div>
  );
}
