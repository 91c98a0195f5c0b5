import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';

import type { WorkRow } from '../../src/db/schema.ts';
import type { Person } from '../faults/browser/messages.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { workRow } from '../fixtures/works.ts';
import type { Figure } from './offline-thousand.ts';

const pictures = Number(process.env.KILN_BENCH_PICTURES ?? 20);
const side = 512;
const finalFramerate = 60;
/** `off` leaves out the system's ffmpeg, whose minterpolate takes minutes. */
const withFfmpeg = process.env.KILN_BENCH_FFMPEG !== 'off';
/** What it is held against. */
const system = 'ffmpeg';
const giveUpAfterMs = 20 * 60_000;

/** How much of a circle lies between the colours of two pictures that follow each other. */
const hueStep = 360 / pictures;

/** Paints the pictures, each of a hue of its own, and puts them with the session on the device. */
async function fill(page: Page, rows: WorkRow[], person: Person): Promise<string[]> {
  return page.evaluate(
    async ({ works, session, size, step }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('kiln');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('no database')));
      });
      const painted: string[] = [];
      for (const [number, work] of works.entries()) {
        const canvas = new OffscreenCanvas(size, size);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.fillStyle = `hsl(${number * step} 70% 45%)`;
        context.fillRect(0, 0, size, size);
        for (let spot = 0; spot < 60; spot += 1) {
          context.fillStyle = `hsl(${number * step + ((spot * 7) % 20)} 70% ${30 + ((spot * 11) % 40)}%)`;
          const x = (spot * 97 + number * 11) % size;
          const y = (spot * 61 + number * 7) % size;
          context.beginPath();
          context.arc(x, y, 12 + (spot % 40), 0, 7);
          context.fill();
        }
        const blob = await canvas.convertToBlob();
        const media = { id: work.id, blob, mediaType: 'image/png', bytes: blob.size };
        const shape = { width: size, height: size };
        const transaction = database.transaction(
          ['works', 'media', 'thumbnails', 'settings'],
          'readwrite',
        );
        transaction.objectStore('settings').put({ key: 'session', value: session });
        transaction.objectStore('works').put({ ...work, bytes: blob.size });
        transaction.objectStore('media').put({
          ...media,
          ...shape,
          sha256: String(number).padStart(64, '0'),
          name: '',
          role: 'original',
          createdAtMs: 0,
        });
        transaction.objectStore('thumbnails').put({ id: work.id, blob, ...shape });
        await new Promise((resolve) => transaction.addEventListener('complete', resolve));
        painted.push(
          await new Promise<string>((resolve) => {
            const reader = new FileReader();
            reader.addEventListener('load', () => resolve(reader.result as string));
            reader.readAsDataURL(blob);
          }),
        );
      }
      database.close();
      return painted;
    },
    {
      works: rows,
      size: side,
      step: hueStep,
      session: {
        userKey: person.userKey,
        userToken: person.userToken,
        account: 'bench',
        nickname: 'bench',
        isVip: false,
        isSuperUser: false,
        expiresAtMs: Date.now() + 86_400_000,
      },
    },
  );
}

interface Made {
  seconds: number;
  longTasks: number[];
  base64: string;
  /** The hue that is seen when a picture is due, for each of them. */
  hues: number[];
}

/** Makes a video as a person does, and looks at it. */
async function make(context: BrowserContext, url: string, search: string): Promise<Made> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const scope = globalThis as unknown as { longTasks: number[] };
    scope.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) scope.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto(`${url}/video?${search}`);
  // The preview comes first; measured is the video alone.
  await page.getByText(/^Preview:/).waitFor({ timeout: giveUpAfterMs });
  await page.evaluate(() => {
    (globalThis as unknown as { longTasks: number[] }).longTasks = [];
  });
  const fromMs = performance.now();
  await page.getByRole('button', { name: 'Make the video' }).click();
  await page.getByText('It is among your works.').waitFor({ timeout: giveUpAfterMs });
  const seconds = (performance.now() - fromMs) / 1_000;
  await page.locator('video[aria-label="Your video"][src^="blob:"]').waitFor();
  const looked = await page.evaluate(async (count) => {
    const { longTasks } = globalThis as unknown as { longTasks: number[] };
    const told = [...longTasks];
    const film = document.querySelector<HTMLVideoElement>('video[aria-label="Your video"]');
    if (!film) throw new Error('no video');
    // The page's policy lets nothing be read by its address; the work lies on the device.
    const blob = await new Promise<Blob>((resolve, reject) => {
      const opening = indexedDB.open('kiln');
      opening.addEventListener('success', () => {
        const all = opening.result.transaction('media').objectStore('media').getAll();
        all.addEventListener('success', () => {
          const rows = all.result as { mediaType: string; createdAtMs: number; blob: Blob }[];
          const films = rows.filter(({ mediaType }) => mediaType.startsWith('video/'));
          const newest = films.toSorted((one, other) => one.createdAtMs - other.createdAtMs).at(-1);
          opening.result.close();
          if (newest) resolve(newest.blob);
          else reject(new Error('no video is kept'));
        });
      });
    });
    const base64 = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
      reader.readAsDataURL(blob);
    });
    const canvas = new OffscreenCanvas(8, 8);
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('no canvas');
    const hues: number[] = [];
    for (let picture = 0; picture < count; picture += 1) {
      await new Promise((resolve) => {
        film.addEventListener('seeked', resolve, { once: true });
        film.currentTime = picture + 0.005;
      });
      drawing.drawImage(film, 0, 0, 8, 8);
      const { data } = drawing.getImageData(0, 0, 8, 8);
      let [red, green, blue] = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        red += data[at] ?? 0;
        green += data[at + 1] ?? 0;
        blue += data[at + 2] ?? 0;
      }
      const most = Math.max(red, green, blue);
      const range = most - Math.min(red, green, blue);
      const sector =
        most === red
          ? (green - blue) / range
          : most === green
            ? (blue - red) / range + 2
            : (red - green) / range + 4;
      hues.push((sector * 60 + 360) % 360);
    }
    return { longTasks: told, base64, hues };
  }, pictures);
  await page.close();
  return { seconds, ...looked };
}

async function countFrames(bytes: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  let frames = 0;
  if (track) for await (const _packet of new EncodedPacketSink(track).packets()) frames += 1;
  return frames;
}

async function runFfmpeg(folder: string, filter: string): Promise<string> {
  const fromMs = performance.now();
  const ended = await new Promise<number | null>((resolve) => {
    const given = '-y -loglevel error -framerate 1 -i %03d.png -vf'.split(' ');
    const wanted = '-c:v libx264 -pix_fmt yuv420p out.mp4'.split(' ');
    const ffmpeg = spawn(system, [...given, filter, ...wanted], { cwd: folder, stdio: 'ignore' });
    ffmpeg.on('error', () => resolve(null));
    ffmpeg.on('exit', resolve);
  });
  if (ended !== 0) return 'not there';
  return `${((performance.now() - fromMs) / 1_000).toFixed(1)} s`;
}

/** Twenty pictures become a video, 1 → 60 frames a second; beside it the system's ffmpeg on the same pictures. */
export async function video(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const figures: Figure[] = [];
  const person = await platform.makePerson();
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  const filling = await context.newPage();
  await filling.goto(`${platform.url}/about`);
  await filling.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const rows = Array.from({ length: pictures }, (_unused, index) =>
    workRow(index + 1, {
      owner: person.userKey as WorkRow['owner'],
      width: side,
      height: side,
    }),
  );
  const painted = await fill(filling, rows, person);
  await filling.close();
  const works = rows.map(({ id }) => id).join(',');
  for (const [what, transition] of [
    ['cross-faded', 'fade'],
    ['smooth', 'smooth'],
  ] as const) {
    const search = `works=${works}&final=${finalFramerate}&transition=${transition}`;
    const made = await make(context, platform.url, search);
    const file = Buffer.from(made.base64, 'base64');
    const frames = await countFrames(new Uint8Array(file));
    const missing = made.hues.filter((hue, picture) => {
      const away = Math.abs(hue - ((picture * hueStep) % 360));
      return Math.min(away, 360 - away) > hueStep;
    }).length;
    const long = made.longTasks.filter((ms) => ms > 50);
    figures.push({
      what: `${pictures} × ${side}², 1 → ${finalFramerate}, ${what}`,
      value: [
        `${made.seconds.toFixed(1)} s`,
        `${frames} frames`,
        `${missing} pictures missing`,
        `${(file.length / 1024 / 1024).toFixed(1)} MiB`,
        `main thread tasks over 50 ms: ${long.length}${long.length > 0 ? `, the longest ${Math.round(Math.max(...long))} ms` : ''}`,
      ].join(' · '),
    });
  }
  await context.close();
  if (!withFfmpeg) return figures;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kiln-video-'));
  try {
    for (const [index, url] of painted.entries()) {
      const name = `${String(index + 1).padStart(3, '0')}.png`;
      const [, base64 = ''] = url.split(',');
      await writeFile(path.join(folder, name), Buffer.from(base64, 'base64'));
    }
    for (const [what, filter] of [
      ['framerate (cross-fade)', `framerate=fps=${finalFramerate}`],
      ['minterpolate (smooth)', `minterpolate=fps=${finalFramerate}`],
    ] as const) {
      figures.push({ what: `ffmpeg, ${what}`, value: await runFfmpeg(folder, filter) });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return figures;
}
