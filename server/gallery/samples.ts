import { createHash } from 'node:crypto';

import { searchableTerms } from '../../src/domain/gallery.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { InputValues } from '../../src/domain/model.ts';
import { platformAccount } from '../accounts/service.ts';
import type { Database } from '../database/connect.ts';
import { newFile } from '../files/new-file.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Log } from '../log.ts';
import { changeWorks } from '../works/change.ts';
import { addMadeWork, keepOriginals, sharedWorks } from '../works/service.ts';
import type { Prepare } from './prepare.ts';
import { putPlace } from './store.ts';

/** A work that a fresh gallery begins with: what it is made from, and what it is called, in Chinese and in English. */
export interface Sample {
  title: string;
  prompt: string;
  categoryId: number;
  width: number;
  height: number;
  seed: string;
}

const wide = { width: 1216, height: 832 };
const tall = { width: 832, height: 1216 };
const square = { width: 1024, height: 1024 };

/** In the order of their making: what comes last is seen first. Their prompts are in both languages by turns. */
export const samples: readonly Sample[] = [
  {
    title: '大理石，蓝与金 · Marble',
    prompt: 'marble, blue and gold',
    categoryId: 8,
    ...square,
    seed: '11',
  },
  { title: '包豪斯 · Bauhaus', prompt: '几何，包豪斯', categoryId: 8, ...square, seed: '23' },
  {
    title: '竹林晨雾 · Bamboo in the mist',
    prompt: 'bamboo grove in the morning mist',
    categoryId: 2,
    ...tall,
    seed: '5',
  },
  { title: '沙漠满月 · Desert moon', prompt: '沙漠，满月', categoryId: 2, ...wide, seed: '31' },
  {
    title: '热带小岛 · Islands in summer',
    prompt: 'tropical islands in summer',
    categoryId: 2,
    ...square,
    seed: '3',
  },
  { title: '秋林 · Autumn forest', prompt: '秋天的森林，薄雾', categoryId: 2, ...tall, seed: '17' },
  {
    title: '花海 · Spring meadow',
    prompt: 'meadow of flowers in spring',
    categoryId: 3,
    ...wide,
    seed: '7',
  },
  {
    title: '夕阳下的猫 · A cat at sunset',
    prompt: '夕阳下的一只猫',
    categoryId: 3,
    ...square,
    seed: '2',
  },
  {
    title: '灯塔 · Lighthouse',
    prompt: 'lighthouse in a storm',
    categoryId: 4,
    ...tall,
    seed: '9',
  },
  { title: '霓虹之城 · Neon city', prompt: '城市夜景，霓虹', categoryId: 4, ...wide, seed: '13' },
  {
    title: '行星与星云 · Planet and nebula',
    prompt: 'planet and nebula',
    categoryId: 5,
    ...square,
    seed: '29',
  },
  { title: '春梅 · Plum blossom', prompt: '水墨，春天的梅花', categoryId: 3, ...tall, seed: '19' },
  {
    title: '热气球 · Balloons over the hills',
    prompt: 'hot air balloons over green hills',
    categoryId: 2,
    ...wide,
    seed: '4',
  },
  {
    title: '一叶小舟 · A small boat',
    prompt: '水墨山水，一叶小舟',
    categoryId: 2,
    ...tall,
    seed: '37',
  },
  {
    title: '旅人与星空 · The wanderer',
    prompt: 'a wanderer under a starry sky',
    categoryId: 5,
    ...tall,
    seed: '6',
  },
  {
    title: '山间的湖 · Mountain lake',
    prompt: '水彩，山间的湖，黎明',
    categoryId: 2,
    ...wide,
    seed: '41',
  },
  {
    title: '暮色帆船 · Sailing at dusk',
    prompt: 'sailboat on the sea at dusk',
    categoryId: 2,
    ...square,
    seed: '8',
  },
  { title: '极光 · Aurora', prompt: '极光下的雪山', categoryId: 2, ...wide, seed: '43' },
];

/** What makes samples; the bytes are those of the picture. */
export interface MadeSample {
  data: Uint8Array;
  mediaType: string;
  width: number;
  height: number;
  jobType: GeneratorType;
  model: string;
  modelName: string;
  parameters: InputValues;
  seed: string;
}

export interface Seeding {
  database: Database;
  store: FileStore;
  make: (sample: Sample, signal: AbortSignal) => Promise<MadeSample>;
  prepare: Prepare;
  log: Log;
}

/** Always the same for the same sample, so that it is made once whoever is how far with it. */
export function sampleId({ title }: Sample): string {
  const hash = createHash('sha256').update(`kiln sample ${title}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

async function add(
  { database, store, make }: Seeding,
  userId: number,
  sample: Sample,
  signal: AbortSignal,
): Promise<void> {
  const made = await make(sample, signal);
  const { file, data, thumbhash } = await newFile(made.data, made.mediaType);
  await store.write(file, data);
  const id = sampleId(sample);
  const isNew = await changeWorks(database, userId, async (transaction) => {
    const { width, height, jobType, model, modelName, parameters, seed } = made;
    const isAdded = await addMadeWork(
      transaction,
      { ...file, userId, width, height },
      {
        id,
        userId,
        index: 0,
        jobType,
        model,
        modelName,
        prompt: sample.prompt,
        seed,
        params: parameters,
        censored: false,
        warnings: [],
        thumbhash,
      },
    );
    if (!isAdded) return false;
    await keepOriginals(transaction, userId, [id], true);
    await putPlace(transaction, {
      workId: id,
      userId,
      state: 'published',
      title: sample.title,
      categoryId: sample.categoryId,
      jobType,
      model,
      isSample: true,
      terms: searchableTerms([sample.title, sample.prompt, modelName].join(' ')),
    });
    return true;
  });
  if (!isNew) await store.remove([file]);
}

/**
 * Gives a fresh installation works to begin with, one after the other, and goes on where an earlier start was broken
 * off. Where people came before the samples nothing is added to what they made.
 */
export async function seedSamples(seeding: Seeding, signal: AbortSignal): Promise<void> {
  const { database, log } = seeding;
  const userId = await platformAccount(database);
  if (userId === null) return;
  const there = await sharedWorks(database, samples.map(sampleId));
  const wanted = samples.filter((sample) => !there.has(sampleId(sample)));
  for (const sample of wanted) {
    signal.throwIfAborted();
    await add(seeding, userId, sample, signal);
    await seeding.prepare(sampleId(sample));
  }
  if (wanted.length > 0) log.info({ works: wanted.length }, 'the gallery has works to begin with');
}
