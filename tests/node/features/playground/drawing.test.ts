import { expect, test } from 'vitest';

import {
  addStep,
  blankSheet,
  leavesSomething,
  noSteps,
  redoStep,
  resumeSteps,
  sheetAfter,
  undoStep,
  type DrawingStep,
} from '../../../../src/domain/drawing.ts';
import { drawingUndoMax } from '../../../../src/domain/limits.ts';
import { moveEdges } from '../../../../src/features/playground/draw/frame.ts';
import { fitView, keepInSight, zoomAt } from '../../../../src/features/playground/draw/view.ts';

const stroke = (size: number): DrawingStep => ({ kind: 'stroke', brush: 'mark', size, points: [] });

test('what is taken back comes again in its order, until something new is drawn', () => {
  let steps = noSteps;
  for (const size of [1, 2, 3]) ({ steps } = addStep(steps, stroke(size)));
  const back = undoStep(undoStep(steps));
  expect(back.done).toEqual([stroke(1)]);
  expect(redoStep(redoStep(back))).toEqual(steps);
  const { steps: other } = addStep(back, stroke(9));
  expect(other).toEqual({ done: [stroke(1), stroke(9)], undone: [] });
  expect(redoStep(other)).toEqual(other);
});

test('with nothing drawn there is nothing to take back or bring again', () => {
  expect(undoStep(noSteps)).toEqual(noSteps);
  expect(redoStep(noSteps)).toEqual(noSteps);
});

test('fifty steps can be taken back; older ones belong to the ground, oldest first', () => {
  let steps = noSteps;
  const settled: DrawingStep[] = [];
  for (let size = 1; size <= drawingUndoMax + 3; size += 1) {
    const next = addStep(steps, stroke(size));
    steps = next.steps;
    settled.push(...next.settled);
  }
  expect(settled).toEqual([stroke(1), stroke(2), stroke(3)]);
  expect(steps.done).toHaveLength(drawingUndoMax);
});

test('a kept drawing can be gone on with: what was taken back comes again, what is too old stays', () => {
  const kept = Array.from({ length: drawingUndoMax + 4 }, (_, at) => stroke(at + 1));
  const { steps, settled } = resumeSteps(kept, kept.length - 2);
  expect(settled).toEqual([stroke(1), stroke(2)]);
  expect(steps.done).toHaveLength(drawingUndoMax);
  expect(redoStep(redoStep(steps)).done.slice(-2)).toEqual(kept.slice(-2));
});

test('a sheet that was cut and given other paper knows where it lies on the first one', () => {
  const steps: DrawingStep[] = [
    { kind: 'frame', x: 100, y: 20, width: 400, height: 300 },
    { kind: 'paper', colour: '#203040' },
    { kind: 'frame', x: -50, y: 10, width: 500, height: 200 },
  ];
  expect(sheetAfter(blankSheet, steps)).toEqual({
    x: 50,
    y: 30,
    width: 500,
    height: 200,
    paper: '#203040',
  });
});

test('a drawing that was cleared is as good as none, whatever was rubbed out after', () => {
  const rubber: DrawingStep = { kind: 'stroke', brush: 'erase', size: 5, points: [] };
  expect(leavesSomething([stroke(1), { kind: 'clear' }, rubber], true)).toBe(false);
  expect(leavesSomething([rubber], true)).toBe(true);
  expect(leavesSomething([{ kind: 'clear' }, stroke(2)], false)).toBe(true);
});

test('a frame keeps within its sheet and never gets smaller than a sheet may be', () => {
  const sheet = { width: 800, height: 600 };
  const whole = { x: 0, y: 0, ...sheet };
  expect(moveEdges(whole, sheet, 'left top', { x: 790, y: 590 })).toEqual({
    x: 700,
    y: 500,
    width: 100,
    height: 100,
  });
  expect(moveEdges(whole, sheet, 'right', { x: 40, y: 0 })).toEqual(whole);
  const part = { x: 100, y: 100, width: 300, height: 300 };
  expect(moveEdges(part, sheet, 'all', { x: 900, y: -900 })).toEqual({ ...part, x: 500, y: 0 });
});

test('what is under the fingers stays there when it is brought closer, and a sheet never leaves its window', () => {
  const view = fitView({ width: 800, height: 800 }, { width: 424, height: 624 });
  expect(view).toEqual({ scale: 0.5, x: 12, y: 112 });
  const closer = zoomAt(view, 2, { x: 212, y: 312 }, 0.1);
  expect(closer.scale).toBe(1);
  expect((212 - closer.x) / closer.scale).toBe((212 - view.x) / view.scale);
  const away = keepInSight(
    { scale: 1, x: -5_000, y: 5_000 },
    { width: 800, height: 800 },
    {
      width: 424,
      height: 624,
    },
  );
  expect([away.x, away.y]).toEqual([48 - 800, 624 - 48]);
});
