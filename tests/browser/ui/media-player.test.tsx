import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KilnProvider } from '../../../src/ui/KilnProvider.tsx';
import { MediaPlayer } from '../../../src/ui/MediaPlayer.tsx';
import { silence } from '../../fixtures/silence.ts';

let root: Root | null = null;
let host: HTMLElement | null = null;
const urls: string[] = [];

afterEach(() => {
  root?.unmount();
  host?.remove();
  for (const url of urls.splice(0)) URL.revokeObjectURL(url);
});

function show(
  kind: 'video' | 'audio',
  data: Uint8Array<ArrayBuffer>,
  type: string,
  mediaType?: string,
) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const src = URL.createObjectURL(new Blob([data], { type }));
  urls.push(src);
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <I18nProvider i18n={i18n}>
      <KilnProvider>
        <MediaPlayer
          kind={kind}
          src={src}
          poster={null}
          width={64}
          height={48}
          label="A bell"
          {...(mediaType && { mediaType })}
        />
      </KilnProvider>
    </I18nProvider>,
  );
}

test('a sound has its name, controls of its own and the volume of the specification', async () => {
  show('audio', silence(0.1), 'audio/wav');
  const player = page.getByRole('group', { name: 'A bell' });
  await expect.element(player).toBeVisible();
  const element = host?.querySelector('audio') as HTMLAudioElement;
  // The browser's own would bring its menu of three dots.
  expect(element.controls).toBe(false);
  expect(element.disableRemotePlayback).toBe(true);
  expect(element.volume).toBeCloseTo(0.7, 5);
  await expect.poll(() => element.duration).toBeCloseTo(0.1, 2);
  const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  player.element().dispatchEvent(menu);
  expect(menu.defaultPrevented).toBe(true);
});

test('a sound is played, silenced and set by its controls', async () => {
  show('audio', silence(0.1), 'audio/wav');
  const element = () => host?.querySelector('audio') as HTMLAudioElement;
  const ended = new Promise((resolve) => {
    const wait = () =>
      element() ? element().addEventListener('ended', resolve) : setTimeout(wait, 10);
    wait();
  });
  await page.getByRole('button', { name: 'Play' }).click();
  await ended;
  await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.getByRole('button', { name: 'Sound off' }).click();
  expect(element().muted).toBe(true);
  await page.getByRole('button', { name: 'Sound on' }).click();
  expect(element().muted).toBe(false);
  const position = page.getByRole('slider', { name: 'Position' });
  await expect.element(position).toHaveAttribute('aria-valuetext', '0:00 of 0:00');
});

test.each([
  [1, /Loading was stopped/],
  [2, /The connection dropped/],
  [3, /This file is damaged/],
  [4, /This browser can't play this file/],
])('an error of number %i is told in words', async (code, words) => {
  show('audio', silence(0.1), 'audio/wav');
  await expect.element(page.getByRole('group', { name: 'A bell' })).toBeVisible();
  const element = host?.querySelector('audio') as HTMLAudioElement;
  Object.defineProperty(element, 'error', { value: { code } });
  element.dispatchEvent(new Event('error'));
  await expect.element(page.getByText(words)).toBeVisible();
});

test('a film that this browser cannot play says so instead', async () => {
  show('video', new TextEncoder().encode('no film'), 'video/mp4');
  await expect.element(page.getByText(/This browser can't play this file/)).toBeVisible();
});

test('what is of a kind that this browser plays and still has nothing to play can be opened again', async () => {
  show('audio', new TextEncoder().encode('no sound'), 'audio/wav', 'audio/wav');
  await expect.element(page.getByText(/nothing in this file that can be played/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/nothing in this file that can be played/)).toBeVisible();
});

describe('a film', () => {
  const film = () => host?.querySelector('video') as HTMLVideoElement;
  // What is heard is a film, too, and every browser plays it.
  const open = async () => {
    show('video', silence(20), 'audio/wav');
    await expect.poll(() => film()?.duration).toBeCloseTo(20, 1);
  };

  test('has its name, controls in the app’s language, the volume of the specification and no menu', async () => {
    await page.viewport(900, 700);
    await open();
    expect(film().getAttribute('aria-label')).toBe('A bell');
    expect(film().controls).toBe(false);
    expect(film().volume).toBeCloseTo(0.6, 5);
    await expect.element(page.getByRole('slider', { name: 'Volume' })).toHaveValue('0.6');
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    film().dispatchEvent(menu);
    expect(menu.defaultPrevented).toBe(true);
  });

  test('is played, moved, made louder and silent by keys', async () => {
    await open();
    film().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    await expect.poll(() => film().currentTime).toBeCloseTo(5, 1);
    await userEvent.keyboard('{ArrowUp}');
    expect(film().volume).toBeCloseTo(0.65, 5);
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.poll(() => film().paused).toBe(false);
    await userEvent.keyboard('k');
    await expect.poll(() => film().paused).toBe(true);
    await userEvent.keyboard('{End}');
    await expect.poll(() => film().currentTime).toBeCloseTo(20, 1);
  });

  test('leaves the space bar to its buttons and the arrow keys to its sliders', async () => {
    await open();
    (page.getByRole('button', { name: 'Sound off' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
    expect(film().paused).toBe(true);
    (page.getByRole('slider', { name: 'Position' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => film().currentTime).toBeCloseTo(0.1, 2);
  });

  test('fills the screen by F and gives it back', async () => {
    await open();
    film().focus();
    await userEvent.keyboard('f');
    await expect.element(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
    expect(document.fullscreenElement?.contains(film())).toBe(true);
    await userEvent.keyboard('f');
    await expect.element(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  });
});
