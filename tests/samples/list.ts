import type { InputValues } from '../../src/domain/model.ts';

/** What a tool works on: another sample, a drawing of its own, such as a mask, or other samples in a zip. */
export type SampleSource = { sample: string } | { svg: string } | { zip: readonly string[] };

export interface Sample {
  /** The file's name, without its ending. */
  name: string;
  model: string;
  /** What differs from the model's defaults. */
  input: InputValues;
  seed: string;
  /** By the name of the model's field; several pictures of one field in their order. */
  sources: Readonly<Record<string, SampleSource | readonly SampleSource[]>>;
}

/** Pixels a side of what the painter makes here. */
export const sampleSize = 512;

/** Fixed words and seeds, so that a change of the painter can be seen as one. */
const paintings: readonly [name: string, prompt: string, seed: string][] = [
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

/** A sample of a tool that works on one painting. */
function onPainting(name: string, model: string, input: InputValues, painting: string): Sample {
  return { name, model, input, seed: '1', sources: { image: { sample: painting } } };
}

const tools: readonly Sample[] = [
  onPainting('upscaled', 'kiln-upscale', {}, 'lighthouse'),
  onPainting('restored', 'kiln-restore', {}, 'cat'),
  onPainting('style-watercolour', 'kiln-stylise', { style: 'watercolour' }, 'cat'),
  onPainting('style-oil', 'kiln-stylise', { style: 'oil' }, 'lake-sunset'),
  onPainting('style-pencil', 'kiln-stylise', { style: 'pencil' }, 'lighthouse'),
  onPainting('style-ink', 'kiln-stylise', { style: 'ink' }, 'snow-dawn'),
  onPainting('style-cartoon', 'kiln-stylise', { style: 'cartoon' }, 'balloons'),
  onPainting('lines-canny', 'kiln-condition', { control_type: 'canny' }, 'balloons'),
  onPainting('lines-scribble', 'kiln-condition', { control_type: 'scribble' }, 'cat'),
  onPainting('lines-hough', 'kiln-condition', { control_type: 'hough' }, 'geometric'),
  onPainting('tint-autumn', 'kiln-colourise', { palette: 'autumn' }, 'lake-sunset'),
  onPainting('tint-sepia', 'kiln-colourise', { palette: 'sepia' }, 'city-sunset'),
  onPainting('repaint-autumn', 'kiln-repaint', { prompt: '秋天 油画' }, 'balloons'),
  onPainting('repaint-night', 'kiln-repaint', { prompt: 'blue night' }, 'meadow'),
];

const painted = { width: sampleSize, height: sampleSize };
const logo = (name: string, input: InputValues): Sample => ({
  name,
  model: 'kiln-logo',
  input: { ...painted, n: 1, ...input },
  seed: '1',
  sources: {},
});
const poster = (name: string, input: InputValues, seed = '1'): Sample => ({
  name,
  model: 'kiln-poster-pro',
  input: { width: 384, height: 512, ...input },
  seed,
  sources: {},
});
const look = (name: string, prompt: string): Sample => ({
  name: `look-${name}`,
  model: 'kiln-painter',
  input: { prompt, loras: [name], ...painted },
  seed: '1',
  sources: {},
});

const designs: readonly Sample[] = [
  logo('logo-stacked', { prompt: '陶艺工作室', text: '窑火 Kiln', layout: 'stacked' }),
  logo('logo-seal', { prompt: '书院，国风，书法', text: '墨海书院', layout: 'seal' }),
  logo('logo-badge', { prompt: 'surf school, blue', text: 'Blue Whale', layout: 'badge' }),
  logo('logo-svg', { prompt: 'vegan, green', text: 'Green Fork', output_format: 'svg' }),
  poster('poster-vertical', { prompt: '水墨山水 小船', text: '江上清风', layout: 'vertical' }),
  poster('poster-headline', { prompt: 'city at night', text: 'Midnight', layout: 'headline' }),
  poster('poster-gallery', { prompt: '雪山 日落', text: '山川入梦', layout: 'gallery' }),
  {
    name: 'poster-lite',
    model: 'kiln-poster-lite',
    input: { prompt: 'sea at sunset', text: '海风 Sea Wind', width: 384, height: 512 },
    seed: '2',
    sources: {},
  },
  look('riso', 'mountain lake at sunset'),
  look('woodblock', 'hot air balloons over green hills'),
  look('stained-glass', 'meadow of flowers in spring'),
  look('pixel', 'city skyline at night, neon'),
  onPainting('traced', 'kiln-trace', { ...painted, text: '猫与日落', colours: 5 }, 'cat'),
  onPainting('scribble', 'kiln-scribble', { prompt: '秋天 日落' }, 'lines-scribble'),
  {
    name: 'same-style',
    model: 'kiln-same-style',
    input: { style: 'oil' },
    seed: '1',
    sources: { image: { sample: 'snow-dawn' }, style_image: { sample: 'oil' } },
  },
  {
    name: 'combined',
    model: 'kiln-combine',
    input: { ...painted, layout: 'diagonal' },
    seed: '1',
    sources: { image: { sample: 'lighthouse' }, image_2: { sample: 'sea' } },
  },
  onPainting('solid-relief', 'kiln-solid', { mode: 'relief' }, 'canyon'),
];

/** A drawing as large as the paintings. */
const drawing = (shapes: string): SampleSource => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${sampleSize}" height="${sampleSize}" fill="none" stroke-linecap="round">${shapes}</svg>`,
});
const area = (path: string): SampleSource => drawing(`<path d="${path}" fill="#fff"/>`);
const strokes = (keep: string, drop: string): SampleSource =>
  drawing(
    `<g stroke-width="14"><path d="${keep}" stroke="#16c447"/><path d="${drop}" stroke="#ff2a2a"/></g>`,
  );
const catStrokes = strokes(
  'M206 385 V455 M236 464 L262 458 274 432',
  'M60 60 H460 M150 330 V450 M306 350 V450 M176 338 H240 M250 394 V446 M270 400 H288 M298 426 V462 M40 420 L120 380 M340 400 L470 430 M100 494 H420',
);
const balloonStrokes = strokes(
  'M366 130 H454 M410 84 V200 M404 239 H414',
  'M300 60 V240 M486 60 V240 M330 40 H490 M360 262 H460 M366 214 V240 M452 214 V240 M40 190 L260 120 M60 320 H460',
);

/** Masks and strokes, as a hand would draw them. */
const handmade: readonly Sample[] = [
  {
    name: 'erased',
    model: 'kiln-erase',
    input: {},
    seed: '1',
    sources: {
      image: { sample: 'boat' },
      mask: area('M240 200 L305 325 280 350 200 350 190 325Z'),
    },
  },
  {
    name: 'inpainted',
    model: 'kiln-inpainting',
    input: { prompt: 'space nebula', feather: 60 },
    seed: '1',
    sources: { image: { sample: 'meadow' }, mask: area('M0 0 H512 V248 H0Z') },
  },
  onPainting('extended', 'kiln-outpaint', { left: 96, right: 96 }, 'meadow'),
  {
    name: 'cut-out',
    model: 'kiln-cutout',
    input: {},
    seed: '1',
    sources: { image: { sample: 'balloons' }, strokes: balloonStrokes },
  },
  {
    name: 'product',
    model: 'kiln-product',
    input: { ...painted, prompt: '浅粉色', size: 0.7 },
    seed: '1',
    sources: { image: { sample: 'balloons' }, strokes: balloonStrokes },
  },
  {
    name: 'new-scene',
    model: 'kiln-replace',
    input: { ...painted, size: 0.4, across: 0.3 },
    seed: '1',
    sources: { image: { sample: 'cat' }, strokes: catStrokes, scene: { sample: 'aurora' } },
  },
];

const film = (name: string, prompt: string, seed = '1'): Sample => ({
  name: `film-${name}`,
  model: 'kiln-film',
  input: { prompt, duration: 5, width: 512, height: 320 },
  seed,
  sources: {},
});
const music = (name: string, prompt: string): Sample => ({
  name: `music-${name}`,
  model: 'kiln-music',
  input: { prompt, duration: 30 },
  seed: '1',
  sources: {},
});

const voice = (name: string, prompt: string, input: InputValues = {}): Sample => ({
  name: `voice-${name}`,
  model: 'kiln-voice',
  input: { prompt, ...input },
  seed: '1',
  sources: {},
});

/** What moves and sounds. */
const films: readonly Sample[] = [
  onPainting('moving-orbit', 'kiln-motion', { camera: 'orbit', resolution: 512 }, 'lighthouse'),
  onPainting('moving-snow', 'kiln-motion', { prompt: '推近，下雪', resolution: 512 }, 'snow-dawn'),
  film('journey', '雪山 湖 清晨，推近；秋天 森林 落叶，右移；海 日落，拉远'),
  film('rain', 'city at night, rain, pan right', '3'),
  music('pop', 'happy pop'),
  music('piano', '温柔的钢琴'),
  music('guofeng', '古风，思念'),
  music('lofi', 'lofi study beats'),
  music('epic', 'epic cinematic trailer'),
  music('chiptune', 'fast chiptune, 8-bit game'),
  {
    name: 'soundtrack',
    model: 'kiln-soundtrack',
    input: { prompt: 'dreamy ambient' },
    seed: '1',
    sources: { video: { sample: 'film-journey' } },
  },
  voice('mandarin', '窑火正旺。你写下一个念头，放进窑里，等它烧好，再回来取。'),
  voice('cantonese', '今日天氣好好，我哋一齊去公園行吓。', { voice: 'cantonese', timbre: 'male' }),
  voice('english', 'Write an idea, put it in, come back when it is fired.'),
  {
    name: 'narration',
    model: 'kiln-soundtrack',
    input: { prompt: '雪山下的湖，还在睡。', sound: 'voice' },
    seed: '1',
    sources: { video: { sample: 'film-journey' } },
  },
];

const app = (name: string, model: string, input: InputValues): Sample => ({
  name: `app-${name}`,
  model,
  input,
  seed: '1',
  sources: {},
});

/** A style learnt from what the painter made at one hour of the day, and a picture in it. */
const learnt: readonly Sample[] = [
  {
    name: 'trained',
    model: 'kiln-train',
    input: { model_name: '黄昏' },
    seed: '1',
    sources: { training_zip: { zip: ['lake-sunset', 'sea', 'boat', 'cat', 'city-sunset', 'oil'] } },
  },
  {
    name: 'in-trained-style',
    model: 'kiln-same-style',
    input: {},
    seed: '1',
    sources: { image: { sample: 'meadow' }, style_image: { sample: 'trained' } },
  },
];

/** Ready-made apps. */
const apps: readonly Sample[] = [
  app('postcard', 'kiln-app-postcard', { prompt: '海 日落 灯塔', text: '见字如面' }),
  app('seal', 'kiln-app-seal', { text: '墨海书院' }),
  onPainting('app-old-photo', 'kiln-app-old-photo', {}, 'lighthouse'),
  onPainting('app-sketch', 'kiln-app-sketch', {}, 'balloons'),
];

/** A sample of every tool; what works on another stands after it. */
export const samples: readonly Sample[] = [
  ...paintings.map(([name, prompt, seed]) => ({
    name,
    model: 'kiln-painter',
    input: { prompt, width: sampleSize, height: sampleSize },
    seed,
    sources: {},
  })),
  ...tools,
  ...designs,
  ...handmade,
  ...films,
  ...learnt,
  ...apps,
];
