import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp, { type OverlayOptions } from 'sharp';

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

const size = 512;
const columns = 8;

/** Writes every sample and a contact sheet. `node server/engines/builtin/sample.ts <folder>` */
async function writeSamples(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const engine = createBuiltinEngine();
  await engine.start();
  const tiles: OverlayOptions[] = [];
  try {
    for (const [index, [name, prompt, seed]] of samples.entries()) {
      const input: InputValues = {
        ...schemaDefaults(engine.schema('kiln-painter', 'en')),
        prompt,
        width: size,
        height: size,
      };
      const startedMs = performance.now();
      const outputs = await engine.run(
        {
          id: name as JobId,
          model: 'kiln-painter',
          jobType: 'Text2Img',
          input,
          sources: [],
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
      for (const output of outputs) {
        await writeFile(path.join(folder, `${name}.webp`), output.data);
        const left = (index % columns) * (size / 2);
        const top = Math.floor(index / columns) * (size / 2);
        tiles.push({
          input: await sharp(output.data)
            .resize(size / 2)
            .toBuffer(),
          left,
          top,
        });
      }
      const milliseconds = Math.round(performance.now() - startedMs);
      process.stdout.write(
        `${name.padEnd(14)} ${String(milliseconds).padStart(6)} ms  ${prompt}\n`,
      );
    }
  } finally {
    await engine.stop();
  }
  const rows = Math.ceil(samples.length / columns);
  await sharp({
    create: {
      width: (columns * size) / 2,
      height: (rows * size) / 2,
      channels: 3,
      background: '#181512',
    },
  })
    .composite(tiles)
    .png()
    .toFile(path.join(folder, 'sheet.png'));
}

await writeSamples(process.argv[2] ?? 'samples');
