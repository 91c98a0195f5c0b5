import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { RoutedWork } from '../../../fixtures/work-page.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const address = (number: number) => `/work/c_${workId(number)}`;
const open = (url: string) => openScreen({ path: '/work/$id', url, component: RoutedWork });

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem()]);
  // As on an iPhone, where no element can have the whole screen.
  vi.spyOn(HTMLElement.prototype, 'requestFullscreen').mockRejectedValue(new TypeError('no'));
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

test('a work can have the whole window to itself, turns to its neighbours there, and Escape leads back', async () => {
  await putWorks(workRow(1), workRow(2));
  const { url } = open(address(2));
  await page.getByRole('button', { name: 'Full screen' }).click();
  const details = page.getByRole('heading', { level: 1 });
  await expect.element(details).not.toBeInTheDocument();
  const view = document.querySelector('[data-full]')!;
  // The window grows before what is in it is laid out anew.
  await expect
    .poll(() => {
      const { left, top, width, height } = view.getBoundingClientRect();
      return { left, top, width: width - innerWidth, height: height - innerHeight };
    })
    .toEqual({ left: 0, top: 0, width: 0, height: 0 });
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(url).toBe(address(1));
  expect(document.querySelector('[data-full]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).toBeVisible();
  await userEvent.keyboard('{Shift>}f{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.element(details).toBeVisible();
});

test('its controls go while nobody moves, and come back with a movement or a key', async () => {
  await putWorks(workRow(1));
  open(address(1));
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => document.querySelector('[data-idle]')).not.toBeNull();
  document.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  await expect.poll(() => document.querySelector('[data-idle]')).toBeNull();
});

test('the page of a work follows the list that its address names, also from there on', async () => {
  await putWorks(workRow(1, { starred: 1 }), workRow(2), workRow(3, { starred: 1 }));
  const { url } = open(`${address(3)}?marked=favourites`);
  await expect.element(page.getByText('1 / 2')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(url).toBe(`${address(1)}?marked=favourites`);
  await page.getByRole('button', { name: 'All works' }).click();
  await expect.poll(url).toBe('/history?marked=favourites');
});

test('the next picture is read and decoded while one looks at this one, and is there at once', async () => {
  await putWorks(workRow(1), workRow(2));
  const decode = vi.spyOn(HTMLImageElement.prototype, 'decode');
  const { url } = open(address(2));
  await expect.poll(() => decode.mock.settledResults[0]?.type).toBe('fulfilled');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(url).toBe(address(1));
  const picture = page.getByRole('img', { name: 'picture 1' });
  await expect
    .element(picture)
    .toHaveAttribute('src', (decode.mock.contexts[0] as HTMLImageElement).src);
});
