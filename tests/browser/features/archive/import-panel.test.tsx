import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ArchivePage } from '../../../../src/features/archive/ArchivePage.tsx';
import { forgetImport } from '../../../../src/features/archive/importing.ts';
import { listWorks } from '../../../../src/db/works/works.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { jsonBytes, textBytes, zipFile, type ZipFile } from '../../../fixtures/zip.ts';

beforeEach(freshDevice);
afterEach(() => {
  closeScreen();
  forgetImport();
});

const open = () => openScreen({ path: '/archive', component: () => <ArchivePage /> });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const works = () => listWorks({ owner, order: 'oldest', limit: 100 });

function archive(count: number): ZipFile[] {
  return Array.from({ length: count }, (_unused, number): ZipFile[] => [
    { name: `${number}-${number}-a fox.png`, data: solidPng(24, 16, [number, 40, 90]) },
    { name: `${number}-${number}-a fox.json`, data: jsonBytes({ prompt: 'a fox', seed: '1' }) },
  ]).flat();
}

async function choose(...files: File[]): Promise<void> {
  await userEvent.upload(page.getByTestId('pick-import'), files);
}

test('what is found is told before it begins, and what came of it in the end', async () => {
  open();
  const mixed = [...archive(3), { name: 'readme.md', data: textBytes('x') }];
  await choose(await zipFile('stable_horde.zip', mixed));
  await expect.element(page.getByRole('heading', { name: '3 works were found' })).toBeVisible();
  await expect.element(page.getByText('stable-ui archive')).toBeVisible();
  await expect.element(page.getByText(/They need .* on this device/)).toBeVisible();
  expect(await works()).toEqual([]);
  await userEvent.click(page.getByText('1 file was left out'));
  await expect.element(page.getByText('readme.md')).toBeVisible();
  await expect
    .element(page.getByText('It is no picture, video, sound or 3D model that Kiln can keep.'))
    .toBeVisible();
  await userEvent.click(button('Bring 3 works in'));
  await expect.element(page.getByText('3 works came in')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Show them' })).toBeVisible();
  expect(await works()).toHaveLength(3);
  // Nothing leaves the device unless the person says so.
  expect((await works()).map(({ untold }) => untold)).toEqual([undefined, undefined, undefined]);
});

test('files that are dropped are looked into, too, and the studio is told where the person says so', async () => {
  open();
  const zone = page.getByRole('group', { name: 'Files to bring in' });
  await expect.element(zone).toBeVisible();
  const carried = new DataTransfer();
  carried.items.add(await zipFile('stable_horde.zip', archive(2)));
  zone.element().dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true }));
  await userEvent.click(page.getByRole('switch', { name: /^Keep them with the studio, too/ }));
  await userEvent.click(button('Bring 2 works in'));
  await expect.element(page.getByText('2 works came in')).toBeVisible();
  expect((await works()).map(({ untold }) => untold)).toEqual([true, true]);
});

test('an import that is stopped says what is in, and goes on with the same files', async () => {
  open();
  await choose(await zipFile('stable_horde.zip', archive(150)));
  // At once: a pointer may come when all of it is in already.
  const watching = new MutationObserver(() => {
    const stop = button('Stop').query();
    if (!(stop instanceof HTMLElement)) return;
    watching.disconnect();
    stop.click();
  });
  watching.observe(document.body, { childList: true, subtree: true });
  await userEvent.click(button('Bring 150 works in'));
  await expect.element(page.getByText('You stopped the import')).toBeVisible();
  await userEvent.click(button('Go on'));
  await userEvent.click(button('Bring 150 works in'));
  await expect.element(page.getByRole('link', { name: 'Show them' })).toBeVisible();
  expect(await works()).toHaveLength(100);
});

test('a file that is nothing at all is named with its reason, and nothing can be brought in', async () => {
  open();
  await choose(new File(['no archive'], 'broken.zip'));
  await expect
    .element(page.getByText('There is nothing in these files that Kiln can keep'))
    .toBeVisible();
  await userEvent.click(page.getByText('1 file was left out'));
  await expect.element(page.getByText('broken.zip')).toBeVisible();
  await expect.element(page.getByText(/damaged or incomplete, or it is no ZIP/)).toBeVisible();
  expect(button(/^Bring/).query()).toBeNull();
});
