/*
 * Paints the cover of each model of the workshop with that very model, for the list of models. Run by hand after
 * changing one (`node scripts/paint-covers.mjs`); the outputs are committed, and server/workshop/covers.ts says which
 * models have one. Where a model changes a picture, the left half is what it was given; of a sound it is its wave.
 */
import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { storedZip } from '../tests/samples/zip.ts';
import {
  coarse,
  drawn,
  faded,
  fitted,
  grey,
  halves,
  inWorkshop,
  keepPicture,
  middleOf,
  spot,
  things,
} from './workshop-samples.mjs';

/** Shown at about this size on dense screens. */
const shown = { width: 240, quality: 50 };

const folder = new URL('../public/covers/', import.meta.url);
await mkdir(folder, { recursive: true });

/** @param {string} model @param {Buffer} picture */
const keep = (model, picture) => keepPicture(folder, model, picture, shown);

await inWorkshop(async ({ make, run, paint }) => {
  const scene = await paint('hot air balloons over green hills, sunset');
  const sail = await paint('a sailboat on the sea at dusk');
  const peaks = await paint('northern lights over snowy mountains and a lake');
  const vase = await drawn(things.vase);
  const sign = await drawn(things.sign);
  await keep('kiln-painter', peaks);
  const half = await sharp(sail).resize({ width: 256 }).png().toBuffer();
  await keep(
    'kiln-upscale',
    await halves(
      await coarse(sail, 64),
      await run('kiln-upscale', 'Upscaling', {}, { image: half }),
    ),
  );
  const old = await faded(scene);
  await keep(
    'kiln-restore',
    await halves(old, await run('kiln-restore', 'Restore', {}, { image: old })),
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
  const plain = await grey(scene);
  await keep(
    'kiln-colourise',
    await halves(plain, await run('kiln-colourise', 'ImgColorization', {}, { image: plain })),
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
  await keep(
    'kiln-outpaint',
    await run(
      'kiln-outpaint',
      'Outpainting',
      { left: 64, right: 64 },
      { image: await middleOf(sail, 256) },
    ),
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
  const sketch = await drawn(things.hills);
  await keep(
    'kiln-scribble',
    await halves(
      sketch,
      await run(
        'kiln-scribble',
        'Scribbling',
        { prompt: 'mountains at sunset' },
        { image: sketch },
      ),
    ),
  );
  const studied = await Promise.all(
    ['mountains', 'a lake in autumn', 'a forest at night'].map((words) =>
      paint(words, { sd_style: 'ink' }),
    ),
  );
  const zip = storedZip(studied.map((data, at) => ({ name: `${at}.png`, data })));
  await keep(
    'kiln-train',
    await run('kiln-train', 'Train', { model_name: '水墨 Ink' }, { training_zip: zip }),
  );
  const said = await run('kiln-voice', 'Text2Voice', {
    prompt: 'Put it in, close the door, walk away; it is there when you come back.',
  });
  await keep('kiln-voice', said);
  const film = await make('kiln-film', 'Txt2Video', {
    prompt: 'a sailboat on the sea at dusk',
    duration: 4,
    width: 512,
    height: 320,
  });
  // A film that brings a cover is shown by it; without one the sound is drawn.
  const bare = { ...film, data: Buffer.from(film.data) };
  const cover = bare.data.indexOf(Buffer.from('ffd8ff', 'hex'));
  bare.data.fill(0, cover, cover + 64);
  await keep(
    'kiln-soundtrack',
    await underFilm(
      film.poster ?? sail,
      await run('kiln-soundtrack', 'VideoVoice', { prompt: 'calm sea, piano' }, { video: bare }),
    ),
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
    await halves(old, await run('kiln-app-old-photo', 'Apps', {}, { image: old })),
  );
  await keep(
    'kiln-app-sketch',
    await halves(peaks, await run('kiln-app-sketch', 'Apps', {}, { image: peaks })),
  );
});

/** The wave of a sound under a picture of its film. @param {Buffer} frame @param {Buffer} wave */
async function underFilm(frame, wave) {
  const strip = await sharp(wave)
    .extract({ left: 0, top: 168, width: 512, height: 176 })
    .resize({ width: 512, height: 120, fit: 'fill' })
    .png()
    .toBuffer();
  return sharp(await fitted(frame))
    .composite([{ input: strip, left: 0, top: 264 }])
    .png()
    .toBuffer();
}
