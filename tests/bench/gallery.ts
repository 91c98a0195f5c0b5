import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import { putPlace } from '../../server/gallery/store.ts';
import { files } from '../../server/files/tables.ts';
import { works } from '../../server/works/tables.ts';
import { listGallery } from '../../src/api/contract/gallery.ts';
import { galleryCategories, searchableTerms } from '../../src/domain/gallery.ts';
import { sql } from 'drizzle-orm';
import { startTestPlatform } from '../node/server/fixtures/platform.ts';
import type { TestPlatform } from '../node/server/fixtures/platform.ts';
import { createTestEngine } from '../node/server/fixtures/test-engine.ts';
import type { Figure } from './offline-thousand.ts';

const published = Number(process.env.KILN_ROWS ?? 20_000);
const batch = 500;
const turns = 60;

/** Words of prompts, from common to rare: how often one is used falls with its place. */
const words = {
  en: 'light mountain portrait sea night forest city flower cat lake river snow castle dragon robot garden street market lantern bridge temple desert island ship whale fox owl teapot violin library clocktower observatory greenhouse carousel lighthouse aurora'.split(
    ' ',
  ),
  cn: '光影 山水 人像 大海 夜色 森林 城市 花卉 小猫 湖泊 河流 雪景 城堡 神龙 机器人 花园 街道 集市 灯笼 拱桥 寺庙 沙漠 海岛 帆船 鲸鱼 狐狸 猫头鹰 茶壶 提琴 图书馆 钟楼 天文台 温室 木马 灯塔 极光'.split(
    ' ',
  ),
};

function wordsOf(number: number): string {
  // Repeatable, and unlike what comes before and after it.
  let state = (number * 2_654_435_761) % 4_294_967_296;
  const next = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) ** 2 * below);
  };
  const list = number % 2 === 0 ? words.en : words.cn;
  const said = Array.from({ length: 9 }, () => list[next(list.length)]);
  return said.join(number % 2 === 0 ? ' ' : '，');
}

async function fill({ database }: TestPlatform, userId: number): Promise<void> {
  // Numbered by hand: the trigger that does it is made for one work at a time.
  await database.execute(sql`alter table works disable trigger user`);
  for (let from = 0; from < published; from += batch) {
    const rows = Array.from({ length: Math.min(batch, published - from) }, (_, index) => {
      const number = from + index;
      return { number, id: randomUUID(), fileId: randomUUID(), prompt: wordsOf(number) };
    });
    await database.transaction(async (transaction) => {
      await transaction.insert(files).values(
        rows.map(({ fileId }) => ({
          id: fileId,
          userId,
          extension: 'webp',
          mediaType: 'image/webp',
          bytes: 1,
          sha256: fileId.replaceAll('-', '').repeat(2),
          width: 1024,
          height: 1024,
        })),
      );
      await transaction.insert(works).values(
        rows.map(({ id, fileId, prompt, number }) => ({
          id,
          userId,
          index: 0,
          fileId,
          jobType: 'Text2Img' as const,
          model: `model-${number % 40}`,
          modelName: `model-${number % 40}`,
          prompt,
          seed: '1',
          params: { steps: 30 },
          censored: false,
          warnings: [],
          changeSeq: number + 1,
        })),
      );
      for (const { id, prompt, number } of rows) {
        await putPlace(transaction, {
          workId: id,
          userId,
          state: 'published',
          title: `work ${number}`,
          categoryId: galleryCategories[number % galleryCategories.length]!.id,
          jobType: number % 3 === 0 ? 'Img2Img' : 'Text2Img',
          model: `model-${number % 40}`,
          isSample: false,
          terms: searchableTerms(`work ${number} ${prompt}`),
        });
      }
    });
  }
  await database.execute(sql`alter table works enable trigger user`);
  await database.execute(sql`vacuum analyze`);
}

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
    await fill(platform, uid);
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
