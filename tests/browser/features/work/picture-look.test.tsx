import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { RoutedWork } from '../../../fixtures/work-page.tsx';

const picture = () => page.getByRole('img', { name: 'picture 1' }).element() as HTMLImageElement;
const frameOf = (element: Element): HTMLElement => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflowY !== 'visible') return parent;
  }
  throw new Error('The picture has no frame');
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const shape = () => {
  const { width, height } = picture().getBoundingClientRect();
  return Math.round((width / height) * 100) / 100;
};

function press(type: string, pointerId: number, clientX: number, clientY: number) {
  const event = { pointerId, clientX, clientY, isPrimary: pointerId === 1, pointerType: 'touch' };
  picture().dispatchEvent(new PointerEvent(type, { ...event, bubbles: true, buttons: 1 }));
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await putWorks(workRow(1, { width: 1_800, height: 1_200 }), workRow(2));
  openScreen({ path: '/work/$id', url: `/work/c_${workId(1)}`, component: RoutedWork });
  await expect.element(page.getByRole('img', { name: 'picture 1' })).toBeInTheDocument();
});
afterEach(closeScreen);

describe('a picture', () => {
  test('turns by quarters, by its button and by keys, and stays whole within its room', async () => {
    expect(shape()).toBe(1.5);
    await button('Rotate').click();
    await expect.poll(shape).toBe(0.67);
    await expect.element(page.getByText('Rotated by 90°')).toBeInTheDocument();
    const room = frameOf(picture()).getBoundingClientRect();
    expect(picture().getBoundingClientRect().height).toBeLessThanOrEqual(room.height + 1);
    await userEvent.keyboard('r');
    await expect.element(page.getByText('Rotated by 180°')).toBeInTheDocument();
    await userEvent.keyboard('{Shift>}r{/Shift}');
    await expect.element(page.getByText('Rotated by 90°')).toBeInTheDocument();
    await button('Show all of it').click();
    await expect.poll(shape).toBe(1.5);
    await expect.element(button('Show all of it')).not.toBeInTheDocument();
  });

  test('grows and moves by keys alone, and 0 shows all of it', async () => {
    const fitted = picture().getBoundingClientRect().width;
    await userEvent.keyboard('+');
    await expect.poll(() => picture().getBoundingClientRect().width).toBe(1_800);
    const frame = frameOf(picture());
    const [left, top] = [frame.scrollLeft, frame.scrollTop];
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(() => frame.scrollLeft).toBeGreaterThan(left);
    expect(frame.scrollTop).toBeGreaterThan(top);
    await userEvent.keyboard('+-');
    await expect.poll(() => picture().getBoundingClientRect().width).toBe(1_800);
    await userEvent.keyboard('0');
    await expect.poll(() => picture().getBoundingClientRect().width).toBe(fitted);
  });

  test('grows under two fingers about the place between them, and one finger moves it', async () => {
    const before = picture().getBoundingClientRect();
    const [x, y] = [before.left + before.width * 0.75, before.top + before.height * 0.5];
    press('pointerdown', 1, x - 50, y);
    press('pointerdown', 2, x + 50, y);
    press('pointermove', 2, x + 150, y);
    await expect
      .poll(() => picture().getBoundingClientRect().width)
      .toBeGreaterThan(1.9 * before.width);
    const after = picture().getBoundingClientRect();
    // The fingers' middle went 50 to the right, and what was between them with it.
    expect((x + 50 - after.left) / after.width).toBeCloseTo(0.75, 1);
    press('pointerup', 2, x + 150, y);
    const frame = frameOf(picture());
    const left = frame.scrollLeft;
    press('pointermove', 1, x - 90, y);
    expect(frame.scrollLeft - left).toBe(40);
    press('pointerup', 1, x - 90, y);
    await expect.element(page.getByText('picture 1', { exact: true })).toBeVisible();
  });

  test('is dragged by a mouse where it is larger than its room', async () => {
    await button('Larger').click();
    await expect.poll(() => picture().getBoundingClientRect().width).toBe(1_800);
    const frame = frameOf(picture());
    const left = frame.scrollLeft;
    await userEvent.dragAndDrop(page.elementLocator(frame), page.elementLocator(frame), {
      sourcePosition: { x: 400, y: 400 },
      targetPosition: { x: 300, y: 400 },
    });
    await expect.poll(() => frame.scrollLeft).toBeGreaterThan(left + 50);
  });
});
