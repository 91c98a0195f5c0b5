/**
 * `npm run budget`: loads the built app in a browser as a phone does, from the real platform, and holds what came to
 * its budget. Bytes and requests only: times depend on the machine, and `npm run bench -- load` prints them.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../scripts/find-browser.mjs';
import { namesInPack } from '../../scripts/vite-shell-hashes.ts';
import { startPlatform } from '../e2e/fixtures/platform.ts';
import {
  fileOf,
  hasPoller,
  measureLoad,
  phoneContext,
  scriptsBefore,
  sumOf,
  type LoadFigures,
} from './measure.ts';

const kilobyte = 1024;

/** In bytes as they come over the line, compressed by brotli; issue: the first load, measured by a browser. */
export const budget = {
  /** Scripts asked for before a press of Generate is carried out. */
  acts: 130 * kilobyte,
  actsFiles: 20,
  /** All scripts of the page, when it has come to rest. */
  idle: 220 * kilobyte,
  /** With all that it loads later for a person who is signed in. */
  poller: 40 * kilobyte,
  serviceWorker: 60 * kilobyte,
  /** What the service worker fetches ahead. */
  precache: 1_000 * kilobyte,
  /** What it fetches for those who have works, when the app has come to rest: videos, 3D, archives, pages of text. */
  late: 600 * kilobyte,
  /** What comes when the first 3D object is opened: the worker that reads and draws it. */
  solid: 150 * kilobyte,
  /** Of home, works and requests, pages that build what only asking the platform needs before they show anything. */
  asking: 0,
} as const;

export interface Held {
  what: string;
  value: number;
  limit: number;
  unit: 'KB' | 'files' | 'pages';
}

/** Bytes of files, by their names without a folder. */
type Sizes = ReadonlyMap<string, number>;

/** What no page load tells: the poller, the service worker, and what it fetches ahead. */
export interface BuildSizes {
  /** The poller and all that it may come to load on a device with a service worker and a platform. */
  poller: Sizes;
  /** sw.js and what it imports. */
  serviceWorker: Sizes;
  precache: number;
  /** What it fetches for those who have works, when the app has come to rest. */
  late: number;
  /** The worker of 3D objects. */
  solid: number;
  /** Pages that come with what asks the platform. */
  asking: number;
}

/** @throws when the page never told that Generate acts, or loaded nothing at all: then nothing was measured */
export function holdToBudget(figures: LoadFigures, sizes: BuildSizes): Held[] {
  const { actsMs } = figures;
  if (actsMs === null) throw new Error('The page never said that Generate acts.');
  if (!hasPoller(figures)) throw new Error('The page never started its poller.');
  const before = scriptsBefore(figures, actsMs);
  if (before.length === 0) throw new Error('The page loaded no script before Generate acts.');
  const own = scriptsBefore(figures, null, new Set(sizes.poller.keys()));
  // What the page has loaded, the browser does not fetch again for its workers.
  const known = new Set(own.map(fileOf));
  const added = (files: Sizes) =>
    [...files].reduce((sum, [name, bytes]) => (known.has(name) ? sum : sum + bytes), 0);
  return [
    { what: 'before Generate acts', value: sumOf(before), limit: budget.acts, unit: 'KB' },
    { what: 'before Generate acts', value: before.length, limit: budget.actsFiles, unit: 'files' },
    {
      what: 'before idle',
      value: sumOf(own),
      limit: budget.idle,
      unit: 'KB',
    },
    { what: 'poller', value: added(sizes.poller), limit: budget.poller, unit: 'KB' },
    {
      what: 'sw.js',
      value: added(sizes.serviceWorker),
      limit: budget.serviceWorker,
      unit: 'KB',
    },
    { what: 'precache', value: sizes.precache, limit: budget.precache, unit: 'KB' },
    { what: 'late, for who has works', value: sizes.late, limit: budget.late, unit: 'KB' },
    { what: '3D, when opened', value: sizes.solid, limit: budget.solid, unit: 'KB' },
    { what: 'with the contract', value: sizes.asking, limit: budget.asking, unit: 'pages' },
  ];
}

/** What the poller loads only where no service worker looks at the queue, or where not only the platform is asked. */
const isElsewhere = (name: string) =>
  /^(run|platform|learn-models|known-reference|models-here)-/.test(name);

const atOnce = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const atOnceOrLater = /(?:from|import)\s*\(?\s*["'`](?:\.\/|\/assets\/)([^"'`]+\.js)["'`]/g;

/** A script's file and everything that it imports, as the build names them. */
async function importsOf(folder: string, entry: string, imports: RegExp): Promise<Set<string>> {
  const found = new Set([entry]);
  for (const name of found) {
    const code = await readFile(path.join(folder, name), 'utf8');
    for (const [, other] of code.matchAll(imports)) {
      if (other !== undefined && !isElsewhere(other)) found.add(other);
    }
  }
  return found;
}

/** Of the precache's list in sw.js, the files and their sizes. */
export async function readBuild(folder: string): Promise<BuildSizes> {
  const worker = await readFile(path.join(folder, 'sw.js'), 'utf8');
  const listed = [...worker.matchAll(/\{[^{}]*"url":"([^"]+)"[^{}]*\}/g)].map(([entry, url]) => ({
    name: url ?? '',
    isLate: entry.includes('"late":true'),
    isPack: entry.includes('"pack":true'),
  }));
  const packs = listed.filter(({ isPack }) => isPack).map(({ name }) => name);
  const inPacks = await Promise.all(
    packs.map(async (name) => namesInPack(await readFile(path.join(folder, name)))),
  );
  const packed = new Set(inPacks.flat());
  const files = new Set(
    (await readdir(folder, { recursive: true })).map((name) => name.split(path.sep).join('/')),
  );
  const sizeOf = async (name: string) =>
    (await stat(path.join(folder, files.has(`${name}.br`) ? `${name}.br` : name))).size;
  const sizeOfListed = async (late: boolean) => {
    const names = new Set(listed.filter(({ isLate }) => isLate === late).map(({ name }) => name));
    // What comes in a pack does not come by itself.
    const sizes = [...names].filter((name) => files.has(name) && !packed.has(name)).map(sizeOf);
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  };
  const precache = await sizeOfListed(false);
  if (precache === 0) throw new Error('sw.js names no file to fetch ahead.');
  const late = await sizeOfListed(true);
  const assets = path.join(folder, 'assets');
  const names = await readdir(assets);
  const entry = names.find((name) => /^poller\.worker-[^.]+\.js$/.test(name));
  if (entry === undefined) throw new Error('The build has no poller.');
  const solid = names.find((name) => /^solid\.worker-[^.]+\.js$/.test(name));
  if (solid === undefined) throw new Error('The build has no viewer of 3D objects.');
  const poller = new Map<string, number>();
  for (const name of await importsOf(assets, entry, atOnceOrLater)) {
    poller.set(name, await sizeOf(`assets/${name}`));
  }
  const serviceWorker = new Map([['sw.js', await sizeOf('sw.js')]]);
  for (const [, name] of worker.matchAll(/importScripts\(["'`]\/assets\/([^"'`]+)["'`]\)/g)) {
    if (name !== undefined) serviceWorker.set(name, await sizeOf(`assets/${name}`));
  }
  const pages = names.filter((name) => /^(?:home|work|request)-[^.]+\.js$/.test(name));
  if (pages.length !== 3) throw new Error(`The build has other pages: ${pages.join(', ')}`);
  const started = await Promise.all(pages.map((name) => importsOf(assets, name, atOnce)));
  const asking = started.filter((scripts) => [...scripts].some((name) => name.startsWith('api-')));
  return {
    poller,
    serviceWorker,
    precache,
    late,
    solid: await sizeOf(`assets/${solid}`),
    asking: asking.length,
  };
}

export function describe({ what, value, limit, unit }: Held): string {
  const shown = (amount: number) =>
    unit === 'KB' ? `${(amount / kilobyte).toFixed(1)} KB` : `${amount} ${unit}`;
  const sign = value > limit ? '✗' : '✓';
  return `${sign} ${what.padEnd(22)} ${shown(value).padStart(10)} of ${shown(limit)}`;
}

async function main(): Promise<number> {
  const folder = path.resolve(
    process.env.KILN_STATIC ?? fileURLToPath(new URL('../../dist', import.meta.url)),
  );
  const sizes = await readBuild(folder);
  const platform = await startPlatform();
  const executablePath = locateBrowser();
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath && { executablePath }),
  });
  try {
    const context = await phoneContext(browser, 'block');
    const figures = await measureLoad(context, `${platform.url}/generate`);
    const held = holdToBudget(figures, sizes);
    for (const script of figures.scripts.toSorted((one, other) => one.startMs - other.startMs)) {
      process.stdout.write(
        `${(script.bytes / kilobyte).toFixed(1).padStart(8)} KB  ${script.name}\n`,
      );
    }
    process.stdout.write(`${held.map(describe).join('\n')}\n`);
    if (held.every(({ value, limit }) => value <= limit)) return 0;
    process.stderr.write(
      'Over budget. Load what the first screen does not show by React.lazy() or import(), and look at ' +
        'scripts/vite-waves.ts for what arrives together.\n',
    );
    return 1;
  } finally {
    await browser.close();
    await platform.stop();
  }
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  process.exitCode = await main();
}
