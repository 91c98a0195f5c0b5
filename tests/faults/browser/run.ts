import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../../scripts/find-browser.mjs';
import { bundleVerbs } from './bundle.ts';
import { startFaultPlatform } from './platform.ts';
import { Profiles } from './profiles.ts';
import { makeSmallApp } from './small-app.ts';
import { tell } from './tell.ts';
import type { Told } from './tell.ts';

const folder = path.resolve(import.meta.dirname, '../../../.cache/faults');
/** A browser that has run for long is slower than a new one. */
const storiesPerBrowser = 50;

async function launch(): Promise<Browser> {
  const executablePath = locateBrowser();
  return chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
}

/** @returns folder of the app for the stories */
async function smallApp(dist: string, verbs: string): Promise<string> {
  const browser = await launch();
  const small = path.join(folder, 'app');
  await rm(small, { recursive: true, force: true });
  try {
    await makeSmallApp(browser, { dist, folder: small, verbs });
  } finally {
    await browser.close();
  }
  return small;
}

interface Parts {
  /** Folder of the built app. */
  app: string;
  verbs: string;
}

async function work(
  next: () => number | null,
  onTold: (told: Told) => Promise<void>,
  { app, verbs }: Parts,
): Promise<void> {
  const platform = await startFaultPlatform(app);
  let browser = await launch();
  let profiles = new Profiles(browser, verbs);
  let stories = 0;
  try {
    for (let seed = next(); seed !== null; seed = next()) {
      let told: Told;
      try {
        told = await tell(seed, { platform, profiles });
        stories += 1;
      } catch (error) {
        told = { seed, wrong: [`the harness fell: ${String(error)}`], trace: [], tookMs: 0 };
        stories = storiesPerBrowser;
      }
      // One that ended by itself costs the story it ended in, not all that follow.
      if (!platform.isUp) {
        told.wrong.push('the platform ended by itself');
        await platform.start();
      }
      await onTold(told);
      if (stories < storiesPerBrowser) continue;
      stories = 0;
      await profiles.stop().catch(() => undefined);
      await browser.close();
      browser = await launch();
      profiles = new Profiles(browser, verbs);
    }
    // What a killed platform left behind goes at its next start.
    await platform.kill();
    await platform.start();
    const orphans = await platform.orphans();
    if (orphans.length > 0) {
      const wrong = [`files that no row knows: ${orphans.join(' ')}`];
      await onTold({ seed: 0, wrong, trace: [], tookMs: 0 });
    }
  } finally {
    await profiles.stop().catch(() => undefined);
    await browser.close();
    await platform.stop();
  }
}

export interface RunOptions {
  /** The first seed, and how many follow it. */
  from: number;
  count: number;
  /** Browsers with a platform each, at the same time. */
  workers: number;
  /** Folder of the built app. */
  dist: string;
  /** Prints all that happens. */
  isVerbose: boolean;
  /** Begins no story after one that broke. */
  untilBroken: boolean;
}

/**
 * Tells stories in a real browser against the real platform, and writes what happened in the broken ones to
 * `.cache/faults`.
 * @returns whether all was well
 */
export async function runInBrowser(options: RunOptions): Promise<boolean> {
  const { from, count, dist, isVerbose } = options;
  await mkdir(folder, { recursive: true });
  const verbs = await bundleVerbs();
  const parts = { app: await smallApp(dist, verbs), verbs };
  let lastSeed = from - 1;
  let told = 0;
  const broken: number[] = [];
  const startedAtMs = Date.now();
  const minutes = () => ((Date.now() - startedAtMs) / 60_000).toFixed(1);
  const next = () => {
    const isOver = lastSeed + 1 >= from + count || (options.untilBroken && broken.length > 0);
    return isOver ? null : (lastSeed += 1);
  };
  const onTold = async ({ seed, wrong, trace, tookMs }: Told): Promise<void> => {
    told += seed === 0 ? 0 : 1;
    const all = [...trace, ...wrong.map((each) => `VIOLATION ${each}`), ''].join('\n');
    if (isVerbose) process.stdout.write(all);
    if (wrong.length > 0) {
      broken.push(seed);
      await writeFile(path.join(folder, `${seed}.log`), all);
      process.stdout.write(`✗ seed ${seed} (${tookMs} ms)\n  ${wrong.join('\n  ')}\n`);
    } else if (told % 10 === 0) {
      process.stdout.write(`${told} of ${count} after ${minutes()} min\n`);
    }
  };
  const workers = Math.min(options.workers, count);
  await Promise.all(Array.from({ length: workers }, () => work(next, onTold, parts)));
  const which = broken.length > 0 ? `: ${broken.join(' ')} (see .cache/faults)` : '';
  process.stdout.write(
    `browser: ${told} seeds in ${minutes()} min, ${broken.length} with violations${which}\n`,
  );
  return broken.length === 0;
}
