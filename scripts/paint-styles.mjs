/*
 * Paints a small picture of each style of the built-in painter, the same scene in all of them, for the list of
 * styles. Run by hand after changing one (`node scripts/paint-styles.mjs`); the outputs are committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { createBuiltinEngine } from '../server/workshop/engine.ts';
import { styleNames } from '../server/workshop/painter/styles.ts';
import { schemaDefaults } from '../src/domain/model.ts';

const scene = { prompt: 'a lighthouse above green hills, sunset', seed: '4' };
const painted = { width: 512, height: 384 };
/** Shown at less than half of it; on dense screens the rest is seen too. */
const shownWidth = 160;

const folder = new URL('../public/styles/', import.meta.url);
await mkdir(folder, { recursive: true });
const engine = createBuiltinEngine();
await engine.start();
try {
  for (const name of styleNames) {
    const [picture] = await engine.run(
      {
        id: /** @type {import('../src/domain/ids.ts').JobId} */ (name),
        model: 'kiln-painter',
        jobType: 'Text2Img',
        input: {
          ...schemaDefaults(engine.schema('kiln-painter', 'en')),
          prompt: scene.prompt,
          sd_style: name,
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
