import type { Browser, CDPSession, Page } from '@playwright/test';

import type { FaultPlatform } from '../faults/browser/platform.ts';
import type { Figure } from './offline-thousand.ts';

const strokes = 40;
const pointsOfStroke = 120;
/** A mouse of 1,000 Hz tells of itself eight times in a frame of 120 Hz. */
const atOnce = 8;

interface Count {
  sent: number;
  kept: number;
  bare: number;
  strokes: number;
}

/** Sends strokes as fast as the browser takes them, without waiting for what the page does with them. */
async function scribble(page: Page, session: CDPSession): Promise<{ x: number; y: number }[]> {
  const box = await page.getByTestId('drawing').boundingBox();
  if (!box) throw new Error('nothing to draw on');
  const sent: { x: number; y: number }[] = [];
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: type === 'mouseMoved' ? 0 : 1,
      pointerType: 'mouse',
    });
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const at = (index: number) => ({
      x: box.x + box.width * (0.08 + (0.84 * index) / pointsOfStroke),
      y:
        box.y +
        box.height * (0.06 + (0.88 * stroke) / strokes + 0.03 * Math.sin(index / 5 + stroke)),
    });
    const first = at(0);
    await send('mousePressed', first.x, first.y);
    sent.push(first);
    for (let index = 1; index < pointsOfStroke; index += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, pointsOfStroke - index) }, (_, next) =>
        at(index + next),
      );
      sent.push(...some);
      await Promise.all(some.map(({ x, y }) => send('mouseMoved', x, y)));
    }
    const last = at(pointsOfStroke - 1);
    await send('mouseReleased', last.x, last.y);
  }
  return sent;
}

/** What has become of them: points that were kept, and points without ink beneath them. */
async function count(page: Page, sent: readonly { x: number; y: number }[]): Promise<Count> {
  return page.evaluate(async (points) => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="drawing"]');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) throw new Error('no canvas');
    const box = canvas.getBoundingClientRect();
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const isBare = ({ x, y }: { x: number; y: number }) => {
      const column = Math.round(((x - box.left) / box.width) * width);
      const row = Math.round(((y - box.top) / box.height) * height);
      return (data[(row * width + column) * 4 + 3] ?? 0) === 0;
    };
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('kiln');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('no database')));
    });
    const rows = await new Promise<{ step: { kind: string; points?: number[] } }[]>((resolve) => {
      const reading = database.transaction('drawingSteps').objectStore('drawingSteps').getAll();
      reading.addEventListener('success', () => resolve(reading.result as never));
    });
    database.close();
    const drawn = rows.filter(({ step }) => step.kind === 'stroke');
    return {
      sent: points.length,
      kept: drawn.reduce((sum, { step }) => sum + (step.points?.length ?? 0) / 3, 0),
      bare: points.filter(isBare).length,
      strokes: drawn.length,
    };
  }, sent);
}

/** Points of a fast hand that are not in the drawing: on the canvas, and in what is kept of it. */
export async function strokesLost(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const slowdown of [1, 4]) {
    const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(`${platform.url}/generate/Upscaling`);
    await page.getByRole('button', { name: 'Draw it' }).click();
    await page.getByTestId('drawing').waitFor();
    await page.getByRole('button', { name: /^Show all of it/ }).click();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const fromMs = Date.now();
    const sent = await scribble(page, session);
    const tookMs = Date.now() - fromMs;
    await page.getByRole('button', { name: 'Use it' }).and(page.locator(':enabled')).waitFor();
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    // The last stroke is kept a moment after it was drawn.
    await page.getByRole('button', { name: 'Go on later' }).click();
    await page.getByRole('button', { name: 'Go on drawing' }).click();
    await page.getByRole('button', { name: 'Use it' }).and(page.locator(':enabled')).waitFor();
    const found = await count(page, sent);
    figures.push({
      what: `${slowdown}×`,
      value: `${found.sent - found.kept} of ${found.sent} points lost, ${found.bare} without ink, ${strokes - found.strokes} of ${strokes} strokes lost; ${Math.round(found.sent / (tookMs / 1_000))} points a second`,
    });
    await context.close();
  }
  return figures;
}
