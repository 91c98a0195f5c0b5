import { defineConfig, devices } from '@playwright/test';

import { chromiumFlags, locateBrowser } from './scripts/find-browser.mjs';

const executablePath = locateBrowser();
const isTriedAgain = process.env.KILN_TEST_RETRIES === '1';

/** Tests without a tag run on both; `@desktop` or `@phone` in the tags keeps a test to one. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two leave a fifth of two cores idle: a test waits for clocks and networks, too.
  workers: 3,
  // A second try is for CI alone, where what needed it is listed at the end: it hides a fault otherwise.
  retries: isTriedAgain ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // What a test waits for comes when it comes; a machine with other things to do must not fail it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/tests/e2e.json' }]],
  use: {
    locale: 'en-US',
    // A control that isn't there is named at once, not when the whole test runs out of time.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Without film and copies of the document, which cost a tenth of the whole; the picture of the failure is kept.
    // Where a second try is made, that one alone is written down: for all of them it is 7 % of the processor's time.
    trace: {
      mode: isTriedAgain ? 'on-first-retry' : 'retain-on-failure',
      screenshots: false,
      snapshots: false,
    },
    screenshot: 'only-on-failure',
    // Painting what moves costs more than all the rest together.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: chromiumFlags,
      // Every browser puts a page that is left aside, to show it again at once; Playwright's would be the only one without.
      // Such a page does not load once more: `goBack` waits for the commit alone.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        screen: { width: 390, height: 844 },
        // A phone's seven pixels for each of its own are painted by the processor here, and no test looks at one.
        deviceScaleFactor: 1,
      },
    },
  ],
});
