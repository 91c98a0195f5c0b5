import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton } from '@mantine/core';
import { IconBrush, IconLibraryPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { removeDrawing } from '../../../db/drawings.ts';
import type { DrawingPlace } from '../../../db/schema.ts';
import { formatName } from '../../../domain/file-kinds.ts';
import { uploadMaxBytes } from '../../../domain/limits.ts';
import { useKeptDrawing } from '../../../live/useKeptDrawing.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useEver } from '../../../ui/useEver.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { formatBytes, formatChoices } from '../../../words/intl.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import type { FormField } from '../form-plan.ts';
import { SourceRefusalNotice } from '../SourceRefusalNotice.tsx';
import zone from '../SourceField.module.css';
import { useCameraButton } from '../useCameraButton.tsx';
import { usePasteButton } from '../usePasteButton.tsx';
import { ZoneHint } from './ZoneHint.tsx';
import { fieldId, type Workbench } from '../useWorkbench.ts';
import { SourceTile, tileButtonId } from './SourceTile.tsx';
import classes from './Sources.module.css';
import { useFilePlace } from './useFilePlace.ts';
import { useSeveralPictures } from './useSeveralPictures.ts';

const DrawDialog = lazyWithWords(() =>
  import('../draw/DrawDialog.tsx').then((module) => module.DrawDialog),
);

const RecordsDialog = lazyWithWords(() =>
  import('../records/RecordsDialog.tsx').then((module) => module.RecordsDialog),
);

/** Several pictures in one field, in an order that counts; each is kept at once, like a single one. */
export function SourcesField({
  bench,
  field,
  first,
}: {
  bench: Workbench;
  field: FormField;
  first: boolean;
}) {
  const { t, i18n } = useLingui();
  const { mediaIds, coming, left, room, most, limits, take, remove, move } = useSeveralPictures(
    bench,
    field,
  );
  const picker = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);
  const everChose = useEver(choosing);
  const [drawing, setDrawing] = useState(false);
  const everDrawn = useEver(drawing);
  const place: DrawingPlace = `${bench.type}/${field.name}`;
  const isBegun = Boolean(useKeptDrawing(bench.owner, place));
  const [told, setTold] = useState('');
  const camera = useCameraButton((file) => void take([file]), false);
  const pasting = usePasteButton((file) => void take([file]), false);
  const { ref, over } = useFilePlace({
    isCovered: choosing || drawing || camera.opened,
    isEmpty: room > 0,
    takesStray: true,
    // What is more than fits, it says itself.
    most: Infinity,
    onFiles: (files) => void take(files),
  });
  // What was moved or removed takes its button with it; the focus follows once the list is drawn anew.
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = wanted.current;
    wanted.current = [];
    const usable = ids
      .map((id) => document.getElementById(id))
      .find((element) => element instanceof HTMLButtonElement && !element.disabled);
    usable?.focus();
  }, [mediaIds.length, told]);

  const { title, description } = field.property;
  const count = mediaIds.length;
  const types = formatChoices(limits.acceptTypes.map(formatName), i18n.locale);

  function moveBy(index: number, by: -1 | 1) {
    const mediaId = mediaIds[index];
    if (!mediaId) return;
    const place = index + by + 1;
    const [along, against] =
      by < 0 ? (['earlier', 'later'] as const) : (['later', 'earlier'] as const);
    wanted.current = [tileButtonId(mediaId, along), tileButtonId(mediaId, against)];
    move(index, index + by);
    setTold(t`The picture is now number ${place} of ${count}.`);
  }

  function removeAt(index: number) {
    const next = mediaIds[index + 1] ?? mediaIds[index - 1];
    wanted.current = [...(next ? [tileButtonId(next, 'remove')] : []), fieldId(field.name)];
    remove(index);
    const place = index + 1;
    setTold(t`Picture ${place} is removed.`);
  }

  function takeFrom(input: HTMLInputElement) {
    const files = Array.from(input.files ?? []);
    // The same file may be picked again after it was removed.
    input.value = '';
    void take(files);
  }

  return (
    <div
      ref={ref}
      className={zone.root}
      role="group"
      aria-label={title}
      aria-busy={coming.length > 0 || undefined}
    >
      <input
        ref={picker}
        type="file"
        multiple
        accept={limits.acceptTypes.join(',')}
        hidden
        data-testid={`pick-${field.name}`}
        onChange={(event) => takeFrom(event.currentTarget)}
      />
      {camera.parts}
      <div className={zone.zone} data-over={over || undefined}>
        <p className={classes.head}>
          <span className={zone.title}>{over ? <Trans>Let go to use it</Trans> : title}</span>
          <span className={classes.count}>
            {t({
              message: `${count} of ${most}`,
              comment: 'How many source pictures there are, of how many there may be',
            })}
          </span>
        </p>
        {count + coming.length > 0 && (
          <ol className={classes.tiles}>
            {mediaIds.map((mediaId, index) => (
              <li key={mediaId} className={classes.tile}>
                <SourceTile
                  mediaId={mediaId}
                  place={index + 1}
                  count={count}
                  onMove={(by) => moveBy(index, by)}
                  onRemove={() => removeAt(index)}
                />
              </li>
            ))}
            {coming.map((name, index) => (
              <li key={`${index} ${name}`} className={classes.tile}>
                <Skeleton
                  className={classes.coming}
                  role="status"
                  aria-label={t`${name} is being made ready`}
                />
                <p className={classes.name}>
                  <Trans>Having a look at it …</Trans>
                </p>
              </li>
            ))}
          </ol>
        )}
        {room > 0 && (
          <div className={zone.buttons}>
            <Button
              id={fieldId(field.name)}
              variant="default"
              leftSection={<IconPhotoPlus size={20} stroke={1.75} aria-hidden />}
              onClick={() => picker.current?.click()}
            >
              {count === 0 ? <Trans>Choose pictures</Trans> : <Trans>Add pictures</Trans>}
            </Button>
            <Button
              variant="default"
              leftSection={<IconLibraryPhoto size={20} stroke={1.75} aria-hidden />}
              onClick={() => setChoosing(true)}
            >
              <Trans comment="Button: choose one of one's works">My works</Trans>
            </Button>
            {camera.button}
            {pasting.button}
            <Button
              variant="default"
              leftSection={<IconBrush size={20} stroke={1.75} aria-hidden />}
              onClick={() => setDrawing(true)}
            >
              {isBegun ? (
                <Trans comment="Button: go on with a drawing that was left">Go on drawing</Trans>
              ) : (
                <Trans comment="Button: draw a picture, a mask or strokes">Draw it</Trans>
              )}
            </Button>
          </div>
        )}
        <ZoneHint
          drop={first && room > 0 && <Trans>Or drop them anywhere, or paste them.</Trans>}
          says={description ?? types}
          limit={t`Up to ${formatBytes(uploadMaxBytes, i18n.locale)} each.`}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{told}</span>
      </VisuallyHidden>
      {everChose && (
        <Suspense fallback={null}>
          <RecordsDialog
            opened={choosing}
            owner={bench.owner}
            acceptTypes={limits.acceptTypes}
            room={most > 1 ? room : undefined}
            onClose={() => setChoosing(false)}
            onPick={(file) => {
              if (room <= 1) setChoosing(false);
              void take([file]);
            }}
          />
        </Suspense>
      )}
      {everDrawn && (
        <Suspense fallback={null}>
          <DrawDialog
            opened={drawing}
            task={{ owner: bench.owner, place, kind: 'picture', pictureId: null, earlierId: null }}
            bench={bench}
            onClose={() => setDrawing(false)}
            onDone={(file) => {
              setDrawing(false);
              // The strokes stay until the form has what they became.
              void take([file]).then(async (isTaken) => {
                if (isTaken) await removeDrawing(bench.owner, place);
              });
            }}
          />
        </Suspense>
      )}
      {pasting.notice}
      {left.map((entry) =>
        entry.why === 'no-room' ? (
          <Notice key="no-room" tone="warn" announce title={<Trans>That was more than fits</Trans>}>
            <Plural
              value={entry.count}
              one={`This model takes ${most} at most: # picture was left out.`}
              other={`This model takes ${most} at most: # pictures were left out.`}
            />
          </Notice>
        ) : entry.why === 'twice' ? (
          <Notice key={entry.key} tone="quiet" announce>
            {t`“${entry.name}” is there already.`}
          </Notice>
        ) : (
          <div key={entry.key}>
            <p className={classes.refused}>{entry.name}</p>
            <SourceRefusalNotice refusal={entry.why} types={types} />
          </div>
        ),
      )}
    </div>
  );
}
