import { expect, test } from 'vitest';
import {
  lookAfterKey,
  movedBy,
  scaledAbout,
  wholeLook,
} from '../../../../src/features/work/compare/useSharedLook.ts';

test('what lies under the pointer stays there when the pictures grow', () => {
  const at = { x: 0.25, y: -0.1 };
  const grown = scaledAbout(wholeLook, 2, at);
  // A place p of the picture is seen at p × scale + offset.
  expect(at.x * grown.scale + grown.x).toBeCloseTo(at.x);
  expect(at.y * grown.scale + grown.y).toBeCloseTo(at.y);
});

test('no picture leaves its room, and none is smaller than it', () => {
  expect(scaledAbout({ scale: 2, x: 0.5, y: 0 }, 0.1)).toEqual(wholeLook);
  expect(movedBy(wholeLook, 1, 1)).toEqual(wholeLook);
  expect(movedBy({ scale: 3, x: 0, y: 0 }, 9, -9)).toEqual({ scale: 3, x: 1, y: -1 });
  expect(scaledAbout(wholeLook, 1_000).scale).toBe(8);
});

test('arrows move what is enlarged and are nobody’s else', () => {
  expect(lookAfterKey(wholeLook, 'ArrowLeft')).toBeNull();
  expect(lookAfterKey({ scale: 2, x: 0, y: 0 }, 'ArrowLeft')).toMatchObject({ x: 0.1 });
  expect(lookAfterKey({ scale: 2, x: 0, y: 0 }, '0')).toEqual(wholeLook);
  expect(lookAfterKey(wholeLook, 'q')).toBeNull();
});
