import { expect, test } from 'vitest';
import { whenNothingScrolls } from '../../../src/ui/when-nothing-scrolls.ts';

const nextFrame = () => new Promise(requestAnimationFrame);

/** Of a box, whose own scrolling does not bubble. */
async function scrollWhile(goesOn: () => boolean): Promise<void> {
  const box = document.body.appendChild(document.createElement('div'));
  while (goesOn()) {
    box.dispatchEvent(new Event('scroll'));
    await nextFrame();
  }
  box.remove();
}

test('where nobody scrolls it begins after its while, once', async () => {
  const fromMs = performance.now();
  const begun: number[] = [];
  whenNothingScrolls(() => begun.push(performance.now() - fromMs), 200, 300);
  await expect.poll(() => performance.now() - fromMs).toBeGreaterThan(500);
  expect(begun).toHaveLength(1);
  expect(begun[0]).toBeGreaterThanOrEqual(199);
});

test('it waits for somebody who scrolls, and begins when they have stopped', async () => {
  const fromMs = performance.now();
  let begun = 0;
  whenNothingScrolls(() => (begun += 1), 100, 60_000);
  await scrollWhile(() => performance.now() - fromMs < 700);
  expect(begun).toBe(0);
  await expect.poll(() => begun).toBe(1);
});

test('somebody who does not stop is not waited for for ever', async () => {
  let begun = 0;
  whenNothingScrolls(() => (begun += 1), 100, 400);
  await scrollWhile(() => begun === 0);
  expect(begun).toBe(1);
});
