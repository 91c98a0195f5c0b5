import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GalleryEntry } from '../../../../src/domain/gallery.ts';
import { workRouteId } from '../../../../src/domain/ids.ts';
import { lastReadAtoms } from '../../../../src/features/gallery/gallery-lists.ts';
import { store } from '../../../../src/ui/atoms.ts';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { RoutedWork } from '../../../fixtures/work-page.tsx';
import { workId } from '../../../fixtures/works.ts';

const entry = (number: number): GalleryEntry => ({
  id: workId(number),
  title: `Vase ${number}`,
  author: 'ada',
  isSample: false,
  picture: `/g/${number}/picture`,
  file: `/g/${number}/file`,
  jobType: 'Text2Img',
  model: 'kiln-painter',
  modelName: 'Painter',
  parameters: {},
  prompt: 'a vase',
  negativePrompt: '',
  categoryId: 6,
  seed: '1',
  width: 64,
  height: 64,
  mediaType: 'image/png',
  bytes: 10,
  thumbhash: '',
  publishedAtMs: 0,
});
const address = (number: number) => `/work/${workRouteId(workId(number))}`;

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  // Nobody answers: what the list said is enough.
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => {}));
  const entries = [entry(1), entry(2), entry(3)];
  store.set(lastReadAtoms.home, { key: '', entries, pages: 1, more: false, asOfMs: null });
});
afterEach(() => {
  store.set(lastReadAtoms.home, null);
  closeScreen();
  vi.restoreAllMocks();
});

test('from a published work keys and buttons lead through the list that one came from, and the focus stays', async () => {
  const { url } = openScreen({ path: '/work/$id', url: address(1), component: RoutedWork });
  const title = page.getByRole('heading', { level: 1 });
  await expect.element(title).toHaveTextContent('Vase 1');
  await userEvent.keyboard('s');
  await expect.element(title).toHaveTextContent('Vase 2');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(title).toHaveTextContent('Vase 1');
  await expect.element(page.getByRole('button', { name: 'Previous work' })).toBeDisabled();
  const next = page.getByRole('button', { name: 'Next work' });
  await next.click();
  await expect.element(title).toHaveTextContent('Vase 2');
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(title).toHaveTextContent('Vase 3');
  expect(url()).toBe(address(3));
});
