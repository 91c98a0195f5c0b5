import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getMedia } from '../../../../src/db/media/media.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { draftHere } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closePlayground, freshStudio, openPlayground } from './open.tsx';

/** A form with several fields that take one picture each, and one that is drawn on the first. */

const names = ['image', 'image_2', 'image_3'];
const schema: ModelSchema = {
  // What is not is asked for once these are there.
  required: [...names, 'mask'],
  properties: Object.fromEntries(
    [...names, 'mask'].map((name, index) => [
      name,
      { type: 'string', title: `Place ${name}`, format: 'uri', 'x-order': index } as const,
    ]),
  ),
};
const combine = modelItem({
  type: 'Img2Img',
  upload: 'image',
  mask: 'mask',
  upload_limit: 1,
  accept_types: ['png'],
  filed_mappings: { prompt: null, negative_prompt: null },
});

const picture = (name: string, shade: number) =>
  new File([solidPng(12, 8, [shade, 40, 90])], `${name}.png`, { type: 'image/png' });

function carry(files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}
function drag(kind: 'dragover' | 'drop', target: Element, files: File[]): void {
  const options = { dataTransfer: carry(files), bubbles: true, cancelable: true };
  target.dispatchEvent(new DragEvent(kind, options));
}
function paste(target: Element, files: File[]): void {
  const options = { clipboardData: carry(files), bubbles: true, cancelable: true };
  target.dispatchEvent(new ClipboardEvent('paste', options));
}
const zone = (name: string) => page.getByText(`Place ${name}`, { exact: true });

/** What stands in which field, by the names of the files. */
async function filled(): Promise<Record<string, string | undefined>> {
  const sources = (await draftHere('Img2Img'))?.sources ?? [];
  const entries = sources.map(
    async ({ field, mediaId }) => [field, (await getMedia(mediaId))?.name] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([combine], { painter: schema });
  openPlayground('/generate/Img2Img');
  await expect.element(zone('mask')).toBeVisible();
});
afterEach(closePlayground);

test('a picture goes where it is dropped or pasted; what comes with it, to the next free fields', async () => {
  drag('dragover', zone('image_2').element(), [picture('x', 1)]);
  await expect.element(page.getByText('Let go to use it')).toBeVisible();
  await expect.element(zone('image')).toBeVisible();
  await expect.element(zone('image_2')).not.toBeInTheDocument();
  drag('drop', page.getByText('Let go to use it').element(), [picture('second', 10)]);
  await expect.poll(filled).toEqual({ image_2: 'second.png' });
  // One that is drawn on is not filled by chance, but by aim.
  drag('drop', zone('image_3').element(), [picture('third', 20), picture('first', 30)]);
  const three = { image: 'first.png', image_2: 'second.png', image_3: 'third.png' };
  await expect.poll(filled).toEqual(three);
  drag('drop', zone('mask').element(), [picture('marks', 40)]);
  await expect.poll(filled).toEqual({ ...three, mask: 'marks.png' });
  // The one that has the focus is the one that is meant.
  await expect.element(page.getByText('third.png')).toBeVisible();
  const replace = page.getByRole('button', { name: 'Replace' }).nth(2);
  paste(replace.element(), [picture('other', 50)]);
  await expect.poll(filled).toMatchObject({ ...three, image_3: 'other.png' });
});

test('pictures that find no free field replace none, and are said', async () => {
  drag(
    'drop',
    document.body,
    [1, 2, 3, 4, 5].map((shade) => picture(`p${shade}`, shade * 40)),
  );
  const three = { image: 'p1.png', image_2: 'p2.png', image_3: 'p3.png' };
  await expect.poll(filled).toEqual(three);
  await expect.element(page.getByText(/^2 files were left out/)).toBeVisible();
  paste(document.body, [picture('one more', 99)]);
  await expect.element(page.getByText(/^1 file was left out/)).toBeVisible();
  expect(await filled()).toEqual(three);
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await expect.element(page.getByText(/left out/)).not.toBeInTheDocument();
  paste(document.body, [picture('one more', 99)]);
  await expect.poll(filled).toEqual({ ...three, image: 'one more.png' });
});
