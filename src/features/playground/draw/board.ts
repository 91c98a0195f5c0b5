import {
  addStep,
  blankSheet,
  leavesSomething,
  noSteps,
  redoStep,
  resumeSteps,
  sheetAfter,
  sheetOver,
  undoStep,
  type Brush,
  type DrawingKind,
  type DrawingStep,
  type DrawingSteps,
  type Sheet,
  type Stroke,
} from '../../../domain/drawing.ts';
import { flatten, isBlank, maskOf, paintEarlier, paintStep, paintStroke, pngOf } from './paint.ts';

/** What the buttons around a drawing need to know of it. */
export interface BoardState {
  sheet: Sheet;
  canUndo: boolean;
  canRedo: boolean;
  isEmpty: boolean;
}

/** What a drawing is begun with. */
export interface BoardStart {
  kind: DrawingKind;
  /** What it lies over; null for a sheet of its own. */
  picture: Blob | null;
  /** A mask or strokes to go on with. */
  earlier: Blob | null;
  /** Steps of a drawing that was left, and how many of them are done. */
  kept: { sheet: Sheet; steps: readonly DrawingStep[]; done: number } | null;
}

/** Keeps what is drawn, step by step. */
export interface BoardKeeper {
  keep: (at: number, step: DrawingStep, begunOn: Sheet) => void;
  keepDone: (done: number) => void;
}

/**
 * A drawing: a canvas, the steps that led to it, and what can be taken back. It paints while a finger moves without
 * React hearing of it; what buttons need is told when a step is done. Steps are played again on undo, so that fifty
 * of them weigh nothing.
 */
export class DrawingBoard {
  readonly canvas: HTMLCanvasElement;
  readonly kind: DrawingKind;
  readonly #context: CanvasRenderingContext2D;
  readonly #keeper: BoardKeeper;
  readonly #picture: ImageBitmap | null;
  /** What came before the steps that can be taken back; null while that is nothing. */
  #ground: HTMLCanvasElement | null = null;
  #groundSheet: Sheet;
  #hasGround = false;
  /** The sheet at the beginning; a picture that is drawn on fills it. */
  readonly begunOn: Sheet;
  #steps: DrawingSteps = noSteps;
  #settled = 0;
  #stroke: Stroke | null = null;
  #painted = 0;
  #frame = 0;
  #listeners = new Set<() => void>();
  #state: BoardState;

  private constructor(
    canvas: HTMLCanvasElement,
    start: BoardStart,
    keeper: BoardKeeper,
    picture: ImageBitmap | null,
    earlier: ImageBitmap | null,
  ) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    this.canvas = canvas;
    this.kind = start.kind;
    this.#context = context;
    this.#keeper = keeper;
    this.#picture = picture;
    this.begunOn =
      start.kept?.sheet ?? (picture ? sheetOver(picture, start.kind) : { ...blankSheet });
    this.#groundSheet = this.begunOn;
    if (earlier) {
      const ground = this.#needGround();
      paintEarlier(ground, earlier, start.kind);
      this.#hasGround = !isBlank(ground);
    }
    if (start.kept) {
      const { steps, settled } = resumeSteps(start.kept.steps, start.kept.done);
      this.#settle(settled);
      this.#steps = steps;
    }
    this.#state = this.#read();
    this.#play();
  }

  static async open(
    canvas: HTMLCanvasElement,
    start: BoardStart,
    keeper: BoardKeeper,
  ): Promise<DrawingBoard> {
    const [picture, earlier] = await Promise.all([
      start.picture && createImageBitmap(start.picture, { imageOrientation: 'from-image' }),
      start.earlier && createImageBitmap(start.earlier),
    ]);
    return new DrawingBoard(canvas, start, keeper, picture, earlier);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): BoardState => this.#state;

  get isDrawing(): boolean {
    return this.#stroke !== null;
  }

  /** How long the stroke is that is being drawn, in points. */
  get strokeLength(): number {
    return (this.#stroke?.points.length ?? 0) / 3;
  }

  beginStroke(brush: Brush, size: number): void {
    this.#stroke = { kind: 'stroke', brush, size, points: [] };
    this.#painted = 0;
  }

  /** One more point; painted with the next frame, with all others that have come until then. */
  extendStroke(x: number, y: number, pressure: number): void {
    if (!this.#stroke) return;
    this.#stroke.points.push(x, y, pressure);
    this.#frame ||= requestAnimationFrame(() => this.#paintNew());
  }

  endStroke(): void {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#paintNew();
    this.#stroke = null;
    if (stroke.points.length === 0) return;
    // Where it crosses itself, its dark line lies on top only once all of it is known.
    if (stroke.brush === 'drop') paintStroke(this.#context, stroke);
    this.#add(stroke, true);
  }

  /** The finger was the first of two: what it drew was not meant. */
  dropStroke(): void {
    if (!this.#stroke) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#stroke = null;
    this.#play();
  }

  add(step: DrawingStep): void {
    this.endStroke();
    this.#add(step, false);
  }

  undo(): void {
    this.endStroke();
    this.#go(undoStep(this.#steps));
  }

  redo(): void {
    this.endStroke();
    this.#go(redoStep(this.#steps));
  }

  /** Whether nothing is left of what was drawn: all of it may have been rubbed out. */
  isBlank(): boolean {
    return this.#state.isEmpty || (this.kind !== 'picture' && isBlank(this.#context));
  }

  /** Pixels of the drawing for one of the picture. */
  get pictureScale(): number {
    return this.#picture ? this.begunOn.width / this.#picture.width : 1;
  }

  /** As it is seen, for a small picture of it. */
  flatten(): HTMLCanvasElement {
    const { sheet } = this.#state;
    return flatten(this.canvas, sheet, this.#picture, this.begunOn);
  }

  /**
   * A PNG as the tools take it: a mask white on black, strokes in their colours on nothing, a picture whole.
   * @param name of the file, which stands beside it in the form
   */
  finish(name: string): Promise<File> {
    this.endStroke();
    const canvas =
      this.kind === 'mask'
        ? maskOf(this.canvas)
        : this.kind === 'picture'
          ? this.flatten()
          : this.canvas;
    return pngOf(canvas, `${name}.png`);
  }

  close(): void {
    this.endStroke();
    cancelAnimationFrame(this.#frame);
    this.#picture?.close();
  }

  #paintNew(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const stroke = this.#stroke;
    if (!stroke) return;
    const length = stroke.points.length / 3;
    if (length === this.#painted) return;
    paintStroke(this.#context, stroke, this.#painted);
    this.#painted = length;
  }

  #needGround(): CanvasRenderingContext2D {
    if (!this.#ground) {
      this.#ground = document.createElement('canvas');
      this.#ground.width = this.#groundSheet.width;
      this.#ground.height = this.#groundSheet.height;
    }
    const context = this.#ground.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    return context;
  }

  #settle(steps: readonly DrawingStep[]): void {
    if (steps.length === 0) return;
    const ground = this.#needGround();
    for (const step of steps) paintStep(ground, step);
    this.#groundSheet = sheetAfter(this.#groundSheet, steps);
    this.#hasGround = leavesSomething(steps, this.#hasGround);
    this.#settled += steps.length;
  }

  /** @param isPainted a finger has painted it already */
  #add(step: DrawingStep, isPainted: boolean): void {
    const at = this.#settled + this.#steps.done.length;
    const { steps, settled } = addStep(this.#steps, step);
    this.#settle(settled);
    this.#steps = steps;
    this.#keeper.keep(at, step, this.begunOn);
    if (!isPainted) this.#play();
    this.#tell();
  }

  #go(next: DrawingSteps): void {
    if (next.done.length === this.#steps.done.length) return;
    this.#steps = next;
    this.#keeper.keepDone(this.#settled + next.done.length);
    this.#play();
    this.#tell();
  }

  #play(): void {
    const { width, height } = this.#groundSheet;
    // Also empties it.
    this.canvas.width = width;
    this.canvas.height = height;
    if (this.#ground) this.#context.drawImage(this.#ground, 0, 0);
    for (const step of this.#steps.done) paintStep(this.#context, step);
  }

  #read(): BoardState {
    const { done, undone } = this.#steps;
    return {
      sheet: sheetAfter(this.#groundSheet, done),
      canUndo: done.length > 0,
      canRedo: undone.length > 0,
      isEmpty: !leavesSomething(done, this.#hasGround),
    };
  }

  #tell(): void {
    this.#state = this.#read();
    for (const listener of this.#listeners) listener();
  }
}
