import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium, type BrowserContext } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../scripts/find-browser.mjs';

/** A folder on the disk for as long as something runs. */
export async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-bench-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A browser with a profile on the disk, as people have one: what a context of Playwright's stores is in memory alone,
 * which reads faster and writes much slower. Another browser on the same folder has what this one stored.
 */
export async function inProfile<Result>(
  folder: string,
  run: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const executablePath = locateBrowser();
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    args: chromiumFlags,
    locale: 'en-US',
    acceptDownloads: true,
    ...(executablePath && { executablePath }),
  });
  try {
    return await run(context);
  } finally {
    await context.close();
  }
}
