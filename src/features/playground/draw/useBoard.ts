import { useEffect, useEffectEvent, useState, useSyncExternalStore, type RefObject } from 'react';
import {
  keepDrawingDone,
  keepDrawingStep,
  openDrawing,
  removeDrawing,
} from '../../../db/drawings.ts';
import { getMedia } from '../../../db/media/media.ts';
import type { DrawingPlace } from '../../../db/schema.ts';
import { blankSheet, type DrawingKind } from '../../../domain/drawing.ts';
import type { MediaId, UserKey } from '../../../domain/ids.ts';
import { DrawingBoard, type BoardKeeper, type BoardState } from './board.ts';

/** What a drawing is for, and what it is drawn on. */
export interface DrawingTask {
  owner: UserKey;
  place: DrawingPlace;
  kind: DrawingKind;
  /** What it lies over; null for a sheet of its own. */
  pictureId: MediaId | null;
  /** A mask or strokes that are there already, to go on with. */
  earlierId: MediaId | null;
}

const nothingYet: BoardState = { sheet: blankSheet, canUndo: false, canRedo: false, isEmpty: true };

async function blobOf(id: MediaId | null): Promise<Blob | null> {
  return id === null ? null : ((await getMedia(id))?.blob ?? null);
}

/** One step after the other, in the order in which they were made. */
function keeperOf(task: DrawingTask, onFailure: () => void): BoardKeeper {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (write: () => Promise<void>) => {
    last = last.then(write).catch(onFailure);
  };
  return {
    keep: (at, step, sheet) => inTurn(() => keepDrawingStep({ ...task, sheet }, at, step)),
    keepDone: (done) => inTurn(() => keepDrawingDone(task.owner, task.place, done)),
  };
}

async function openBoard(
  canvas: HTMLCanvasElement,
  task: DrawingTask,
  onFailure: () => void,
): Promise<{ board: DrawingBoard; picture: Blob | null }> {
  const { owner, place, kind, pictureId, earlierId } = task;
  const kept = await openDrawing(owner, place);
  // What was drawn on another picture means nothing on this one.
  const fits = kept?.row.kind === kind && kept.row.pictureId === pictureId;
  if (kept && !fits) await removeDrawing(owner, place);
  const begun: DrawingTask = fits && kept ? { ...task, earlierId: kept.row.earlierId } : task;
  const [picture, earlier] = await Promise.all([
    blobOf(pictureId),
    blobOf(fits && kept ? kept.row.earlierId : earlierId),
  ]);
  const board = await DrawingBoard.open(
    canvas,
    {
      kind,
      picture,
      earlier,
      kept: fits && kept ? { sheet: kept.row.sheet, steps: kept.steps, done: kept.row.done } : null,
    },
    keeperOf(begun, onFailure),
  );
  return { board, picture };
}

/** The drawing on a canvas, gone on with where it was left. */
export function useBoard(canvasRef: RefObject<HTMLCanvasElement | null>, task: DrawingTask) {
  const [opened, setOpened] = useState<{ board: DrawingBoard; picture: Blob | null } | null>(null);
  /** `unopened`: what it is drawn on can't be read. `unkept`: strokes are only here. */
  const [trouble, setTrouble] = useState<'unopened' | 'unkept' | null>(null);
  const begin = useEffectEvent((canvas: HTMLCanvasElement) =>
    openBoard(canvas, task, () => setTrouble('unkept')),
  );

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    let board: DrawingBoard | null = null;
    let isOver = false;
    begin(canvas).then(
      (ready) => {
        ({ board } = ready);
        if (isOver) board.close();
        else setOpened(ready);
      },
      () => setTrouble('unopened'),
    );
    // A page that goes takes no finger's last stroke with it.
    const leave = () => board?.endStroke();
    addEventListener('pagehide', leave);
    return () => {
      isOver = true;
      removeEventListener('pagehide', leave);
      board?.close();
    };
  }, [canvasRef]);

  const board = opened?.board ?? null;
  const state = useSyncExternalStore(
    board?.subscribe ?? (() => () => {}),
    board?.getState ?? (() => nothingYet),
  );
  return { board, picture: opened?.picture ?? null, state, trouble };
}
