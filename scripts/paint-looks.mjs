/*
 * Paints a small picture of each look of the built-in painter, the same scene under all of them, for the list of
 * LoRAs. Run by hand after changing a look (`node scripts/paint-looks.mjs`); the outputs are committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { createBuiltinEngine } from '../server/workshop/engine.ts';
import { schemaDefaults } from '../src/domain/model.ts';

const scene = { prompt: 'hot air balloons over green hills, sunset', seed: '1' };
/** Painted at the size that looks are made for; shown at about half of it, on dense screens too. */
const painted = { width: 512, height: 384 };
const shownWidth = 240;

const folder = new URL('../public/looks/', import.meta.url);
await mkdir(folder, { recursive: true });
const engine = createBuiltinEngine();
await engine.start();
try {
  for (const { name } of engine.loras?.() ?? []) {
    const [picture] = await engine.run(
      {
        id: /** @type {import('../src/domain/ids.ts').JobId} */ (name),
        model: 'kiln-painter',
        jobType: 'Text2Img',
        input: {
          ...schemaDefaults(engine.schema('kiln-painter', 'en')),
          prompt: scene.prompt,
          loras: [name],
          ...painted,
        },
        sources: [],
        seed: scene.seed,
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
    if (picture === undefined) throw new Error(`nothing was painted for “${name}”`);
    const small = await sharp(picture.data)
      .resize({ width: shownWidth })
      .webp({ quality: 50, effort: 6 })
      .toBuffer();
    await writeFile(new URL(`${name}.webp`, folder), small);
    process.stdout.write(`${name.padEnd(14)} ${small.length} bytes\n`);
  }
} finally {
  await engine.stop();
}
