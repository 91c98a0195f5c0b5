import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keepShare } from '../../../../src/db/keep-share.ts';
import { getMedia } from '../../../../src/db/media/media.ts';
import { listShares } from '../../../../src/db/shares.ts';
import type { UserKey } from '../../../../src/domain/ids.ts';
import { guestOwner } from '../../../../src/domain/community.ts';
import { draftHere } from '../../../fixtures/device.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closePlayground, freshStudio, openPlayground } from './open.tsx';

const guest = guestOwner as UserKey;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = () => page.getByRole('region', { name: 'From another app' });
const png = (name: string, side = 30) =>
  new File([solidPng(side, 20, [200, 120, 60])], name, { type: 'image/png' });

/** The name of the file that the form starts from. */
async function sourceName(): Promise<string | undefined> {
  const [source] = (await draftHere('Upscaling'))?.sources ?? [];
  return source && (await getMedia(source.mediaId))?.name;
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
});
afterEach(closePlayground);

test('what another app shared waits through a reload, offers the tools that take it, and leaves when a form has it', async () => {
  await keepShare({
    files: [png('cat.png'), new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' })],
  });
  openPlayground('/generate');
  await expect.element(card().getByAltText('cat.png')).toBeVisible();
  await expect.element(card().getByText(/“bill.pdf” is no picture/)).toBeVisible();
  const opened = openPlayground('/generate/Text2Img');
  await card().getByRole('button', { name: 'Upscale' }).click();
  await expect.element(page.getByText(/30 × 20/)).toBeVisible();
  await expect.poll(() => opened.url()).toBe('/generate/Upscaling');
  expect(await sourceName()).toBe('cat.png');
  await expect.element(card()).not.toBeInTheDocument();
  expect(await listShares(guest)).toEqual([]);
});

test('of several shared pictures each is taken by itself where no tool takes several, and words come back out of the form', async () => {
  await keepShare({ files: [png('one.png'), png('two.png', 40)], text: 'fog over hills' });
  const opened = openPlayground('/generate/Text2Img?shared=no-room');
  await expect.element(page.getByText('What you shared did not arrive')).toBeVisible();
  await button('Close').click();
  await expect.poll(() => opened.url()).toBe('/generate/Text2Img');
  await expect.element(card().getByText(/No tool takes 2 pictures/)).toBeVisible();
  await card().getByRole('button', { name: 'Picture 1: one.png' }).click();
  await card().getByRole('button', { name: 'Upscale' }).click();
  await expect.element(page.getByText(/40 × 20/)).toBeVisible();
  // The other picture waits on.
  await expect.element(card().getByAltText('one.png')).toBeVisible();
  await card().getByRole('button', { name: 'Throw away' }).click();
  await expect.element(card()).not.toBeInTheDocument();
  await button('Undo').last().click();
  await expect.element(card().getByAltText('one.png')).toBeVisible();
  expect(await listShares(guest)).toHaveLength(1);
});

test('a picture that the system opens with Kiln waits like a shared one', async () => {
  const handle = { getFile: () => Promise.resolve(png('desk.png')) };
  const queue = {
    setConsumer: (consume: (launch: object) => void) => consume({ files: [handle] }),
  };
  vi.stubGlobal('launchQueue', queue);
  openPlayground('/generate/Text2Img');
  await expect.element(card().getByAltText('desk.png')).toBeVisible();
  vi.unstubAllGlobals();
});

test('shared words become the prompt, which can be undone', async () => {
  await keepShare({ files: [], text: 'fog over hills' });
  openPlayground('/generate/Text2Img');
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.fill('mine');
  await card().getByRole('button', { name: 'Text to image' }).click();
  await expect.element(prompt).toHaveValue('fog over hills');
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await expect.element(prompt).toHaveValue('mine');
});

test('a shared picture that this browser can’t open is said, and stays', async () => {
  const bytes = [new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(4), 'mif1heic'];
  await keepShare({ files: [new File(bytes, 'IMG_0001.HEIC')] });
  openPlayground('/generate/Text2Img');
  await card().getByRole('button', { name: 'Upscale' }).click();
  await expect.element(page.getByText("This browser can't open HEIC photos")).toBeVisible();
  await expect.element(card().getByText('IMG_0001.HEIC')).toBeVisible();
});
