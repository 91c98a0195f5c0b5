import { createHash } from 'node:crypto';

import type { Browser, Page } from '@playwright/test';

import { appRecipes } from '../../server/workshop/apps/recipes.ts';
import { samples } from '../samples/list.ts';
import { builtinTools } from '../../server/workshop/tools.ts';
import { generatorTypes } from '../../src/domain/generator-types.ts';
import { newCredentials, registerAccount } from './fixtures/api.ts';
import { decode } from './fixtures/decode.ts';

import { expect, test } from './fixtures/test.ts';
import { Workshop } from './fixtures/workshop.ts';

const sampleOf = (model: string) => samples.find((sample) => sample.model === model);

let opened: Promise<Workshop> | null = null;

/** One for all tests of a worker: what several tools work on is painted and sent once. */
function openWorkshop(url: string): Promise<Workshop> {
  opened ??= (async () => new Workshop(url, await registerAccount(url, newCredentials())))();
  return opened;
}

let blank: Promise<Page> | null = null;

/** One for all tests of a worker, too: nothing of Kiln runs in it. */
function openBlank(browser: Browser): Promise<Page> {
  blank ??= browser.newPage();
  return blank;
}

/** Made twice at a lower level already (tests/node/engines/film and soundtrack), and the slowest of all. */
const comparedBelow = ['kiln-film', 'kiln-motion', 'kiln-soundtrack'];

const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

test(
  'every type of the specification has a built-in tool, and every tool a sample',
  { tag: '@desktop' },
  () => {
    const made = new Set(builtinTools.flatMap(({ model }) => model.type.split(',')));
    expect(generatorTypes.filter((type) => !made.has(type))).toEqual([]);
    const models = builtinTools.map(({ model }) => model.model);
    expect(models.filter((model) => !sampleOf(model))).toEqual([]);
    expect(appRecipes.every(({ id }) => models.includes(id))).toBe(true);
  },
);

for (const { model } of builtinTools) {
  const sample = sampleOf(model.model);
  for (const type of model.type.split(',')) {
    if (!sample) continue;
    const isComparedHere = !comparedBelow.includes(model.model);
    test(
      `${type} by ${model.model} over the public API: another decoder opens it${isComparedHere ? ', and the same again is the same to the byte' : ''}`,
      { tag: '@desktop' },
      async ({ browser, platform }) => {
        const workshop = await openWorkshop(platform.url);
        const { output, input } = await workshop.make(sample, type);
        const data = await workshop.bytes(output.img);
        const decoded = await decode(await openBlank(browser), data, output.media_type);
        if (decoded.kind === 'picture' || decoded.kind === 'film') {
          expect(decoded).toMatchObject({ width: output.width, height: output.height });
          expect(decoded.width * decoded.height).toBeGreaterThan(0);
        }
        if (decoded.kind === 'film' || decoded.kind === 'sound') {
          expect(decoded.seconds).toBeGreaterThan(0.5);
          const asked = Number(input['duration'] ?? 0);
          if (asked > 0) expect(Math.abs(decoded.seconds - asked)).toBeLessThan(1);
        }
        if (!isComparedHere) return;
        const again = await workshop.make(sample, type);
        expect(digest(await workshop.bytes(again.output.img))).toBe(digest(data));
      },
    );
  }
}
