import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { sharePath } from '../../src/domain/shares.ts';
import { loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

interface Sent {
  name: string;
  type: string;
  base64: string;
}

const base64Of = async (width: number, colour: string) => {
  const picture = sharp({ create: { width, height: 90, channels: 3, background: colour } });
  return (await picture.png().toBuffer()).toString('base64');
};

/** Sends what the system sends when another app shares something: the form that the manifest asks for. */
async function share(page: Page, files: readonly Sent[], text = ''): Promise<void> {
  const landed = page.waitForEvent('load');
  await page.evaluate(
    async ({ sent, words }) => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
      const answer = await fetch(link?.href ?? '');
      const { share_target: target } = (await answer.json()) as {
        share_target: {
          action: string;
          method: string;
          enctype: string;
          params: { text: string; files: { name: string }[] };
        };
      };
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      const { action, method, enctype, params } = target;
      const form = document.createElement('form');
      Object.assign(form, { action, method, enctype });
      const add = (name: string, type: string) => {
        const input = document.createElement('input');
        Object.assign(input, { name, type });
        form.append(input);
        return input;
      };
      add(params.files[0]?.name ?? '', 'file').files = transfer.files;
      add(params.text, 'text').value = words;
      document.body.append(form);
      form.submit();
    },
    { sent: files, words: text },
  );
  await landed;
}

test(
  'a picture shared from another app without a network and by nobody waits, and goes into the tool that is chosen',
  { tag: '@phone' },
  async ({ page, context, network, watch, words }) => {
    await page.goto('/');
    await untilDeviceIsReady(page);
    watch.allow(failedRequest);
    await loseNetwork(context, network);
    await share(
      page,
      [
        { name: 'cat.png', type: 'image/png', base64: await base64Of(120, '#a04010') },
        { name: 'bill.pdf', type: 'application/pdf', base64: btoa('%PDF-1.7') },
      ],
      'a cat of clay',
    );
    expect(new URL(page.url()).pathname).toBe('/generate');
    const card = page.getByRole('region', { name: words('From another app') });
    await expectPainted(card.getByRole('img', { name: 'cat.png' }));
    await expect(card.getByText('bill.pdf')).toBeVisible();
    await expectAccessible(page, 'what was shared');
    await expectTouchable(page, 'what was shared');
    await expectNoSidewaysScroll(page, 'what was shared');

    // The app is closed and comes back somewhere else.
    await page.goto('about:blank');
    await page.goto('/');
    await page.getByRole('link', { name: words('Have a look') }).click();
    await card.getByRole('button', { name: words('Image to image') }).click();
    await expect(page).toHaveURL(/\/generate\/Img2Img/);
    await expect(page.getByText('cat.png')).toBeVisible();
    await expect(page.getByRole('textbox', { name: words('Prompt'), exact: true })).toHaveValue(
      'a cat of clay',
    );
    await expect(card).toBeHidden();
  },
);

test(
  'what one person shared is not there for the next, and without a service worker the app says that it did not arrive',
  { tag: '@desktop' },
  async ({ page, platform, words, request }) => {
    await enter(page, platform, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    const mine = await base64Of(60, '#204080');
    await share(page, [{ name: 'mine.png', type: 'image/png', base64: mine }]);
    const card = page.getByRole('region', { name: words('From another app') });
    await expect(card.getByRole('img', { name: 'mine.png' })).toBeVisible();
    await page.goto('/me');
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Sign out') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('Sign out'), exact: true })
      .click();
    await expect(
      page.getByRole('main').getByRole('button', { name: words('Sign in or create an account') }),
    ).toBeVisible();
    await page.goto('/generate/Text2Img');
    await expect(page.getByRole('textbox', { name: words('Prompt'), exact: true })).toBeEditable();
    await expect(card).toBeHidden();

    const answer = await request.post(platform.url + sharePath, {
      multipart: { text: 'lost' },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
    await page.goto(answer.headers()['location'] ?? '');
    await expect(page.getByText(words('What you shared did not arrive'))).toBeVisible();
  },
);
