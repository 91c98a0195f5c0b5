import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { endSession } from '../../../../src/db/account/session.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import { downloadWorks } from '../../../../src/features/work/download.ts';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { RoutedWork } from '../../../fixtures/work-page.tsx';

const open = (number: number) =>
  openScreen({ path: '/work/$id', url: `/work/c_${workId(number)}`, component: RoutedWork });
/** Leaves players that have nothing to play: the bytes of these works are no film's, and would be refused. */
async function loseOriginals() {
  await db.media.clear();
  await db.works.toCollection().modify({ onDevice: 0, remote: 'expired' });
}
/** A finger that goes from the middle to one side. */
function swipe(element: Element, clientY: number, acrossPx: number) {
  const touch = { pointerId: 1, isPrimary: true, pointerType: 'touch', bubbles: true, clientY };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: 300 }));
  element.dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: 300 + acrossPx }));
}
const at = (number: number) => `/work/c_${workId(number)}`;

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem(), upscaleItem()]);
  await putCache(schemaKey('painter', 'en'), paintSchema);
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

describe('the viewer', () => {
  test('shows the prompt, the seed and the parameters in the words of the schema', async () => {
    await putWorks(workRow(1, { prompt: 'a quiet harbour', parameters: { steps: 30 } }));
    open(1);
    await expect.element(page.getByText('a quiet harbour')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Copy seed 1001' })).toBeVisible();
    await expect
      .element(page.getByText(paintSchema.properties['steps']?.title ?? '', { exact: true }))
      .toBeVisible();
    await expect.element(page.getByRole('img', { name: 'a quiet harbour' })).toBeInTheDocument();
  });

  test('says that the built-in demo painter made it', async () => {
    await putWorks(workRow(1));
    open(1);
    await expect.element(page.getByText(/Made by the built-in demo painter/)).toBeVisible();
    await expect.element(page.getByText('Demo', { exact: true })).toBeVisible();
  });

  test('turns to the neighbours by arrow keys and by W and S', async () => {
    await putWorks(workRow(1), workRow(2), workRow(3));
    const { url } = open(2);
    await expect.element(page.getByText('picture 2', { exact: true })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText('picture 1', { exact: true })).toBeVisible();
    expect(url()).toBe(at(1));
    await userEvent.keyboard('w');
    await expect.element(page.getByText('picture 2', { exact: true })).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByText('picture 3', { exact: true })).toBeVisible();
    await userEvent.keyboard('s');
    await expect.poll(url).toBe(at(2));
  });

  test('turns by wheel and swipe over films and sounds, too, but not by a drag on their controls', async () => {
    await putWorks(
      workRow(1, { mediaType: 'audio/wav', width: 0, height: 0 }),
      workRow(2, { mediaType: 'video/webm', width: 64, height: 48 }),
    );
    await loseOriginals();
    const { url } = open(2);
    await expect.poll(() => document.querySelector('video')).not.toBeNull();
    const film = document.querySelector('video') as HTMLVideoElement;
    const controls = document.querySelector('[data-player-controls]') as HTMLElement;
    swipe(controls, controls.getBoundingClientRect().bottom - 20, -200);
    film.dispatchEvent(new WheelEvent('wheel', { deltaY: 60, bubbles: true, cancelable: true }));
    expect(url()).toBe(at(2));
    film.dispatchEvent(new WheelEvent('wheel', { deltaY: 60, bubbles: true, cancelable: true }));
    await expect.poll(url).toBe(at(1));
    await expect.poll(() => document.querySelector('audio')).not.toBeNull();
    const position = page.getByRole('slider', { name: 'Position' }).element();
    swipe(position, position.getBoundingClientRect().top, 200);
    expect(url()).toBe(at(1));
    const sound = document.querySelector('audio') as HTMLAudioElement;
    swipe(sound, 0, 200);
    await expect.poll(url).toBe(at(2));
  });

  test('W and S turn also while a player has the focus, which keeps the arrow keys', async () => {
    await putWorks(workRow(1), workRow(2, { mediaType: 'video/webm', width: 64, height: 48 }));
    await loseOriginals();
    const { url } = open(2);
    await expect.poll(() => document.querySelector('video')).not.toBeNull();
    document.querySelector('video')?.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(url()).toBe(at(2));
    await userEvent.keyboard('s');
    await expect.poll(url).toBe(at(1));
  });

  test('stops at both ends', async () => {
    await putWorks(workRow(1), workRow(2));
    open(2);
    await expect.element(page.getByRole('button', { name: 'Previous work' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next work' }).click();
    await expect.element(page.getByText('picture 1', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next work' })).toBeDisabled();
  });

  test('enlarges the picture, and keys then no longer turn the page', async () => {
    await putWorks(workRow(1, { width: 2_000, height: 1_500 }), workRow(2));
    const { url } = open(2);
    await expect.element(page.getByText('picture 2', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.element(page.getByRole('button', { name: 'Smaller' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(url()).toBe(at(2));
    await page.getByRole('button', { name: 'Smaller' }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(url).toBe(at(1));
  });

  test('sends the picture on to a tool, or its input back to the form', async () => {
    await putWorks(workRow(1));
    const { url } = open(1);
    await page.getByRole('button', { name: 'Use in…' }).click();
    await page.getByRole('menuitem', { name: 'Upscale' }).click();
    await expect.poll(url).toBe(`/generate/Upscaling?source=${workId(1)}`);
    const again = open(1);
    await page.getByRole('button', { name: 'Same input' }).click();
    await expect.poll(again.url).toBe(`/generate/Text2Img?from=${workId(1)}`);
  });

  test('is compared with its neighbours, as far as they are pictures', async () => {
    await putWorks(workRow(1), workRow(2), workRow(3), workRow(4, { mediaType: 'video/mp4' }));
    const { url } = open(2);
    const more = page.getByRole('button', { name: 'More actions' });
    const before = page.getByRole('menuitem', { name: 'Compare with the previous one' });
    const after = page.getByRole('menuitem', { name: 'Compare with the next one' });
    await more.click();
    await expect.element(before).toBeVisible();
    await after.click();
    // Newest first: what comes next is older.
    const ids = (...numbers: number[]) => numbers.map((number) => `c_${workId(number)}`).join(',');
    await expect.poll(() => decodeURIComponent(url())).toBe(`/compare?works=${ids(2, 1)}`);
    open(3);
    await more.click();
    await expect.element(after).toBeVisible();
    await expect.element(before).not.toBeInTheDocument();
  });

  test('a deletion moves on to the next work and can be undone', async () => {
    await putWorks(workRow(1), workRow(2));
    const { url } = open(2);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(url).toBe(at(1));
    expect(await db.works.get(workId(2))).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => db.works.get(workId(2))).toBeDefined();
  });

  test('a work that is not here says so', async () => {
    open(9);
    await expect.element(page.getByRole('heading', { name: /isn't on this device/ })).toBeVisible();
  });

  test('a work is shown to its owner only', async () => {
    await putWorks(workRow(1, { prompt: 'a secret' }));
    await endSession();
    open(1);
    await expect.element(page.getByText('Sign in to see this work')).toBeVisible();
    expect(page.getByText('a secret').elements()).toHaveLength(0);
  });
});

describe('a download', () => {
  async function downloaded(
    format: 'PNG' | 'JPG',
    prompt: string,
    mediaType: string = 'image/png',
  ) {
    const files: { name: string; blob: Promise<Blob> }[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push({
        name: this.download,
        blob: fetch(this.href).then((response) => response.blob()),
      });
    });
    await setSetting('downloadFormat', format);
    const work = workRow(1, { prompt, mediaType });
    await putWorks(work);
    expect(await downloadWorks([work], 'en')).toEqual([]);
    const [file] = files;
    return { name: file?.name ?? '', type: (await file?.blob)?.type };
  }

  test('of a picture in its own format is the original, named after its prompt', async () => {
    expect(await downloaded('PNG', 'a harbour: dawn/mist')).toEqual({
      name: 'a harbour dawn mist.png',
      type: 'image/png',
    });
  });

  test('in another format is converted, and a long name is cut to 128 characters', async () => {
    const file = await downloaded('JPG', 'x'.repeat(400));
    expect(file.type).toBe('image/jpeg');
    expect(file.name).toBe(`${'x'.repeat(128)}.jpg`);
  });

  test.each([
    ['image/svg+xml', 'a seal.svg'],
    ['image/gif', 'a seal.gif'],
    ['audio/mpeg', 'a seal.mp3'],
    ['model/gltf-binary', 'a seal.glb'],
  ])('of %s stays what it is, whatever is chosen for pictures', async (mediaType, name) => {
    // The bytes are a PNG's, which is how a conversion would show.
    expect(await downloaded('JPG', 'a seal', mediaType)).toEqual({ name, type: 'image/png' });
  });
});
