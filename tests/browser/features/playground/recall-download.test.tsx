import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setSetting } from '../../../../src/db/settings.ts';
import { getOriginal } from '../../../../src/db/media/media.ts';
import {
  arrivedPictureAtom,
  recalledAtom,
} from '../../../../src/features/playground/recall/recalled.ts';
import { downloadWorks } from '../../../../src/features/work/download.ts';
import { store } from '../../../../src/ui/atoms.ts';
import { readRecipe } from '../../../../workers/imaging/client.ts';
import { draftHere } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';
import { putWorks, workRow } from '../../../fixtures/works.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

/*
 * A work leaves this device as a file, and comes to a device that has never seen it.
 */

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function freshDevice() {
  await freshStudio([modelItem(), upscaleItem()], {
    painter: paintSchema,
    upscaler: upscaleSchema,
  });
  await signIn();
}

/** The file that the browser is handed. */
async function downloaded(work: Parameters<typeof downloadWorks>[0][number]): Promise<File> {
  await putWorks(work);
  const before = await (await getOriginal(work.id))!.blob.bytes();
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:none';
  });
  expect(await downloadWorks([work], 'en')).toEqual([]);
  vi.restoreAllMocks();
  // What is kept stays what its checksum says.
  expect(await (await getOriginal(work.id))!.blob.bytes()).toEqual(before);
  return new File([files[0]!], 'work', { type: files[0]!.type });
}

function drop(file: File): void {
  const dropped = new DataTransfer();
  dropped.items.add(file);
  document.body.dispatchEvent(
    new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
  );
}

beforeEach(freshDevice);
afterEach(() => {
  closePlayground();
  store.set(recalledAtom, null);
  store.set(arrivedPictureAtom, null);
  vi.restoreAllMocks();
});

const fox = workRow(7, {
  prompt: 'a red fox, 狐狸',
  negativePrompt: 'blur',
  seed: '4242',
  parameters: { prompt: 'a red fox, 狐狸', style: 'ink', steps: 12, width: 768, height: 512 },
});

test('a downloaded work fills the form of a device that does not know it', async () => {
  for (const [format, type] of [
    ['JPG', 'image/jpeg'],
    ['WEBP', 'image/webp'],
    ['PNG', 'image/png'],
  ] as const) {
    await setSetting('downloadFormat', format);
    const file = await downloaded(fox);
    expect(file.type).toBe(type);
    expect(await readRecipe(file)).toMatchObject({
      program: 'kiln',
      prompt: 'a red fox, 狐狸',
      seed: '4242',
      model: 'Painter',
      request: { type: 'Text2Img', model: 'painter', input: { style: 'ink', steps: 12 } },
    });
    if (format !== 'PNG') continue;
    await freshDevice();
    openPlayground('/generate/Text2Img');
    await expect.element(prompt()).toBeVisible();
    drop(file);
    await expect.element(page.getByText('This picture carries settings from Kiln')).toBeVisible();
    await button('Use all').click();
    await expect.element(prompt()).toHaveValue('a red fox, 狐狸');
    await expect
      .poll(async () => (await draftHere('Text2Img'))?.input)
      .toMatchObject({
        negative_prompt: 'blur',
        seed: '4242',
        style: 'ink',
        steps: 12,
        width: 768,
        height: 512,
      });
    expect(page.getByText(/can't take over/).elements()).toHaveLength(0);
  }
});

test('the settings of another tool go into the form of that tool', async () => {
  const file = await downloaded(
    workRow(8, {
      jobType: 'Upscaling',
      model: 'upscaler',
      modelLabel: null,
      prompt: '',
      seed: '',
      parameters: { image: '/files/uploads/1', scale: 4 },
    }),
  );
  await freshDevice();
  const { url } = openPlayground('/generate/Text2Img');
  await prompt().fill('mine');
  drop(file);
  await expect.element(page.getByText(/^Upscale · Upscaler/i)).toBeVisible();
  await button('Use all').click();
  await expect.poll(url).toBe('/generate/Upscaling/upscaler');
  await expect.element(page.getByText("The picture's settings are in the form")).toBeVisible();
  expect((await draftHere('Upscaling'))?.input).toEqual({ scale: 4 });
  expect((await draftHere('Text2Img'))?.input).toMatchObject({ prompt: 'mine' });
});

test('whoever wants that downloads pictures that say nothing of their making', async () => {
  const telling = await downloaded(fox);
  await setSetting('tellsSettings', false);
  const silent = await downloaded(fox);
  expect(await readRecipe(silent)).toBeNull();
  expect(await silent.text()).not.toContain('fox');
  expect(await telling.text()).toContain('fox');
});
