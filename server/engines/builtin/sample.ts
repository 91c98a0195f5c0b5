import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp, { type OverlayOptions } from 'sharp';

import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import type { JobId } from '../../../src/domain/ids.ts';
import { schemaDefaults, type InputValues } from '../../../src/domain/model.ts';
import { createBuiltinEngine } from './engine.ts';

/** What the samples show: fixed words and seeds, so that a change of the painter can be seen as one. */
const samples: readonly [name: string, prompt: string, seed: string][] = [
  ['lake-sunset', 'mountain lake at sunset', '1'],
  ['snow-dawn', '雪山 湖 清晨', '2'],
  ['stars', 'mountains under a starry night, moon', '3'],
  ['aurora', 'aurora over snowy mountains', '7'],
  ['autumn', '秋天 森林 薄雾', '4'],
  ['canyon', 'canyon at golden hour', '5'],
  ['sea', 'sea at sunset', '1'],
  ['islands', 'tropical islands, summer', '2'],
  ['boat', 'sailboat on the sea, dusk', '3'],
  ['lighthouse', 'lighthouse in a storm', '2'],
  ['dunes', '沙漠 金色', '1'],
  ['dunes-night', 'desert, full moon', '6'],
  ['meadow', 'meadow of flowers in spring', '1'],
  ['balloons', 'hot air balloons over green hills', '1'],
  ['cat', 'a cat at sunset', '1'],
  ['wanderer', '旅人 星空', '2'],
  ['forest', 'misty pine forest', '1'],
  ['bamboo', '竹林 薄雾', '2'],
  ['city', 'city skyline at night', '1'],
  ['neon', '赛博朋克 城市', '2'],
  ['city-sunset', 'city at sunset', '3'],
  ['space', 'planet and nebula', '4'],
  ['ink', '水墨山水 小船', '1'],
  ['plum', '水墨 春天 梅花', '5'],
  ['peony', 'red peony', '2'],
  ['daisies', 'daisy bouquet', '3'],
  ['watercolour', 'watercolour mountain lake, dawn', '1'],
  ['oil', 'oil painting of a meadow at sunset', '2'],
  ['flow', 'abstract, vivid', '7'],
  ['marble', 'marble, blue and gold', '3'],
  ['geometric', 'geometric, bauhaus', '4'],
  ['unknown', 'xylophone', '9'],
];

/** Tools that work on a picture: on the one named on the command line, else on a sample of the painter. */
const toolSamples: readonly {
  name: string;
  model: string;
  input: InputValues;
  /** A sample above. */
  on: string;
}[] = [
  { name: 'style-watercolour', model: 'kiln-stylise', input: { style: 'watercolour' }, on: 'cat' },
  { name: 'style-oil', model: 'kiln-stylise', input: { style: 'oil' }, on: 'lake-sunset' },
  { name: 'style-pencil', model: 'kiln-stylise', input: { style: 'pencil' }, on: 'lighthouse' },
  { name: 'style-ink', model: 'kiln-stylise', input: { style: 'ink' }, on: 'snow-dawn' },
  { name: 'style-cartoon', model: 'kiln-stylise', input: { style: 'cartoon' }, on: 'balloons' },
  {
    name: 'lines-canny',
    model: 'kiln-condition',
    input: { control_type: 'canny' },
    on: 'balloons',
  },
  {
    name: 'lines-scribble',
    model: 'kiln-condition',
    input: { control_type: 'scribble' },
    on: 'cat',
  },
  {
    name: 'lines-hough',
    model: 'kiln-condition',
    input: { control_type: 'hough' },
    on: 'geometric',
  },
  { name: 'tint-autumn', model: 'kiln-colourise', input: { palette: 'autumn' }, on: 'lake-sunset' },
  { name: 'tint-sepia', model: 'kiln-colourise', input: { palette: 'sepia' }, on: 'city-sunset' },
  { name: 'repaint-autumn', model: 'kiln-repaint', input: { prompt: '秋天 油画' }, on: 'balloons' },
  { name: 'repaint-night', model: 'kiln-repaint', input: { prompt: 'blue night' }, on: 'meadow' },
];

const size = 512;
const columns = 8;

interface Sample {
  name: string;
  model: string;
  input: InputValues;
  seed: string;
  /** The picture it works on. */
  source: string | null;
}

function listSamples(folder: string, photo: string | undefined): Sample[] {
  const painted = samples.map(([name, prompt, seed]) => ({
    name,
    model: 'kiln-painter',
    input: { prompt, width: size, height: size },
    seed,
    source: null,
  }));
  const made = toolSamples.map(({ on, ...sample }) => ({
    ...sample,
    seed: '1',
    source: photo ?? path.join(folder, `${on}.webp`),
  }));
  return [...painted, ...made];
}

/**
 * Writes every sample and a contact sheet. `node server/engines/builtin/sample.ts <folder> [photo]`
 * @param photo for the tools that work on a picture
 */
async function writeSamples(folder: string, photo: string | undefined): Promise<void> {
  await mkdir(folder, { recursive: true });
  const engine = createBuiltinEngine();
  await engine.start();
  const tiles: OverlayOptions[] = [];
  const half = size / 2;
  const wanted = listSamples(folder, photo);
  try {
    for (const [index, { name, model, input, seed, source }] of wanted.entries()) {
      const startedMs = performance.now();
      const [output] = await engine.run(
        {
          id: name as JobId,
          model,
          jobType: engine.models().find((item) => item.model === model)!.type as GeneratorType,
          input: { ...schemaDefaults(engine.schema(model, 'en')), ...input },
          sources: source
            ? [{ field: 'image', path: source, mediaType: 'image/webp', width: 0, height: 0 }]
            : [],
          seed,
          outputs: 1,
          attempt: 1,
          externalReference: null,
        },
        {
          signal: new AbortController().signal,
          reportProgress: () => undefined,
          saveExternalReference: () => Promise.resolve(),
        },
      );
      const ending = output!.mediaType.slice('image/'.length);
      await writeFile(path.join(folder, `${name}.${ending}`), output!.data);
      tiles.push({
        input: await sharp(output!.data).resize(half, half).toBuffer(),
        left: (index % columns) * half,
        top: Math.floor(index / columns) * half,
      });
      const milliseconds = String(Math.round(performance.now() - startedMs)).padStart(6);
      const words = Object.values(input)[0];
      process.stdout.write(`${name.padEnd(18)} ${milliseconds} ms  ${String(words)}\n`);
    }
  } finally {
    await engine.stop();
  }
  const rows = Math.ceil(wanted.length / columns);
  await sharp({
    create: { width: columns * half, height: rows * half, channels: 3, background: '#181512' },
  })
    .composite(tiles)
    .png()
    .toFile(path.join(folder, 'sheet.png'));
}

await writeSamples(process.argv[2] ?? 'samples', process.argv[3]);
