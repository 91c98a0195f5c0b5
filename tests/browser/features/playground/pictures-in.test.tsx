import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getMedia } from '../../../../src/db/media/media.ts';
import { draftHere } from '../../../fixtures/device.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closePlayground, freshStudio, openPlayground } from './open.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const png = (name: string) =>
  new File([solidPng(30, 20, [200, 120, 60])], name, { type: 'image/png' });

/** The name of the file that the form starts from. */
async function sourceName(): Promise<string | undefined> {
  const [source] = (await draftHere('Upscaling'))?.sources ?? [];
  return source && (await getMedia(source.mediaId))?.name;
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
});
afterEach(() => {
  closePlayground();
  vi.restoreAllMocks();
});

describe('the button Paste', () => {
  test('takes the picture of the clipboard, and says what to do where there is none or nobody may look', async () => {
    const read = vi.spyOn(navigator.clipboard, 'read');
    read.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
    openPlayground('/generate/Upscaling');
    await button('Paste').click();
    await expect.element(page.getByText(/Press Ctrl\+V here/)).toBeVisible();
    const words = new Blob(['words'], { type: 'text/plain' });
    read.mockResolvedValueOnce([new ClipboardItem({ 'text/plain': words })]);
    await button('Paste').click();
    await expect.element(page.getByText('There is no picture in the clipboard')).toBeVisible();
    const picture = png('x.png');
    read.mockResolvedValueOnce([new ClipboardItem({ 'text/plain': words, 'image/png': picture })]);
    await button('Paste').click();
    await expect.element(page.getByText('Pasted.png')).toBeVisible();
    await expect.poll(() => sourceName()).toBe('Pasted.png');
    await expect
      .element(page.getByText('There is no picture in the clipboard'))
      .not.toBeInTheDocument();
  });
});
