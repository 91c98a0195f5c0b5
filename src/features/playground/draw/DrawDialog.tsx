import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconContrast, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import classes from './DrawDialog.module.css';
import { brushDefault, brushRange, type Brush, type DrawingKind } from './drawing-steps.ts';
import { useDrawing } from './useDrawing.ts';

/** A picture to draw on, with a finger, a pen or a mouse; what is drawn becomes the mask or the strokes. */
export function DrawDialog({
  opened,
  kind,
  picture,
  earlier,
  onClose,
  onDone,
}: {
  opened: boolean;
  kind: DrawingKind;
  picture: Blob;
  /** What was drawn or uploaded before, to go on with. */
  earlier: Blob | null;
  onClose: () => void;
  onDone: (drawing: File) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        kind === 'mask' ? (
          <Trans>Mark the spot</Trans>
        ) : (
          <Trans>Mark what stays and what goes</Trans>
        )
      }
      width={760}
      fullOnPhone
      closable={false}
    >
      <Surface kind={kind} picture={picture} earlier={earlier} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function Surface({
  kind,
  picture,
  earlier,
  onClose,
  onDone,
}: {
  kind: DrawingKind;
  picture: Blob;
  earlier: Blob | null;
  onClose: () => void;
  onDone: (drawing: File) => void;
}) {
  const { t } = useLingui();
  const [brush, setBrush] = useState<Brush>(kind === 'mask' ? 'mark' : 'keep');
  const [size, setSize] = useState(brushDefault);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const drawing = useDrawing({ canvasRef, kind, picture, earlier, brush, size });

  const brushes: { value: Brush; label: string }[] = [
    ...(kind === 'mask'
      ? [{ value: 'mark' as const, label: t({ message: 'Mark', comment: 'Name of a brush' }) }]
      : [
          { value: 'keep' as const, label: t({ message: 'Keep', comment: 'Name of a brush' }) },
          { value: 'drop' as const, label: t({ message: 'Drop', comment: 'Name of a brush' }) },
        ]),
    { value: 'erase', label: t({ message: 'Rub out', comment: 'Name of a brush' }) },
  ];

  // On the window: a button that has nothing left to do loses the focus.
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) drawing.redo();
    else drawing.undo();
  });

  return (
    <div className={classes.root}>
      <div className={classes.surround}>
        <div className={classes.sheet}>
          {drawing.url && <img className={classes.picture} src={drawing.url} alt="" />}
          <canvas
            ref={canvasRef}
            className={classes.canvas}
            data-testid="drawing"
            role="img"
            aria-label={t`The picture, to draw on`}
            {...drawing.handlers}
          />
        </div>
      </div>
      <p className={classes.hint}>
        {kind === 'mask' ? (
          <Trans>Brush over what is to go, a little past its edges.</Trans>
        ) : (
          <Trans>A few strokes are enough: green on what stays, red on what goes.</Trans>
        )}
      </p>
      <div className={classes.tools}>
        <Segmented label={t`Brush`} hideLabel options={brushes} value={brush} onChange={setBrush} />
        <div className={classes.steps}>
          <IconButton
            label={t`Undo`}
            icon={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
            disabled={!drawing.canUndo}
            onClick={drawing.undo}
          />
          <IconButton
            label={t`Redo`}
            icon={<IconArrowForwardUp size={20} stroke={1.75} aria-hidden />}
            disabled={!drawing.canRedo}
            onClick={drawing.redo}
          />
          {kind === 'mask' && (
            <IconButton
              label={t`Invert`}
              icon={<IconContrast size={20} stroke={1.75} aria-hidden />}
              onClick={drawing.invert}
            />
          )}
          <IconButton
            label={t({ message: 'Clear', comment: 'Button: take away all that was drawn' })}
            icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
            onClick={drawing.clear}
          />
        </div>
      </div>
      <NumberSlider
        label={t`Brush size`}
        value={size}
        onChange={setSize}
        min={brushRange.min}
        max={brushRange.max}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })}
        </Button>
        <Button disabled={drawing.isEmpty} onClick={() => void drawing.finish().then(onDone)}>
          <Trans comment="Button: take the drawing">Use it</Trans>
        </Button>
      </div>
    </div>
  );
}
