import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconContrast,
  IconCrop,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { inPassing } from '../../../db/in-passing.ts';
import { currentOwner } from '../../../db/account/session.ts';
import { getOwnSetting, setOwnSetting } from '../../../db/settings.ts';
import { brushSize, brushUnit, type Brush, type Colour } from '../../../domain/drawing.ts';
import {
  brushSizeDefault,
  brushSizeRange,
  canvasSideRange,
  recentColoursMax,
} from '../../../domain/limits.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { NumberSlider } from '../../../ui/NumberSlider.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { ClearQuestion } from './ClearQuestion.tsx';
import { ink } from './colours.ts';
import { Colours } from './Colours.tsx';
import { CropFrame } from './CropFrame.tsx';
import { CropPanel } from './CropPanel.tsx';
import { CutOut } from './CutOut.tsx';
import classes from './DrawSurface.module.css';
import type { Frame } from './frame.ts';
import { brushColour } from './paint.ts';
import { SheetSettings } from './SheetSettings.tsx';
import { useBoard, type DrawingTask } from './useBoard.ts';
import { useDrawingKeys } from './useDrawingKeys.ts';
import { useDrawingTools, type DrawingTool } from './useDrawingTools.tsx';
import { useGestures } from './useGestures.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

/** Marking an area with a finger wants a broader brush than drawing a line. */
const markSizeDefault = 24;

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Keeps a colour at hand for the next drawing. */
async function rememberColour(colour: Colour): Promise<void> {
  const owner = await currentOwner();
  const others = (await getOwnSetting(owner, 'recentColours')).filter((other) => other !== colour);
  await setOwnSetting(owner, 'recentColours', [colour, ...others].slice(0, recentColoursMax));
}

export function DrawSurface({
  task,
  feather,
  settings,
  onClose,
  onDone,
}: {
  task: DrawingTask;
  /** How far the edge of what is marked will be soft, in pixels of the picture. */
  feather: number;
  settings?: ReactNode;
  onClose: () => void;
  onDone: (drawing: File) => void;
}) {
  const { t } = useLingui();
  const { kind } = task;
  const isPicture = kind === 'picture';
  const [tool, setTool] = useState<DrawingTool>('draw');
  const [colour, setColour] = useState<Colour>(ink);
  const [size, setSize] = useState(isPicture ? brushSizeDefault : markSizeDefault);
  const [pressed, setPressed] = useState(true);
  const [crop, setCrop] = useState<Frame | null>(null);
  const [cutOut, setCutOut] = useState<HTMLCanvasElement | null>(null);
  const [clearing, setClearing] = useState(false);
  const [more, setMore] = useState(false);
  const [blank, setBlank] = useState(false);
  const tools = useDrawingTools(kind);
  const recent = useOwnSetting('recentColours') ?? [];
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const windowRef = useRef<HTMLDivElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);
  const ringRef = useRef<HTMLDivElement>(null);
  const { board, picture, state, trouble } = useBoard(canvasRef, task);
  const { sheet } = state;
  const url = useObjectUrl(picture);

  const brush: Brush =
    tool === 'erase'
      ? 'erase'
      : tool === 'drop'
        ? 'drop'
        : isPicture
          ? colour
          : kind === 'mask'
            ? 'mark'
            : 'keep';
  const brushPixels = size * brushUnit(sheet, kind);
  const gestures = useGestures({
    windowRef,
    stageRef,
    ringRef,
    board,
    brush,
    brushPixels,
    pressed,
    moves: tool === 'move',
    locked: crop !== null,
  });

  function changeSize(next: number) {
    setSize(brushSize(next));
    requestAnimationFrame(() => gestures.showBrush());
  }

  function useColour(next: Colour) {
    setColour(next);
    if (tool !== 'draw') setTool('draw');
  }

  useDrawingKeys({
    board,
    locked: crop !== null,
    acts: {
      b: () => setTool('draw'),
      e: () => setTool(tool === 'erase' ? 'draw' : 'erase'),
      h: () => setTool('move'),
      '[': () => changeSize(size - (size > 10 ? 5 : 1)),
      ']': () => changeSize(size + (size >= 10 ? 5 : 1)),
      '+': gestures.zoomIn,
      '=': gestures.zoomIn,
      '-': gestures.zoomOut,
      '0': gestures.fit,
    },
  });

  function beginCrop() {
    gestures.fit();
    setMore(false);
    setCrop({ x: 0, y: 0, width: sheet.width, height: sheet.height });
  }

  function cut() {
    if (!board || !crop) return;
    setCrop(null);
    if (crop.width === sheet.width && crop.height === sheet.height) return;
    board.add({ kind: 'frame', ...crop });
    setCutOut(board.flatten());
  }

  /** What was drawn is called so in the form, in the language of who drew it. */
  function fileName(): string {
    if (task.kind === 'mask') return t({ message: 'Mask', comment: 'Name of a file' });
    return task.kind === 'strokes'
      ? t({ message: 'Strokes', comment: 'Name of a file: strokes that say what stays' })
      : t({ message: 'Drawing', comment: 'Name of a file' });
  }

  function finish() {
    if (!board) return;
    // All of it may have been rubbed out again.
    if (board.isBlank()) setBlank(true);
    else void board.finish(fileName()).then(onDone);
  }

  if (trouble === 'unopened') {
    return (
      <Notice tone="warn" announce title={<Trans>This picture can't be drawn on</Trans>}>
        <Trans>The browser can't open it. Choose the picture again, or another one.</Trans>
      </Notice>
    );
  }

  const isWithoutPicture = isPicture && task.pictureId === null;
  return (
    <div className={classes.root}>
      <div className={classes.main}>
        <div
          ref={windowRef}
          className={classes.window}
          data-moves={tool === 'move' || undefined}
          data-tool={crop ? 'crop' : 'brush'}
          onPointerDown={() => setBlank(false)}
        >
          <div
            ref={stageRef}
            className={classes.stage}
            data-stage
            data-see-through={(sheet.paper === null && !picture) || undefined}
            style={{
              width: sheet.width,
              height: sheet.height,
              background: sheet.paper ?? undefined,
            }}
          >
            <div className={classes.cut}>
              {url && board && (
                <img
                  className={classes.picture}
                  src={url}
                  alt=""
                  style={{ left: -sheet.x, top: -sheet.y, ...pictureSize(board) }}
                />
              )}
              <canvas
                ref={canvasRef}
                className={classes.canvas}
                data-over={!isPicture || undefined}
                style={
                  feather > 0 && board
                    ? { filter: `blur(${feather * board.pictureScale * 0.5}px)` }
                    : undefined
                }
                data-testid="drawing"
                role="img"
                aria-label={
                  isWithoutPicture ? t`The sheet, to draw on` : t`The picture, to draw on`
                }
              />
            </div>
            {crop && <CropFrame frame={crop} sheet={sheet} onChange={setCrop} />}
          </div>
          <div
            ref={ringRef}
            className={classes.ring}
            style={{ '--colour': brush === 'erase' ? 'transparent' : brushColour(brush) }}
            hidden
            aria-hidden
          />
        </div>
        {!crop && <ZoomButtons gestures={gestures} />}
        {cutOut && <CutOut picture={cutOut} onGone={() => setCutOut(null)} />}
      </div>

      {crop ? (
        <CropPanel frame={crop} onCancel={() => setCrop(null)} onCut={cut} />
      ) : (
        <div className={classes.panel}>
          <div className={classes.tools}>
            <Segmented label={t`Brush`} hideLabel options={tools} value={tool} onChange={setTool} />
            <div className={classes.steps}>
              <IconButton
                label={t`Undo`}
                icon={<IconArrowBackUp {...icon} />}
                disabled={!state.canUndo}
                onClick={() => board?.undo()}
              />
              <IconButton
                label={t`Redo`}
                icon={<IconArrowForwardUp {...icon} />}
                disabled={!state.canRedo}
                onClick={() => board?.redo()}
              />
              <IconButton
                className={classes.moreButton}
                label={t`More for drawing`}
                icon={<IconAdjustmentsHorizontal {...icon} />}
                aria-expanded={more}
                onClick={() => setMore(!more)}
              />
            </div>
          </div>
          {isPicture && (
            <Colours
              label={t`Colour`}
              quiet
              value={colour}
              recent={recent}
              onChange={useColour}
              onOther={(other) => inPassing(rememberColour(other))}
            />
          )}
          <NumberSlider
            label={t`Brush size`}
            value={size}
            onChange={changeSize}
            min={brushSizeRange.min}
            max={brushSizeRange.max}
            aside={
              <span className={classes.sample} aria-hidden>
                <span
                  style={{
                    width: Math.min(40, Math.max(2, brushPixels * gestures.scale)),
                    background: tool === 'erase' ? 'transparent' : brushColour(brush),
                  }}
                />
              </span>
            }
          />
          <div className={classes.more} data-open={more || undefined}>
            <Switch
              label={t`A pen draws thinner where it is pressed less`}
              checked={pressed}
              onChange={(event) => setPressed(event.currentTarget.checked)}
            />
            {isWithoutPicture && (
              <SheetSettings
                key={`${sheet.width} ${sheet.height}`}
                sheet={sheet}
                onPaper={(paper) => board?.add({ kind: 'paper', colour: paper })}
                onSize={({ width, height }) =>
                  board?.add({
                    kind: 'frame',
                    x: Math.round((sheet.width - width) / 2),
                    y: Math.round((sheet.height - height) / 2),
                    width,
                    height,
                  })
                }
              />
            )}
            {settings}
            <div className={classes.extras}>
              {isPicture && (
                <Button
                  variant="default"
                  leftSection={<IconCrop {...icon} />}
                  disabled={Math.max(sheet.width, sheet.height) <= canvasSideRange.min}
                  onClick={beginCrop}
                >
                  <Trans comment="Button: choose a part of a picture and cut it out">Crop</Trans>
                </Button>
              )}
              {kind === 'mask' && (
                <Button
                  variant="default"
                  leftSection={<IconContrast {...icon} />}
                  onClick={() => board?.add({ kind: 'invert' })}
                >
                  {t`Invert`}
                </Button>
              )}
              {!clearing && (
                <Button
                  variant="default"
                  leftSection={<IconTrash {...icon} />}
                  disabled={state.isEmpty}
                  onClick={() => setClearing(true)}
                >
                  {t({ message: 'Clear', comment: 'Button: take away all that was drawn' })}
                </Button>
              )}
            </div>
            {clearing && (
              <ClearQuestion
                onKeep={() => setClearing(false)}
                onClear={() => {
                  setClearing(false);
                  board?.add({ kind: 'clear' });
                }}
              />
            )}
          </div>
          {trouble === 'unkept' && (
            <Notice tone="warn" announce>
              <Trans>
                This device has no room left for your strokes. They stay while this is open: use the
                drawing, or free some space.
              </Trans>
            </Notice>
          )}
          {blank && (
            <Notice tone="warn" announce>
              <Trans>Nothing is left of what you drew. Draw something first.</Trans>
            </Notice>
          )}
          <p className={classes.hint}>
            {kind === 'mask' ? (
              <Trans>Brush over what is to change, a little past its edges.</Trans>
            ) : kind === 'strokes' ? (
              <Trans>A few strokes are enough: green on what stays, red on what goes.</Trans>
            ) : (
              <Trans>
                Two fingers move the sheet; on a keyboard hold Space. What you draw is kept until
                you use it.
              </Trans>
            )}
          </p>
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {state.isEmpty
                ? t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })
                : t({ message: 'Go on later', comment: 'Button: leave a drawing, which is kept' })}
            </Button>
            <Button disabled={!board || state.isEmpty} onClick={finish}>
              <Trans comment="Button: take the drawing">Use it</Trans>
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function pictureSize(board: { begunOn: { width: number; height: number } }) {
  const { width, height } = board.begunOn;
  return { width, height };
}
