import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { RoutedWork } from '../../../fixtures/work-page.tsx';

/** What the device's sheet was given, time after time. */
let given: File[][];
/** What the sheet does; Chromium without a window has none. */
let sheet: () => Promise<void>;

function stand(name: 'share' | 'canShare', value: unknown): void {
  Object.defineProperty(navigator, name, { configurable: true, value });
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  given = [];
  sheet = () => Promise.resolve();
  stand('canShare', () => true);
  stand('share', ({ files }: { files: File[] }) => {
    given.push(files);
    return sheet();
  });
  await freshDevice();
  await keepModels([modelItem()]);
  await putWorks(workRow(1));
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

async function share(): Promise<void> {
  openScreen({ path: '/work/$id', url: `/work/c_${workId(1)}`, component: RoutedWork });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share the file' }).click();
}

test('a work goes to other apps as a file with a name, by the device’s own sheet', async () => {
  await share();
  await expect.poll(() => given.length).toBe(1);
  expect(given[0]?.map(({ name, type }) => [name, type])).toEqual([['picture 1.png', 'image/png']]);
});

test('a sheet that wants another press gets it from the note that the file is ready', async () => {
  sheet = () => Promise.reject(new DOMException('No press', 'NotAllowedError'));
  await share();
  await expect.element(page.getByText('The file is ready.')).toBeVisible();
  sheet = () => Promise.resolve();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => given.length).toBe(2);
});

test('what the device can’t hand over is to be downloaded instead', async () => {
  // It has a sheet, but not for this file.
  stand('canShare', ({ files }: { files: File[] }) =>
    files.every(({ name }) => name === 'kiln.png'),
  );
  await share();
  await expect.element(page.getByText(/Download it instead\.$/)).toBeVisible();
  expect(given).toEqual([]);
});

test('a device without such a sheet offers none', async () => {
  Reflect.deleteProperty(navigator, 'canShare');
  openScreen({ path: '/work/$id', url: `/work/c_${workId(1)}`, component: RoutedWork });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect
    .element(page.getByRole('menuitem', { name: 'Share the file' }))
    .not.toBeInTheDocument();
});
