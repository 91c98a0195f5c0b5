import { expect, test } from 'vitest';

import {
  addStep,
  noSteps,
  redoStep,
  undoStep,
  undoMax,
  type DrawingStep,
} from '../../../../src/features/playground/draw/drawing-steps.ts';

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
  for (let size = 1; size <= undoMax + 3; size += 1) {
    const next = addStep(steps, stroke(size));
    steps = next.steps;
    settled.push(...next.settled);
  }
  expect(settled).toEqual([stroke(1), stroke(2), stroke(3)]);
  expect(steps.done).toHaveLength(undoMax);
});
