import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getMedia } from '../../../../src/db/media/media.ts';
import { draftHere } from '../../../fixtures/device.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closePlayground, freshStudio, openPlayground } from './open.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Take a photo' });
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

describe('the camera', () => {
  /** A device with a camera that shows an ember. */
  function attachCamera(names = ['']) {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 48;
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#d07020';
    context?.fillRect(0, 0, 64, 48);
    const stream = canvas.captureStream();
    // A still canvas sends no frames.
    const beat = setInterval(() => context?.fillRect(0, 0, 64, 48), 30);
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue(
      names.map((label, at) => {
        const deviceId = names.length > 1 ? `camera-${at}` : '';
        const camera = { kind: 'videoinput' as const, deviceId, groupId: '', label };
        return { ...camera, toJSON: () => camera };
      }),
    );
    const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation((wanted) => {
      const video = wanted?.video as MediaTrackConstraints;
      const { ideal = 'camera-0' } = (video.deviceId ?? {}) as { ideal?: string };
      const given = ideal === 'camera-0' ? stream : canvas.captureStream();
      const [track] = given.getVideoTracks();
      vi.spyOn(track!, 'getSettings').mockReturnValue({ deviceId: ideal });
      return Promise.resolve(given);
    });
    return { ask, stream, detach: () => clearInterval(beat) };
  }

  test('is asked for by a press alone, takes, takes again, and is off when the dialog closes', async () => {
    const { ask, stream, detach } = attachCamera();
    openPlayground('/generate/Upscaling');
    const open = button('Take a photo');
    await expect.element(open).toBeVisible();
    expect(ask).not.toHaveBeenCalled();
    await open.click();
    await dialog().getByRole('button', { name: 'Take it' }).click();
    await expect.element(dialog().getByAltText('The photo')).toBeVisible();
    await dialog().getByRole('button', { name: 'Take again' }).click();
    await dialog().getByRole('button', { name: 'Take it' }).click();
    await dialog().getByRole('button', { name: 'Use the photo' }).click();
    await expect.element(page.getByText(/64 × 48/)).toBeVisible();
    await expect.poll(() => sourceName()).toBe('photo.jpg');
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
    detach();
  });

  test('of several is chosen beside its picture, and stays chosen on this device', async () => {
    const { ask, stream, detach } = attachCamera(['Front', 'Desk']);
    openPlayground('/generate/Upscaling');
    await button('Take a photo').click();
    const choice = dialog().getByRole('combobox', { name: 'Camera' });
    await expect.element(choice).toHaveValue('camera-0');
    await choice.selectOptions('Desk');
    await expect
      .poll(() => ask.mock.lastCall?.[0]?.video)
      .toMatchObject({
        deviceId: { ideal: 'camera-1' },
      });
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
    await expect.element(choice).toHaveValue('camera-1');
    // Left without a photo: a form that has one offers no other.
    openPlayground('/generate/Upscaling');
    await button('Take a photo').click();
    await expect.element(choice).toHaveValue('camera-1');
    detach();
  });

  test('that is refused or gone is said in words, with a way on', async () => {
    const { ask, detach } = attachCamera();
    ask.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    ask.mockRejectedValueOnce(new DOMException('no', 'NotFoundError'));
    openPlayground('/generate/Upscaling');
    await button('Take a photo').click();
    await expect.element(dialog().getByText('Kiln may not use the camera')).toBeVisible();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog().getByText('No camera is connected')).toBeVisible();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Take it' })).toBeEnabled();
    detach();
  });
});
