import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guideDelayMs } from '../../../../src/domain/guide.ts';
import { useFirstGuide } from '../../../../src/features/guide/useFirstGuide.ts';
import { freshDevice } from '../../../fixtures/device.ts';

let root: Root | null = null;
const told: boolean[] = [];

function Frame() {
  useFirstGuide(
    'cn',
    false,
    () => Promise.resolve(true),
    (isOpen) => told.push(isOpen),
  );
  return <button type="button">tools</button>;
}

beforeEach(async () => {
  told.length = 0;
  await freshDevice();
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  root = createRoot(place);
  root.render(<Frame />);
});
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

async function untilOpened() {
  await expect.poll(() => told).toEqual([true]);
}
const press = (element: Element | null) =>
  element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));

test('a guide that nobody can have seen yet gives way to who presses something on the page', async () => {
  await untilOpened();
  press(document.querySelector('#root button'));
  expect(told).toEqual([true, false]);
});

test('a press on the guide itself leaves it open', async () => {
  await untilOpened();
  press(document.body.appendChild(document.createElement('div')));
  expect(told).toEqual([true]);
});

test('a press from before the app was there, which is carried out when it is, counts as begun', async () => {
  await expect.poll(() => document.querySelector('button')).not.toBeNull();
  document.querySelector('button')?.click();
  await new Promise((resolve) => {
    setTimeout(resolve, 2 * guideDelayMs);
  });
  expect(told).toEqual([]);
});
