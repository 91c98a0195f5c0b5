/*
 * Paints the cover of each model of the workshop with that very model, for the list of models. Run by hand after
 * changing one (`node scripts/paint-covers.mjs`); the outputs are committed, and server/workshop/covers.ts says which
 * models have one. Where a model changes a picture, the left half is what it was given.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createBuiltinEngine } from '../server/workshop/engine.ts';
import { schemaDefaults } from '../src/domain/model.ts';

/** Painted at this size; shown at about a third of it, on dense screens too. */
const size = { width: 512, height: 384 };
const shownWidth = 240;

const scratch = await mkdtemp(path.join(tmpdir(), 'kiln-covers-'));
const folder = new URL('../public/covers/', import.meta.url);
await mkdir(folder, { recursive: true });
const engine = createBuiltinEngine();
await engine.start();

/** @param {string} svg */
const drawn = (svg) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${svg}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/**
 * @param {string} model
 * @param {import('../src/domain/generator-types.ts').GeneratorType} jobType
 * @param {import('../src/domain/model.ts').InputValues} input
 * @param {Record<string, Buffer>} files
 */
async function run(model, jobType, input, files = {}) {
  const sources = await Promise.all(
    Object.entries(files).map(async ([field, data]) => {
      const file = path.join(scratch, `${model}-${field}.png`);
      await writeFile(file, data);
      const { width, height } = await sharp(data).metadata();
      return { field, path: file, mediaType: 'image/png', width, height };
    }),
  );
  const schema = engine.schema(model, 'en');
  const sides = 'width' in schema.properties && jobType !== 'Txt2Video' ? size : {};
  const [made] = await engine.run(
    {
      id: /** @type {import('../src/domain/ids.ts').JobId} */ (model),
      model,
      jobType,
      input: { ...schemaDefaults(schema), ...sides, ...input },
      sources,
      seed: '5',
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
  if (made === undefined) throw new Error(`“${model}” made nothing`);
  return Buffer.from(made.poster ?? made.data);
}

/** @param {Buffer} picture @param {string} [background] of what is see-through */
const fitted = (picture, background = '#efe9df') =>
  sharp(picture)
    .flatten({ background })
    .resize({ ...size, fit: 'cover' })
    .png()
    .toBuffer();

/** What a model was given at the left, what it made of it at the right. @param {Buffer} before @param {Buffer} after */
async function halves(before, after) {
  const left = await sharp(await fitted(before))
    .extract({ left: 0, top: 0, width: size.width / 2, height: size.height })
    .toBuffer();
  const line = await sharp({
    create: { width: 4, height: size.height, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  return sharp(await fitted(after))
    .composite([
      { input: left, left: 0, top: 0 },
      { input: line, left: size.width / 2 - 2, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** @param {string} model @param {Buffer} picture */
async function keep(model, picture) {
  const small = await sharp(picture)
    .flatten({ background: '#efe9df' })
    .resize({ width: shownWidth, height: (shownWidth * size.height) / size.width, fit: 'cover' })
    .webp({ quality: 50, effort: 6 })
    .toBuffer();
  await writeFile(new URL(`${model}.webp`, folder), small);
  process.stdout.write(`${model.padEnd(20)} ${small.length} bytes\n`);
}

try {
  const painted = (/** @type {string} */ prompt) => run('kiln-painter', 'Text2Img', { prompt });
  const scene = await painted('hot air balloons over green hills, sunset');
  const sail = await painted('a sailboat on the sea at dusk');
  const peaks = await painted('northern lights over snowy mountains and a lake');
  const vase = await drawn(
    `<rect width="512" height="384" fill="#e7ded0"/><ellipse cx="256" cy="340" rx="92" ry="14" fill="#c9bca8"/>
     <linearGradient id="g"><stop offset="0" stop-color="#123f4d"/><stop offset=".4" stop-color="#3e8a96"/><stop offset="1" stop-color="#0d2f3b"/></linearGradient>
     <path d="M226 70h60c-4 30-6 40 20 74 40 52 40 120-6 196h-88c-46-76-46-144-6-196 26-34 24-44 20-74z" fill="url(#g)"/>
     <path d="M186 214c40 20 100 20 140 0" stroke="#f0c27a" stroke-width="9" fill="none"/>`,
  );
  const spot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
    drawn(
      `<rect width="512" height="384" fill="#000"/><ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r}" fill="#fff"/>`,
    );
  const sign = await drawn(
    `<rect width="512" height="384" fill="#fff"/><path d="M256 70 360 300H152z" fill="#d2572a"/><circle cx="256" cy="236" r="44" fill="#fff"/>`,
  );
  await keep('kiln-painter', peaks);
  const tiny = await sharp(sail).resize({ width: 64 }).png().toBuffer();
  const coarse = await sharp(tiny)
    .resize({ ...size, kernel: 'nearest' })
    .png()
    .toBuffer();
  const half = await sharp(sail).resize({ width: 256 }).png().toBuffer();
  await keep(
    'kiln-upscale',
    await halves(coarse, await run('kiln-upscale', 'Upscaling', {}, { image: half })),
  );
  const faded = await sharp(scene)
    .linear(0.5, 90)
    .modulate({ saturation: 0.5 })
    .blur(1.2)
    .png()
    .toBuffer();
  await keep(
    'kiln-restore',
    await halves(faded, await run('kiln-restore', 'Restore', {}, { image: faded })),
  );
  await keep(
    'kiln-stylise',
    await halves(scene, await run('kiln-stylise', 'PhotoStylization', {}, { image: scene })),
  );
  await keep(
    'kiln-condition',
    await halves(
      scene,
      await run('kiln-condition', 'Condition', { control_type: 'canny' }, { image: scene }),
    ),
  );
  const grey = await sharp(scene).greyscale().png().toBuffer();
  await keep(
    'kiln-colourise',
    await halves(grey, await run('kiln-colourise', 'ImgColorization', {}, { image: grey })),
  );
  await keep(
    'kiln-repaint',
    await halves(
      scene,
      await run(
        'kiln-repaint',
        'Img2Img',
        { prompt: 'snowy mountains at night' },
        { image: scene },
      ),
    ),
  );
  await keep(
    'kiln-replace',
    await run('kiln-replace', 'ModelReplace', { prompt: 'a beach at sunset' }, { image: vase }),
  );
  const middle = await sharp(sail)
    .extract({ left: 128, top: 64, width: 256, height: 256 })
    .png()
    .toBuffer();
  await keep(
    'kiln-outpaint',
    await run('kiln-outpaint', 'Outpainting', { left: 64, right: 64 }, { image: middle }),
  );
  await keep(
    'kiln-product',
    await run(
      'kiln-product',
      'ProductImg',
      { prompt: 'on a wooden table, warm light' },
      { image: vase },
    ),
  );
  await keep(
    'kiln-cutout',
    await halves(
      vase,
      await fitted(await run('kiln-cutout', 'RemoveBg', {}, { image: vase }), '#26343b'),
    ),
  );
  await keep(
    'kiln-inpainting',
    await run(
      'kiln-inpainting',
      'Inpainting',
      { prompt: 'red peonies' },
      { image: scene, mask: await spot(256, 290, 90) },
    ),
  );
  await keep(
    'kiln-erase',
    await halves(
      scene,
      await run('kiln-erase', 'EraseImg', {}, { image: scene, mask: await spot(312, 88, 30) }),
    ),
  );
  await keep(
    'kiln-same-style',
    await halves(
      sail,
      await run('kiln-same-style', 'Img2Img', {}, { image: sail, style_image: peaks }),
    ),
  );
  await keep(
    'kiln-combine',
    await run('kiln-combine', 'Img2Img', {}, { image: scene, image_2: sail, image_3: peaks }),
  );
  await keep('kiln-solid', await run('kiln-solid', 'Img2Img', {}, { image: vase }));
  await keep(
    'kiln-poster-lite',
    await run('kiln-poster-lite', 'Text2Img', {
      prompt: 'mountains at dawn',
      text: '山海 Shan Hai',
    }),
  );
  await keep(
    'kiln-poster-pro',
    await run('kiln-poster-pro', 'Text2Img', {
      prompt: 'a sailboat on the sea at dusk',
      text: '远航',
      subtitle: 'Sail away',
    }),
  );
  await keep(
    'kiln-logo',
    await run('kiln-logo', 'Txt2Logo', { prompt: 'a tea house, leaf', text: '青山 Tea' }),
  );
  await keep(
    'kiln-trace',
    await run('kiln-trace', 'Img2Logo', { text: '火山 Volcano' }, { image: sign }),
  );
  await keep(
    'kiln-motion',
    await run('kiln-motion', 'Img2Video', { duration: 2 }, { image: scene }),
  );
  await keep(
    'kiln-film',
    await run('kiln-film', 'Txt2Video', {
      prompt: 'poppies at sunset',
      duration: 2,
      width: 512,
      height: 320,
    }),
  );
  await keep(
    'kiln-music',
    await run('kiln-music', 'GenMusic', { prompt: 'calm piano', duration: 10 }),
  );
  await keep(
    'kiln-app-postcard',
    await run('kiln-app-postcard', 'Apps', { prompt: 'a lake in autumn', text: '秋日来信' }),
  );
  await keep('kiln-app-seal', await run('kiln-app-seal', 'Apps', { text: '青山' }));
  await keep(
    'kiln-app-old-photo',
    await halves(faded, await run('kiln-app-old-photo', 'Apps', {}, { image: faded })),
  );
  await keep(
    'kiln-app-sketch',
    await halves(peaks, await run('kiln-app-sketch', 'Apps', {}, { image: peaks })),
  );
} finally {
  await engine.stop();
  await rm(scratch, { recursive: true });
}
