import { performance } from 'node:perf_hooks';

import { listGallery } from '../../src/api/contract/gallery.ts';
import { fillGallery, words } from '../fixtures/full-gallery.ts';
import { startTestPlatform } from '../node/server/fixtures/platform.ts';
import { createTestEngine } from '../node/server/fixtures/test-engine.ts';
import type { Figure } from './offline-thousand.ts';

const published = Number(process.env.KILN_ROWS ?? 20_000);
const turns = 60;

type Wish = Record<string, string | number>;

const asked: Readonly<Record<string, (turn: number) => Wish>> = {
  'the newest': () => ({}),
  'as one scrolls': (turn) => ({ page: 1 + turn }),
  'the last pages': (turn) => ({ page: Math.floor(published / 30) - turn }),
  'a category': (turn) => ({ category_id: 1 + (turn % 9), page: 1 + (turn % 20) }),
  'a tool': (turn) => ({ job_type: 'Img2Img', page: 1 + turn }),
  'a model': (turn) => ({ model_name: `model-${turn % 40}` }),
  'an English word': (turn) => ({ keyword: words.en[turn % words.en.length]! }),
  'one that is being typed': (turn) => ({
    keyword: words.en[turn % words.en.length]!.slice(0, 2 + (turn % 4)),
  }),
  'two English words': (turn) => ({
    keyword: `${words.en[turn % 12]} ${words.en[(turn * 7 + 3) % words.en.length]}`,
  }),
  'a Chinese word': (turn) => ({ keyword: words.cn[turn % words.cn.length]! }),
  'two Chinese words': (turn) => ({
    keyword: `${words.cn[turn % 12]} ${words.cn[(turn * 7 + 3) % words.cn.length]}`,
  }),
  'a word in a category': (turn) => ({
    keyword: turn % 2 === 0 ? words.en[turn % 36]! : words.cn[turn % 36]!,
    category_id: 1 + (turn % 9),
  }),
  'a word that nobody used': (turn) => ({ keyword: `zebra${turn}` }),
};

/** Lists of a gallery of 20,000 works, as a stranger asks for them; which plans they have is tests/node/server/indexes.test.ts. */
export async function gallery(): Promise<Figure[]> {
  const platform = await startTestPlatform(createTestEngine());
  try {
    const { uid } = await platform.register();
    await fillGallery(platform.database, uid, published);
    const figures: Figure[] = [{ what: 'works', value: String(published) }];
    for (const [what, wishOf] of Object.entries(asked)) {
      const times: number[] = [];
      let found = 0;
      for (let turn = 0; turn < turns; turn += 1) {
        const fromMs = performance.now();
        const answer = await platform.call('POST', listGallery.path, { body: wishOf(turn) });
        times.push(performance.now() - fromMs);
        if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
        found += (answer.body as { list: unknown[] }).list.length;
      }
      const sorted = times.toSorted((left, right) => left - right);
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
      figures.push({
        what,
        value: `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${(found / turns).toFixed(1)} works a page`,
      });
    }
    return figures;
  } finally {
    await platform.stop();
  }
}
