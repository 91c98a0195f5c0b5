/*
 * What the models of the workshop make, for the pictures and sounds that stand for them in lists: run by
 * `paint-covers.mjs`, `paint-showcases.mjs` and `play-showcases.mjs`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createBuiltinEngine } from '../server/workshop/engine.ts';
import { schemaDefaults } from '../src/domain/model.ts';

/** Everything is made at this size. */
export const size = { width: 512, height: 384 };
const paper = '#efe9df';

/**
 * @typedef {{ data: Buffer, poster: Buffer | null, mediaType: string }} Made
 * @typedef {import('../src/domain/generator-types.ts').GeneratorType} GeneratorType
 * @typedef {import('../src/domain/model.ts').InputValues} InputValues
 */

/** @param {string} svg */
export const drawn = (svg) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${svg}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** A white disc on black: a mask. @param {number} x @param {number} y @param {number} r */
export const spot = (x, y, r) =>
  drawn(
    `<rect width="512" height="384" fill="#000"/><ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r}" fill="#fff"/>`,
  );

/** Things for models that need one. */
export const things = {
  vase: `<rect width="512" height="384" fill="#e7ded0"/><ellipse cx="256" cy="340" rx="92" ry="14" fill="#c9bca8"/>
     <linearGradient id="g"><stop offset="0" stop-color="#123f4d"/><stop offset=".4" stop-color="#3e8a96"/><stop offset="1" stop-color="#0d2f3b"/></linearGradient>
     <path d="M226 70h60c-4 30-6 40 20 74 40 52 40 120-6 196h-88c-46-76-46-144-6-196 26-34 24-44 20-74z" fill="url(#g)"/>
     <path d="M186 214c40 20 100 20 140 0" stroke="#f0c27a" stroke-width="9" fill="none"/>`,
  mug: `<rect width="512" height="384" fill="#dfe6e4"/><ellipse cx="246" cy="318" rx="108" ry="16" fill="#b9c4c1"/>
     <linearGradient id="g"><stop offset="0" stop-color="#7d2418"/><stop offset=".35" stop-color="#d2572a"/><stop offset="1" stop-color="#8a2c1b"/></linearGradient>
     <path d="M330 150h26c40 0 40 100-10 108h-20v-24h14c22-4 24-60 6-62h-16z" fill="#9c3620"/>
     <path d="M154 120h184v150c0 30-20 50-50 50h-84c-30 0-50-20-50-50z" fill="url(#g)"/>
     <ellipse cx="246" cy="120" rx="92" ry="18" fill="#5b1a12"/><path d="M154 196h184v20H154z" fill="#f3e3c4"/>`,
  sign: `<rect width="512" height="384" fill="#fff"/><path d="M256 70 360 300H152z" fill="#d2572a"/><circle cx="256" cy="236" r="44" fill="#fff"/>`,
  leaf: `<rect width="512" height="384" fill="#fff"/><path d="M120 300C130 140 240 60 400 70c0 150-90 250-250 236z" fill="#3f7d55"/><path d="M120 310C200 220 270 160 350 116" stroke="#fff" stroke-width="12" fill="none"/>`,
  hills: `<rect width="512" height="384" fill="#fff"/><g fill="none" stroke="#111" stroke-width="5" stroke-linecap="round"><path d="M20 300C90 180 140 170 200 270M150 220C230 90 290 90 380 280M330 220c50-60 90-50 160 70M16 318c160-20 320-20 480 0"/><circle cx="410" cy="84" r="38"/></g>`,
  house: `<rect width="512" height="384" fill="#fff"/><g fill="none" stroke="#111" stroke-width="5" stroke-linejoin="round"><path d="M150 320V200l106-80 106 80v120zM220 320v-70h60v70M300 220h36v36h-36zM16 320h480M400 320v-60"/><circle cx="400" cy="224" r="46"/></g>`,
  boat: `<rect width="512" height="384" fill="#fff"/><g fill="none" stroke="#111" stroke-width="5" stroke-linejoin="round"><path d="M120 260h270l-50 56H170zM250 250V70c70 50 100 110 110 166H250M240 110c-40 50-70 90-86 132h86M10 318c60-14 90 14 150 0s90-14 150 0 120 14 192 0"/></g>`,
};

/** @param {Buffer} picture @param {string} [background] of what is see-through */
export const fitted = (picture, background = paper) =>
  sharp(picture)
    .flatten({ background })
    .resize({ ...size, fit: 'cover' })
    .png()
    .toBuffer();

/** Nothing of it cut off, on a ground of its own colour. @param {Buffer} picture */
export async function whole(picture) {
  const { data } = await sharp(picture)
    .flatten({ background: paper })
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [r = 0, g = 0, b = 0] = data;
  return sharp(picture)
    .flatten({ background: paper })
    .resize({ ...size, fit: 'contain', background: { r, g, b } })
    .png()
    .toBuffer();
}

/** What a model was given at the left, what it made of it at the right. @param {Buffer} before @param {Buffer} after */
export async function halves(before, after) {
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

/** As it looks in large pixels, when it has been small. @param {Buffer} picture @param {number} width */
export async function coarse(picture, width) {
  const tiny = await sharp(picture).resize({ width }).png().toBuffer();
  return sharp(tiny)
    .resize({ ...size, kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** As an old print of it looks. @param {Buffer} picture */
export const faded = (picture) =>
  sharp(picture).linear(0.5, 90).modulate({ saturation: 0.5 }).blur(1.2).png().toBuffer();

/** @param {Buffer} picture */
export const grey = (picture) => sharp(picture).greyscale().png().toBuffer();

/** A part of it. @param {Buffer} picture @param {number} side */
export const middleOf = (picture, side) =>
  sharp(picture)
    .extract({
      left: (size.width - side) / 2,
      top: (size.height - side) / 2,
      width: side,
      height: side,
    })
    .png()
    .toBuffer();

/**
 * Keeps a picture as the app shows it.
 * @param {URL} folder
 * @param {string} name
 * @param {Buffer} picture
 * @param {{ width: number, quality: number }} shown
 */
export async function keepPicture(folder, name, picture, { width, quality }) {
  const small = await sharp(picture)
    .flatten({ background: paper })
    .resize({ width, height: (width * size.height) / size.width, fit: 'cover' })
    .webp({ quality, effort: 6 })
    .toBuffer();
  await writeFile(new URL(`${name}.webp`, folder), small);
  process.stdout.write(`${name.padEnd(24)} ${small.length} bytes\n`);
}

/** The workshop, for as long as `work` goes on. @param {(workshop: Workshop) => Promise<void>} work */
export async function inWorkshop(work) {
  const scratch = await mkdtemp(path.join(tmpdir(), 'kiln-samples-'));
  const engine = createBuiltinEngine();
  await engine.start();
  try {
    await work(workshopOf(engine, scratch));
  } finally {
    await engine.stop();
    await rm(scratch, { recursive: true });
  }
}

/** @typedef {ReturnType<typeof workshopOf>} Workshop */

/**
 * @param {ReturnType<typeof createBuiltinEngine>} engine
 * @param {string} scratch
 */
function workshopOf(engine, scratch) {
  /**
   * Everything that a model made of that.
   * @param {string} model
   * @param {GeneratorType} jobType
   * @param {InputValues} input
   * @param {Record<string, Buffer | Made>} files
   * @returns {Promise<Made>}
   */
  async function make(model, jobType, input, files = {}) {
    const sources = await Promise.all(
      Object.entries(files).map(async ([field, file]) => {
        const [data, mediaType] = Buffer.isBuffer(file)
          ? [file, file.subarray(0, 2).toString() === 'PK' ? 'application/zip' : 'image/png']
          : [file.data, file.mediaType];
        const place = path.join(scratch, `${model}-${field}`);
        await writeFile(place, data);
        const { width = 0, height = 0 } = mediaType.startsWith('image/')
          ? await sharp(data).metadata()
          : {};
        return { field, path: place, mediaType, width, height };
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
    const { data, poster, mediaType } = made;
    return { data: Buffer.from(data), poster: poster ? Buffer.from(poster) : null, mediaType };
  }

  return {
    make,
    /** What can be seen of it. @type {(...asked: Parameters<typeof make>) => Promise<Buffer>} */
    run: async (...asked) => {
      const { data, poster } = await make(...asked);
      return poster ?? data;
    },
    /** @param {string} prompt @param {InputValues} [more] */
    paint: async (prompt, more = {}) =>
      (await make('kiln-painter', 'Text2Img', { prompt, ...more })).data,
  };
}
