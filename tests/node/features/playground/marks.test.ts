import { expect, test } from 'vitest';

import {
  addMark,
  noMarks,
  redoMark,
  undoMark,
  undoMax,
  type Mark,
} from '../../../../src/features/playground/draw/marks.ts';

const stroke = (size: number): Mark => ({ kind: 'stroke', brush: 'mark', size, points: [] });

test('what is taken back comes again in its order, until something new is drawn', () => {
  let marks = noMarks;
  for (const size of [1, 2, 3]) ({ marks } = addMark(marks, stroke(size)));
  const back = undoMark(undoMark(marks));
  expect(back.done).toEqual([stroke(1)]);
  expect(redoMark(redoMark(back))).toEqual(marks);
  const { marks: other } = addMark(back, stroke(9));
  expect(other).toEqual({ done: [stroke(1), stroke(9)], undone: [] });
  expect(redoMark(other)).toEqual(other);
});

test('with nothing drawn there is nothing to take back or bring again', () => {
  expect(undoMark(noMarks)).toEqual(noMarks);
  expect(redoMark(noMarks)).toEqual(noMarks);
});

test('fifty steps can be taken back; older ones belong to the ground, oldest first', () => {
  let marks = noMarks;
  const settled: Mark[] = [];
  for (let size = 1; size <= undoMax + 3; size += 1) {
    const next = addMark(marks, stroke(size));
    marks = next.marks;
    settled.push(...next.settled);
  }
  expect(settled).toEqual([stroke(1), stroke(2), stroke(3)]);
  expect(marks.done).toHaveLength(undoMax);
});
