import { afterEach, beforeEach, expect, test } from 'vitest';

import { focusSoon } from '../../../../src/features/playground/focus.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** A field with this name, drawn anew as often as it is asked for. */
function drawField(): HTMLButtonElement {
  const button = document.createElement('button');
  button.id = 'a-field';
  document.body.replaceChildren(button);
  return button;
}

beforeEach(() => {
  document.body.replaceChildren();
});
afterEach(() => {
  document.body.replaceChildren();
});

test('a field that is led to has the focus, also when its code comes just then and draws it anew', async () => {
  const before = drawField();
  focusSoon('a-field');
  expect(document.activeElement).toBe(before);
  await nextFrame();
  const after = drawField();
  expect(document.activeElement).toBe(document.body);
  await expect.poll(() => document.activeElement).toBe(after);
});

test('who goes on by a key meanwhile is not fetched back', async () => {
  drawField();
  focusSoon('a-field');
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  drawField();
  for (let frame = 0; frame < 40; frame += 1) await nextFrame();
  expect(document.activeElement).toBe(document.body);
});
