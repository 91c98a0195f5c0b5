import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { loadDraft } from '../../../../src/db/drafts.ts';
import { getMedia } from '../../../../src/db/media/media.ts';
import type { MediaId } from '../../../../src/domain/ids.ts';
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
  await page.getByRole('button', { name: 'My works' }).click();
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

test('a tool that starts from a film is offered one’s films and nothing else, and takes one that is dropped', async () => {
  const accept = ['video/mp4', 'video/webm'];
  const model = modelItem({ type: 'VideoVoice', upload: 'image', accept_types: accept });
  await freshStudio([model], { painter: upscaleSchema });
  await signIn();
  const film = new TextEncoder().encode('\0\0\0\u0018ftypmp42 and so on');
  const blob = new Blob([film], { type: 'video/mp4' });
  const work = workRow(1, { prompt: 'a wave', mediaType: 'video/mp4', onDevice: 1 });
  await putWorks(work, workRow(2, { prompt: 'a picture' }));
  await db.media.put({
    id: work.id as string as MediaId,
    blob,
    mediaType: 'video/mp4',
    bytes: blob.size,
    sha256: 'film',
    width: 0,
    height: 0,
    name: '',
    role: 'original',
    createdAtMs: 1,
  });
  openPlayground('/generate/VideoVoice');
  await page.getByRole('button', { name: 'My works' }).click();
  await expect.poll(() => tiles().elements().length).toBe(1);
  await press('a wave, MP4');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText('a wave.mp4')).toBeVisible();

  // Films are dropped like pictures; what is none is said.
  const drop = (file: File) => {
    const dropped = new DataTransfer();
    dropped.items.add(file);
    const options = { dataTransfer: dropped, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('drop', options));
  };
  drop(new File([film, 'x'], 'another.mp4', { type: 'video/mp4' }));
  await expect.element(page.getByText('another.mp4')).toBeVisible();
  drop(new File(['words'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(page.getByText('Only MP4 and WebM videos are taken.')).toBeVisible();
});
