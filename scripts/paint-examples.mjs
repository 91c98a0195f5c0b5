/*
 * Paints the pictures that home shows before anyone has made one, with the built-in painter and fixed seeds.
 * Run by hand after changing the painter (`node scripts/paint-examples.mjs`); the outputs are committed. The
 * words in both languages and the thumbhashes stand in src/features/home/examples.ts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { createBuiltinEngine } from '../server/workshop/engine.ts';
import { schemaDefaults } from '../src/domain/model.ts';

const examples = [
  { name: 'ink', prompt: '水墨山水，一叶小舟', seed: '6', width: 576, height: 768 },
  { name: 'aurora', prompt: 'northern lights over snowy mountains and a lake', seed: '7' },
  { name: 'sail', prompt: 'a sailboat on the sea at dusk', seed: '5', width: 640, height: 640 },
  { name: 'peonies', prompt: 'red peonies', seed: '2', width: 576, height: 768 },
  { name: 'traveller', prompt: 'a traveller under the stars', seed: '2' },
  { name: 'poppies', prompt: 'poppies at sunset, oil painting', seed: '5' },
];

/** Twice the height at which a row of them stands on a wide screen, and a bit for dense phones. */
const shownHeight = 420;

const folder = new URL('../public/examples/', import.meta.url);
await mkdir(folder, { recursive: true });
const engine = createBuiltinEngine();
await engine.start();
try {
  for (const { name, prompt, seed, width = 768, height = 512 } of examples) {
    const [painted] = await engine.run(
      {
        id: /** @type {import('../src/domain/ids.ts').JobId} */ (name),
        model: 'kiln-painter',
        jobType: 'Text2Img',
        input: { ...schemaDefaults(engine.schema('kiln-painter', 'en')), prompt, width, height },
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
    if (painted === undefined) throw new Error(`nothing was painted for “${name}”`);
    const picture = await sharp(painted.data)
      .resize({ height: shownHeight })
      .webp({ quality: 60, effort: 6, smartSubsample: true })
      .toBuffer();
    await writeFile(new URL(`${name}.webp`, folder), picture);
    const { data, info } = await sharp(picture)
      .resize({ width: 100, height: 100, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const hash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64url');
    process.stdout.write(`${name.padEnd(10)} ${picture.length} bytes, thumbhash ${hash}\n`);
  }
} finally {
  await engine.stop();
}
