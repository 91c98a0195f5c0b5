/**
 * `npm run bench`: figures about speed, printed and never asserted. Run on a machine that has nothing else to
 * do. Arguments: parts of the names of those to run; `--dist dist` the built app; `--graphics` as with a graphics card,
 * for what memory holds.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../scripts/find-browser.mjs';
import { bundleVerbs } from '../faults/browser/bundle.ts';
import { startFaultPlatform } from '../faults/browser/platform.ts';
import type { FaultPlatform } from '../faults/browser/platform.ts';
import { checkLatency } from './check-latency.ts';
import { exportWorks } from './export.ts';
import { firstLoad } from './first-load.ts';
import { gallery } from './gallery.ts';
import { galleryFeed } from './gallery-feed.ts';
import { history } from './history.ts';
import { importUnseen, importWorks } from './import.ts';
import { largeForm } from './large-form.ts';
import { largeResult } from './large-result.ts';
import { offlineThousand } from './offline-thousand.ts';
import type { Figure } from './offline-thousand.ts';
import { models } from './models.ts';
import { mixedJobs } from './mixed-jobs.ts';
import { pops } from './pops.ts';
import { strokesLost } from './strokes-lost.ts';
import { submissions } from './submissions.ts';
import { tagSuggestions } from './tag-suggestions.ts';
import { tools } from './tools.ts';
import { words } from './words.ts';
import { video } from './video.ts';

interface Parts {
  browser: Browser;
  platform: FaultPlatform;
  verbs: string;
}

const benches: Record<string, (parts: Parts) => Promise<Figure[]>> = {
  'first load on a phone': ({ browser, platform }) => firstLoad(browser, platform),
  'a thousand requests made offline': ({ browser, platform, verbs }) =>
    offlineThousand(browser, platform, verbs),
  'keystroke to tag suggestions': ({ browser, platform }) => tagSuggestions(browser, platform),
  'a history of many works': ({ browser, platform }) => history(browser, platform),
  'lists of the gallery': () => gallery(),
  'home over a gallery of many works': ({ browser, platform }) => galleryFeed(browser, platform),
  'import of an archive': ({ platform }) => importWorks(platform),
  'import of an archive without blurs': ({ platform }) => importUnseen(platform),
  'export of an archive': ({ platform }) => exportWorks(platform),
  'a form of 40 fields': ({ browser, platform }) => largeForm(browser, platform),
  'strokes lost while drawing': ({ browser, platform }) => strokesLost(browser, platform),
  'a large result comes home': ({ browser, platform, verbs }) =>
    largeResult(browser, platform, verbs),
  'video of twenty pictures': ({ browser, platform }) => video(browser, platform),
  'polls of running jobs': ({ platform }) => checkLatency(platform),
  'submissions against bare inserts': ({ platform }) => submissions(platform),
  'built-in tools at 512² and 1024²': () => tools(),
  'a thousand workers ask for work': () => pops(),
  'fifty jobs of mixed tools': () => mixedJobs(),
  'models on this machine': () => models(),
  'pictures from words on this machine': () => words(),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    graphics: { type: 'boolean', default: false },
    dist: {
      type: 'string',
      default: process.env.KILN_STATIC ?? path.resolve(import.meta.dirname, '../../dist'),
    },
  },
});
const executablePath = locateBrowser();
/** A graphics card, which the processor plays: it holds decoded pictures instead of the page. Frames say nothing then. */
const graphics = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--enable-gpu-rasterization',
];
const browser = await chromium.launch({
  args: values.graphics
    ? [...chromiumFlags.filter((flag) => flag !== '--disable-gpu'), ...graphics]
    : chromiumFlags,
  ...(executablePath && { executablePath }),
});
const verbs = await bundleVerbs();
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
  const platform = await startFaultPlatform(values.dist);
  try {
    const figures = await bench({ browser, platform, verbs });
    const width = Math.max(...figures.map(({ what }) => what.length));
    process.stdout.write(`\n${name}\n`);
    for (const { what, value } of figures) {
      process.stdout.write(`  ${what.padEnd(width)}  ${value}\n`);
    }
  } finally {
    await platform.stop();
  }
}
await browser.close();
