import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { BrowserContext } from '@playwright/test';

import type { FaultPlatform } from '../faults/browser/platform.ts';
import {
  medianOfThree,
  mebibyte,
  numberedPictures,
  secondsUntilWords,
  side,
  signIn,
  watchRenderers,
} from './archive-parts.ts';
import { inFolder, inProfile } from './own-profile.ts';
import type { Figure } from './offline-thousand.ts';

const run = promisify(execFile);
const works = Number(process.env.KILN_BENCH_IMPORT ?? 2_000);

/** A blur, as Kiln writes one of each picture that it had open. */
const blur = '1QcSHQRnh493V4dIh4eXh1h4kJUI';

/**
 * An archive of Kiln's layout, packed by the system's own program.
 * @param thumbhash of its pictures; empty as where none was known, and each has to be opened to be believed
 * @returns its path and the bytes of its works
 */
async function writeArchive(
  folder: string,
  thumbhash: string,
): Promise<{ archive: string; bytes: number }> {
  const content = path.join(folder, 'content');
  await mkdir(path.join(content, 'works/2026-01'), { recursive: true });
  const listed: { file: string; sidecar: string }[] = [];
  let bytes = 0;
  for (const [number, data] of [...numberedPictures(works)].entries()) {
    const name = `works/2026-01/${String(number).padStart(5, '0')} a kiln at dusk`;
    const id = `0192f000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    const sha256 = createHash('sha256').update(data).digest('hex');
    const sidecar = {
      format: 'kiln-work',
      version: 1,
      id,
      file: `${name}.png`,
      tool: 'Text2Img',
      model: 'bench',
      model_name: null,
      prompt: `a kiln at dusk, number ${number}`,
      negative_prompt: '',
      parameters: { steps: 30 },
      seed: String(number),
      width: side,
      height: side,
      media_type: 'image/png',
      bytes: data.length,
      sha256,
      created: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
      favourite: false,
      rating: 0,
      origin: 'generated',
      thumbhash,
      censored: false,
      warnings: [],
      sources: [],
    };
    const named = { file: sidecar.file, sidecar: `${name}.json` };
    const facts = { id, bytes: data.length, sha256 };
    listed.push({ ...named, ...facts });
    await writeFile(path.join(content, sidecar.file), data);
    await writeFile(path.join(content, `${name}.json`), JSON.stringify(sidecar));
    bytes += data.length;
  }
  const manifest = { format: 'kiln-archive', version: 1, works: listed, sources: [], absent: [] };
  await writeFile(path.join(content, 'manifest.json'), JSON.stringify(manifest));
  const archive = path.join(folder, 'kiln.zip');
  // As Kiln writes it: what tells of a work lies right behind it.
  const order = listed.flatMap(({ file, sidecar }) => [file, sidecar]);
  const list = path.join(folder, 'order.txt');
  await writeFile(list, [...order, 'manifest.json'].join('\n'));
  await run('sh', ['-c', 'zip -0 -q "$0" -@ < "$1"', archive, list], { cwd: content });
  await rm(content, { recursive: true });
  return { archive, bytes };
}

const unzipSeconds = (archive: string, folder: string): Promise<number> =>
  medianOfThree(async (time) => {
    const out = path.join(folder, `out-${time}`);
    const fromMs = performance.now();
    await run('unzip', ['-q', archive, '-d', out]);
    const seconds = (performance.now() - fromMs) / 1_000;
    await rm(out, { recursive: true });
    return seconds;
  });

/** Two thousand works come in from an archive; the system's `unzip` on the same archive is what it is held against. */
export const importWorks = (platform: FaultPlatform): Promise<Figure[]> =>
  inFolder((folder) => inProfile(folder, (context) => importIn(context, folder, platform, blur)));

/** The same where nobody had the pictures open before. */
export const importUnseen = (platform: FaultPlatform): Promise<Figure[]> =>
  inFolder((folder) => inProfile(folder, (context) => importIn(context, folder, platform, '')));

async function importIn(
  context: BrowserContext,
  folder: string,
  platform: FaultPlatform,
  thumbhash: string,
): Promise<Figure[]> {
  const { archive, bytes } = await writeArchive(folder, thumbhash);
  const unzip = await unzipSeconds(archive, folder);
  const page = await context.newPage();
  page.setDefaultTimeout(20 * 60_000);
  await page.goto(`${platform.url}/about`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await signIn(page, await platform.makePerson());
  await page.goto(`${platform.url}/archive`);
  await page.getByTestId('pick-import').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const scope = globalThis as unknown as { longTasks: number[] };
    scope.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) scope.longTasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  const lookedMs = performance.now();
  await page.getByTestId('pick-import').setInputFiles(archive);
  const bring = page.getByRole('button', { name: /^Bring [\d,]+ works in$/ });
  await bring.waitFor();
  const found = (performance.now() - lookedMs) / 1_000;
  const mostBytes = await watchRenderers();
  const fromMs = performance.now();
  const safe = await secondsUntilWords(bring, /All works are in\.|works came in/);
  await page.getByText(/works came in/).waitFor();
  const all = (performance.now() - fromMs) / 1_000;
  const most = mostBytes();
  const long = await page.evaluate(
    () => (globalThis as unknown as { longTasks: number[] }).longTasks,
  );
  const megabytes = bytes / 1e6;
  const rate = (seconds: number) => `${Math.round(megabytes / seconds)} MB/s`;
  return [
    { what: 'archive', value: `${works} works, ${Math.round(megabytes)} MB` },
    { what: 'unzip (median of three)', value: `${unzip.toFixed(1)} s, ${rate(unzip)}` },
    { what: 'what is in it, told', value: `${found.toFixed(1)} s` },
    {
      what: thumbhash === '' ? 'all works in, each decoded' : 'all works in',
      value: `${safe.toFixed(1)} s, ${rate(safe)}, ${(unzip / safe).toFixed(2)} of unzip`,
    },
    { what: 'and with small pictures', value: `${all.toFixed(1)} s` },
    { what: 'largest renderer at its most', value: `${Math.round(most / mebibyte)} MiB` },
    { what: 'tasks of the page over 50 ms', value: `${long.length}` },
  ];
}
