import { afterEach, expect, test } from 'vitest';
import { createRoot, type Root } from 'react-dom/client';
import { useAtRest } from '../../../src/ui/wall/useAtRest.ts';

function Tile() {
  return <p data-tile>{useAtRest() ? 'whole' : 'seen'}</p>;
}

let root: Root | null = null;

function show(count = 1): void {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(Array.from({ length: count }, (_unused, number) => <Tile key={number} />));
}

const states = () =>
  [...document.querySelectorAll('[data-tile]')].map(({ textContent }) => textContent);
const state = () => states()[0];
const whole = () => states().filter((text) => text === 'whole').length;
const nextFrame = () => new Promise(requestAnimationFrame);

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

test('a tile that came while nothing scrolls is soon drawn whole', async () => {
  show();
  await expect.poll(state).toBe('whole');
});

test('a tile that comes while somebody scrolls draws what is seen, and the rest when they stop', async () => {
  show();
  const box = document.body.appendChild(document.createElement('div'));
  const fromMs = performance.now();
  while (performance.now() - fromMs < 600) {
    // A box's own scrolling does not bubble.
    box.dispatchEvent(new Event('scroll'));
    await nextFrame();
    if (state() !== undefined) expect(state()).toBe('seen');
  }
  await expect.poll(state).toBe('whole');
});

test('who scrolls on while a screen of tiles is being drawn whole goes before those that are left', async () => {
  show(60);
  while (whole() === 0) await nextFrame();
  for (let frame = 0; frame < 5; frame += 1) {
    dispatchEvent(new Event('scroll'));
    await nextFrame();
  }
  const drawn = whole();
  expect(drawn).toBeLessThan(60);
  for (let frame = 0; frame < 20; frame += 1) {
    dispatchEvent(new Event('scroll'));
    await nextFrame();
    expect(whole()).toBe(drawn);
  }
  await expect.poll(whole).toBe(60);
});
