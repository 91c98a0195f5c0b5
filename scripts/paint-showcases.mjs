/*
 * Makes the pictures that the details of a model show, each by that very model (`node scripts/paint-showcases.mjs`, by
 * hand after changing one; what is heard is made by play-showcases.mjs). The outputs are committed, and server/workshop/covers.ts says how many there are of each.
 * Where a model changes a picture, the left half is what it was given.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { storedZip } from '../tests/samples/zip.ts';
import {
  coarse,
  drawn,
  faded,
  grey,
  halves,
  inWorkshop,
  keepPicture,
  middleOf,
  spot,
  things,
  whole,
} from './workshop-samples.mjs';

const shown = { width: 400, quality: 56 };

const folder = new URL('../public/showcases/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const name of await readdir(folder)) {
  if (name.endsWith('.webp')) await rm(new URL(name, folder));
}

/** How many there are of each model. @type {Map<string, number>} */
const made = new Map();

/** @param {string} model @param {Buffer} picture */
async function keep(model, picture) {
  const at = (made.get(model) ?? 0) + 1;
  made.set(model, at);
  await keepPicture(folder, `${model}-${at}`, picture, shown);
}

await inWorkshop(async ({ make, run, paint }) => {
  const scene = await paint('hot air balloons over green hills, sunset');
  const sail = await paint('a sailboat on the sea at dusk');
  const peaks = await paint('northern lights over snowy mountains and a lake');
  const flowers = await paint('red peonies');
  const woods = await paint('a forest in autumn, mist');
  const ink = await paint('水墨山水，一叶小舟', { sd_style: 'ink' });
  const vase = await drawn(things.vase);
  const mug = await drawn(things.mug);

  for (const picture of [scene, sail, flowers, ink]) await keep('kiln-painter', picture);

  /**
   * A picture beside what a model makes of it, once for each of several wishes.
   * @param {string} model
   * @param {import('./workshop-samples.mjs').GeneratorType} type
   * @param {[Buffer, import('./workshop-samples.mjs').InputValues, Record<string, Buffer>?][]} wishes
   */
  async function beside(model, type, wishes) {
    for (const [image, input, more] of wishes) {
      await keep(model, await halves(image, await run(model, type, input, { image, ...more })));
    }
  }
  /** The same without what it was given. @type {typeof beside} */
  async function alone(model, type, wishes) {
    for (const [image, input, more] of wishes) {
      await keep(model, await run(model, type, input, { image, ...more }));
    }
  }

  // A part, so that the points of the small picture can be seen.
  for (const picture of [flowers, sail]) {
    const part = await middleOf(picture, 240);
    const small = await sharp(part).resize({ width: 96 }).png().toBuffer();
    const large = await run('kiln-upscale', 'Upscaling', { scale: 4 }, { image: small });
    await keep('kiln-upscale', await halves(await coarse(small, 96), large));
  }
  await beside('kiln-restore', 'Restore', [
    [await faded(sail), {}],
    [await faded(flowers), { contrast: 0.7 }],
  ]);
  await beside('kiln-app-old-photo', 'Apps', [
    [await faded(woods), {}],
    [await faded(sail), {}],
  ]);
  await beside('kiln-stylise', 'PhotoStylization', [
    [scene, { style: 'oil' }],
    [woods, { style: 'pencil' }],
    [sail, { style: 'ink' }],
    [flowers, { style: 'cartoon' }],
  ]);
  await beside('kiln-app-sketch', 'Apps', [
    [scene, {}],
    [flowers, {}],
  ]);
  await beside('kiln-condition', 'Condition', [
    [scene, { control_type: 'canny' }],
    [flowers, { control_type: 'scribble' }],
    [woods, { control_type: 'canny' }],
  ]);
  const plain = await grey(scene);
  await beside('kiln-colourise', 'ImgColorization', [
    [plain, { palette: 'golden' }],
    [await grey(woods), { palette: 'autumn' }],
    [await grey(sail), { palette: 'cyanotype' }],
  ]);
  await beside('kiln-repaint', 'Img2Img', [
    [scene, { prompt: 'snowy mountains at night' }],
    [peaks, { prompt: 'a desert at sunset' }],
    [woods, { prompt: 'cherry blossoms in spring' }],
  ]);
  await beside('kiln-same-style', 'Img2Img', [
    [sail, {}, { style_image: peaks }],
    [scene, {}, { style_image: ink }],
    [woods, { style: 'watercolour' }, { style_image: sail }],
  ]);
  await beside('kiln-cutout', 'RemoveBg', [
    [vase, {}],
    [mug, {}],
  ]);
  await alone('kiln-replace', 'ModelReplace', [
    [vase, { prompt: 'a beach at sunset' }],
    [mug, { prompt: 'a forest in autumn' }],
    [vase, { prompt: 'snowy mountains at night' }],
  ]);
  await alone('kiln-product', 'ProductImg', [
    [vase, { prompt: 'on a wooden table, warm light' }],
    [mug, { prompt: 'on marble, morning light' }],
    [mug, { prompt: 'dark stone, spotlight' }],
  ]);
  await alone('kiln-inpainting', 'Inpainting', [
    [scene, { prompt: 'red peonies' }, { mask: await spot(256, 290, 90) }],
  ]);
  await beside('kiln-erase', 'EraseImg', [
    [scene, {}, { mask: await spot(312, 88, 30) }],
    [sail, {}, { mask: await spot(318, 240, 48) }],
  ]);
  for (const picture of [sail, woods]) {
    const image = await middleOf(picture, 224);
    const wide = await run('kiln-outpaint', 'Outpainting', { left: 80, right: 80 }, { image });
    await keep('kiln-outpaint', await framed(wide, 80));
  }
  for (const layout of ['strips', 'diagonal', 'exposure']) {
    const files = { image: scene, image_2: sail, image_3: peaks };
    await keep('kiln-combine', await run('kiln-combine', 'Img2Img', { layout }, files));
  }
  for (const [thing, prompt, style] of [
    ['hills', 'mountains at sunset', 'watercolour'],
    ['house', 'a house under trees in summer', 'oil'],
    ['boat', 'a sailboat on the sea at dusk', 'flat'],
  ]) {
    const image = await drawn(things[/** @type {keyof typeof things} */ (thing)]);
    await beside('kiln-scribble', 'Scribbling', [
      [image, { prompt: prompt ?? '', style: style ?? '' }],
    ]);
  }
  await alone('kiln-solid', 'Img2Img', [
    [vase, { mode: 'lathe' }],
    [peaks, { mode: 'relief', depth: 0.8 }],
    [flowers, { mode: 'lithophane' }],
  ]);

  for (const [name, style] of [
    ['水墨 Ink', 'ink'],
    ['海报 Poster', 'poster'],
  ]) {
    const studied = await Promise.all(
      ['mountains', 'a lake in autumn', 'a forest at night', 'the sea'].map((words) =>
        paint(words, { sd_style: style ?? '' }),
      ),
    );
    const zip = storedZip(studied.map((data, at) => ({ name: `${at}.png`, data })));
    const card = await run(
      'kiln-train',
      'Train',
      { model_name: name ?? '' },
      { training_zip: zip },
    );
    await keep('kiln-train', await whole(card));
  }

  /** @type {[string, import('./workshop-samples.mjs').GeneratorType, import('./workshop-samples.mjs').InputValues][]} */
  const words = [
    ['kiln-poster-lite', 'Text2Img', { prompt: 'mountains at dawn', text: '山海 Shan Hai' }],
    ['kiln-poster-lite', 'Text2Img', { prompt: 'poppies at sunset', text: 'Summer 夏' }],
    [
      'kiln-poster-pro',
      'Text2Img',
      { prompt: 'a sailboat on the sea at dusk', text: '远航', subtitle: 'Sail away' },
    ],
    [
      'kiln-poster-pro',
      'Text2Img',
      { prompt: 'red peonies', text: '花朝', subtitle: 'Flower day', layout: 'vertical' },
    ],
    [
      'kiln-poster-pro',
      'Text2Img',
      { prompt: 'a forest in autumn', text: 'Still woods', subtitle: '静林', layout: 'frame' },
    ],
    ['kiln-logo', 'Txt2Logo', { prompt: 'a tea house, leaf', text: '青山 Tea', layout: 'badge' }],
    ['kiln-logo', 'Txt2Logo', { prompt: 'a bakery, wheat, warm', text: 'Crust', layout: 'row' }],
    ['kiln-logo', 'Txt2Logo', { prompt: 'a surf club, wave, blue', text: '浪', layout: 'stacked' }],
    ['kiln-app-postcard', 'Apps', { prompt: 'a lake in autumn', text: '秋日来信' }],
    ['kiln-app-postcard', 'Apps', { prompt: 'snowy mountains at night', text: 'Greetings' }],
    ['kiln-app-seal', 'Apps', { text: '青山' }],
    ['kiln-app-seal', 'Apps', { text: '听雨' }],
  ];
  for (const [model, type, input] of words) {
    await keep(model, await whole(await run(model, type, input)));
  }
  await alone('kiln-trace', 'Img2Logo', [
    [await drawn(things.sign), { text: '火山 Volcano' }],
    [await drawn(things.leaf), { text: 'Leaf', layout: 'badge' }],
  ]);

  await alone('kiln-motion', 'Img2Video', [
    [scene, { duration: 2, atmosphere: 'petals' }],
    [peaks, { duration: 2, atmosphere: 'snow' }],
  ]);
  for (const prompt of ['poppies at sunset', 'a lighthouse at night, rain']) {
    const film = await make('kiln-film', 'Txt2Video', {
      prompt,
      duration: 2,
      width: 512,
      height: 384,
    });
    await keep('kiln-film', film.poster ?? film.data);
  }
});

for (const [model, count] of made) process.stdout.write(`  ['${model}', ${count}],\n`);

/** With a line around what was there before. @param {Buffer} picture @param {number} side added at both sides */
async function framed(picture, side) {
  const { width, height } = await sharp(picture).metadata();
  const line = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M${side} 0V${height}M${width - side} 0V${height}" stroke="#fff" stroke-width="3" stroke-dasharray="10 8"/></svg>`,
  );
  const png = await sharp(picture)
    .composite([{ input: line }])
    .png()
    .toBuffer();
  return whole(png);
}
