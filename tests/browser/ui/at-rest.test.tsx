import { afterEach, expect, test } from 'vitest';
import { createRoot, type Root } from 'react-dom/client';
import { useAtRest } from '../../../src/ui/wall/useAtRest.ts';

function Tile() {
  return <p data-tile>{useAtRest() ? 'whole' : 'seen'}</p>;
}

let root: Root | null = null;

function show(): void {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(<Tile />);
}

const state = () => document.querySelector('[data-tile]')?.textContent;
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
