import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { tusPath } from '../../src/api/contract/uploads.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { openAccount } from './fixtures/api.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { noisyPhoto } from './fixtures/photo.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const chunkPath = new RegExp(`^${tusPath}/`);

/** Bytes of photos that the platform has taken. */
function arrivedOf(network: FaultProxy): number {
  return network
    .find({ method: 'PATCH', path: chunkPath })
    .filter(({ statuses }) => statuses.includes(204))
    .reduce((sum, { body }) => sum + body.length, 0);
}

test(
  'a photo that was half there when browser and server died goes on where it was, and tells how far it is',
  { tag: '@phone' },
  async ({ profile, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    const buffer = await noisyPhoto(1600, 1200);
    let context = await profile.open();
    let studio = createStudio(context.pages()[0] ?? (await context.newPage()), words);
    const credentials = await studio.register();
    await untilDeviceIsReady(studio.page);
    const held = network.on({
      method: 'PATCH',
      path: chunkPath,
      after: 4,
      fault: { kind: 'hold' },
    });
    await studio.askForUpscaling({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer });
    await network.until(() => held.hits > 0);
    await studio.openQueue();
    const card = studio.requests(words.pattern('{part} of {whole}'));
    await expect(card).toHaveCount(1);
    const told = String(Math.round((arrivedOf(network) * 100) / buffer.length));
    expect(Number(told)).toBeGreaterThan(10);
    await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', told);

    await context.close();
    await platform.kill9();
    held.remove();
    await platform.restart();
    context = await profile.open();
    studio = createStudio(context.pages()[0] ?? (await context.newPage()), words);
    await studio.openQueue();
    await expect(studio.requests(words('Done'))).toHaveCount(1, { timeout: 2 * makingMs });

    // Not one byte more than the photo has.
    expect(arrivedOf(network)).toBe(buffer.length);
    const [work] = await (await openAccount(platform.url, credentials)).works();
    const source = await fetch(platform.url + (work?.originalfile ?? ''));
    expect(Buffer.from(await source.arrayBuffer()).equals(buffer)).toBe(true);
  },
);

test(
  'a photo that the platform has is not sent again for another request',
  { tag: '@desktop' },
  async ({ page, network, words }) => {
    const studio = createStudio(page, words);
    await studio.register();
    const buffer = await noisyPhoto(400, 300);
    const photo = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer };
    // A submission that was cut off by going to another page is sent again under its own key.
    const requests = () =>
      new Set(network.find({ path: playgroundGenerate.path }).map((sent) => sent.idempotencyKey));
    await studio.askForUpscaling(photo);
    await network.until(() => requests().size === 1);
    await studio.askForUpscaling(photo);
    await network.until(() => requests().size === 2);
    expect(arrivedOf(network)).toBe(buffer.length);
  },
);
