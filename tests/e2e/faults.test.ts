import path from 'node:path';

import { expect, test } from '@playwright/test';

import { bundleVerbs } from '../faults/browser/bundle.ts';
import { startFaultPlatform } from '../faults/browser/platform.ts';
import { Profiles } from '../faults/browser/profiles.ts';
import { tell } from '../faults/browser/tell.ts';

/** `npm run test:faults` tells many more. */
const seeds = [1, 2];

test(
  'whatever goes wrong between browser and platform, every request ends once and is paid once',
  { tag: '@desktop' },
  async ({ browser }) => {
    test.setTimeout(300_000);
    const dist = process.env.KILN_STATIC ?? path.resolve(import.meta.dirname, '../../dist');
    const profiles = new Profiles(browser, await bundleVerbs());
    const platform = await startFaultPlatform(path.resolve(dist));
    try {
      for (const seed of seeds) {
        const { wrong, trace } = await tell(seed, { platform, profiles });
        expect(wrong, trace.join('\n')).toEqual([]);
      }
    } finally {
      await profiles.stop();
      await platform.stop();
    }
  },
);
