import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loadDraft } from '../../../../src/db/drafts.ts';
import { getMedia } from '../../../../src/db/media/media.ts';
import { owner } from '../../../fixtures/device.ts';
import { modelItem, upscaleSchema } from '../../../fixtures/models.ts';
import { putWorks, workRow } from '../../../fixtures/works.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const dialog = () => page.getByRole('dialog', { name: 'My works' });
const tiles = () => dialog().getByRole('listitem');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

beforeEach(async () => {
  await page.viewport(1280, 900);
  const model = modelItem({ type: 'Img2Img', upload: 'image', accept_types: ['png'] });
  await freshStudio([model], { painter: upscaleSchema });
  await signIn();
});
afterEach(closePlayground);

test('a work of one’s own becomes the source: 42 a page, those that fit first, and what does not fit is said', async () => {
  const works = Array.from({ length: 45 }, (_, index) =>
    workRow(index + 1, { prompt: `wish ${index + 1}` }),
  );
  await putWorks(...works, workRow(90, { prompt: 'a film', mediaType: 'video/mp4' }));
  openPlayground('/generate/Img2Img');
  await page.getByRole('button', { name: 'From my works' }).click();
  await expect.poll(() => tiles().elements().length).toBe(42);
  await expect.element(dialog().getByRole('button', { name: 'Previous' })).toBeDisabled();
  await press('Next');
  await expect.poll(() => tiles().elements().length).toBe(3);
  await expect.element(dialog().getByText('Page 2')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Next' })).toBeDisabled();
  await press('Previous');
  await expect.poll(() => tiles().elements().length).toBe(42);

  await dialog().getByRole('switch', { name: "Also works that don't fit here" }).click();
  await press('a film, MP4');
  await expect.element(dialog().getByText('This model takes PNG.')).toBeVisible();

  await press('wish 44, PNG');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect
    .poll(async () => {
      const source = (await loadDraft(owner, 'Img2Img'))?.sources[0];
      return source && (await getMedia(source.mediaId))?.name;
    })
    .toBe('wish 44.png');
});
