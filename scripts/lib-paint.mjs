/*
 * The small pictures that stand for what the built-in painter can do: one scene, painted anew for each thing shown.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { createBuiltinEngine } from '../server/workshop/engine.ts';
import { schemaDefaults } from '../src/domain/model.ts';

/** The size that the painter's looks and styles are made for. */
const painted = { width: 512, height: 384 };

/**
 * Paints one scene for each entry and writes `<name>.webp`, made small, into a folder of `public`.
 * @param {object} task
 * @param {string} task.folder below `public`
 * @param {{ prompt: string, seed: string }} task.scene
 * @param {number} task.shownWidth in pixels, about twice of what the page shows, for dense screens
 * @param {(engine: ReturnType<typeof createBuiltinEngine>) => { name: string, input: import('../src/domain/model.ts').InputValues }[]} task.entries
 *   what each picture has beside the scene
 */
export async function paintEach({ folder, scene, shownWidth, entries }) {
  const into = new URL(`../public/${folder}/`, import.meta.url);
  await mkdir(into, { recursive: true });
  const engine = createBuiltinEngine();
  await engine.start();
  try {
    const defaults = schemaDefaults(engine.schema('kiln-painter', 'en'));
    for (const { name, input } of entries(engine)) {
      const [picture] = await engine.run(
        {
          id: /** @type {import('../src/domain/ids.ts').JobId} */ (name),
          model: 'kiln-painter',
          jobType: 'Text2Img',
          input: { ...defaults, prompt: scene.prompt, ...input, ...painted },
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
      await writeFile(new URL(`${name}.webp`, into), small);
      process.stdout.write(`${name.padEnd(14)} ${small.length} bytes\n`);
    }
  } finally {
    await engine.stop();
  }
}
