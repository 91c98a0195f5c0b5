import { understand } from '../../../src/domain/painter-lexicon.ts';
import { lab, lighten, mix, tint, turnHue, type Lab } from './oklab.ts';
import { palettes, type Palette } from './palettes.ts';
import { createRandom, hashText, type Random } from './random.ts';

export type SceneName =
  | 'mountains'
  | 'sea'
  | 'dunes'
  | 'forest'
  | 'city'
  | 'meadow'
  | 'blossom'
  | 'space'
  | 'flow'
  | 'marble'
  | 'geometric'
  | 'ink';

/** Everything decided about a picture before the first pixel. */
export interface Plan {
  scene: SceneName;
  medium: 'clean' | 'watercolour' | 'oil';
  palette: Palette;
  water: boolean;
  snowCaps: boolean;
  /** 0…1 */
  clouds: number;
  stars: boolean;
  celestial: 'none' | 'sun' | 'moon' | 'crescent';
  aurora: boolean;
  /** 0…1 */
  fog: number;
  rain: boolean;
  snowfall: boolean;
  trees: boolean;
  flowers: boolean;
  figures: string[];
  /** Painted after the scene: what stands on water that mirrors the rest. */
  later: (() => void)[];
  /** 0…1, from the steps. */
  detail: number;
  /** Of all random streams. */
  seed: number;
  has(tag: string): boolean;
}

export interface Wish {
  prompt: string;
  negativePrompt: string;
  steps: number;
  cfgScale: number;
  seed: number;
}

const figureTags = [
  'cat',
  'person',
  'birds',
  'boat',
  'cabin',
  'lighthouse',
  'pagoda',
  'balloon',
  'tree',
];

/** Which places a scene can show; the strongest word decides. */
const sceneWords: Readonly<Record<Exclude<SceneName, 'ink'>, readonly string[]>> = {
  mountains: ['mountain', 'lake', 'river', 'canyon', 'snow', 'winter', 'aurora', 'mars', 'cabin'],
  sea: ['sea', 'island', 'boat', 'lighthouse'],
  dunes: ['desert'],
  forest: ['forest', 'bamboo', 'autumn', 'tree'],
  city: ['city', 'neon'],
  meadow: ['meadow', 'hill', 'spring', 'balloon', 'cat', 'person'],
  blossom: ['flower'],
  space: ['space'],
  flow: ['abstract'],
  marble: ['marble'],
  geometric: ['geometric'],
};

const placeTags = new Set([
  'mountain',
  'lake',
  'hill',
  'canyon',
  'sea',
  'island',
  'desert',
  'forest',
  'city',
  'meadow',
  'flower',
  'space',
]);

/** Scenes without a sky. */
const indoors: ReadonlySet<SceneName> = new Set(['flow', 'marble', 'geometric', 'blossom']);

/** The light of a picture is the hour's before it is the place's. */
const hourTags = new Set([
  'dawn',
  'day',
  'sunset',
  'dusk',
  'bluehour',
  'night',
  'golden',
  'moon',
  'stars',
  'storm',
  'aurora',
  'neon',
  'autumn',
]);

function chooseScene(tags: ReadonlyMap<string, number>, random: Random): SceneName {
  if (tags.has('ink')) return 'ink';
  for (const style of ['geometric', 'marble', 'abstract'] as const) {
    if (tags.has(style))
      return style === 'abstract' ? random.pick(['flow', 'flow', 'marble']) : style;
  }
  if (tags.has('bamboo') && !tags.has('mountain')) return 'forest';
  if (tags.has('flower') && (tags.has('meadow') || tags.has('hill') || tags.has('mountain'))) {
    return tags.has('mountain') ? 'mountains' : 'meadow';
  }
  let best: SceneName | null = null;
  let bestWeight = 0;
  for (const [scene, words] of Object.entries(sceneWords)) {
    for (const word of words) {
      // A place outweighs weather or a figure that only suggests one.
      const weight = (tags.get(word) ?? 0) * (placeTags.has(word) ? 3 : 1);
      if (weight > bestWeight) [best, bestWeight] = [scene as SceneName, weight];
    }
  }
  if (best) return best;
  const outdoors = ['mountains', 'mountains', 'sea', 'dunes', 'meadow', 'forest'] as const;
  if (tags.size > 0) return random.pick(outdoors);
  return random.pick([...outdoors, 'mountains', 'flow', 'marble', 'blossom', 'space'] as const);
}

function choosePalette(
  tags: ReadonlyMap<string, number>,
  scene: SceneName,
  strictness: number,
  random: Random,
): Palette {
  let best = palettes[0]!;
  let bestScore = -Infinity;
  for (const candidate of palettes) {
    let score = (1.3 - strictness) * 1.6 * random.next();
    for (const [tag, fit] of Object.entries(candidate.suits))
      score += fit * (tags.get(tag) ?? 0) * (hourTags.has(tag) ? 1.7 : 1);
    // Light of another planet only where it was asked for.
    const wild = ['red planet', 'aurora', 'neon', 'deep sky'].includes(candidate.name);
    const free = indoors.has(scene);
    if (wild && score < 1.8) score -= free ? 0 : 3;
    if (scene === 'space' && candidate.name === 'deep sky') score += 3;
    if (score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

/** Bends a palette towards the colours that were named, and by a few degrees at random. */
function bendPalette(
  base: Palette,
  colours: Lab[],
  outdoors: boolean,
  strictness: number,
  random: Random,
): Palette {
  const drift = (1 - strictness) * 0.045 * (2 * random.next() - 1);
  const strength = 0.4 + 0.5 * strictness;
  // Green belongs to plants; a green sky is for those who ask for one with an aurora.
  const airColours = colours.filter(
    (colour) => outdoors && !(colour[1] < -0.06 && colour[2] > 0.02),
  );
  const bend = (colour: Lab, which: number, share: number, air = false): Lab => {
    const turned = turnHue(colour, drift);
    const named = air && outdoors ? airColours : colours;
    const towards = named.length > 0 ? named[which % named.length]! : null;
    return towards ? tint(turned, towards, strength * share) : turned;
  };
  const accents = base.accents.map((accent, index) => bend(accent, index, 0.55));
  return {
    ...base,
    sky: [
      bend(base.sky[0], 1, 0.6, true),
      bend(base.sky[1], 1, 0.65, true),
      bend(base.sky[2], 0, 0.8, true),
      bend(base.sky[3], 0, 0.6, true),
    ],
    glow: bend(base.glow, 0, 0.6, true),
    haze: bend(base.haze, 0, 0.7, true),
    lit: bend(base.lit, 0, 0.6),
    shade: bend(base.shade, 1, 0.5),
    flora: bend(base.flora, 1, 0.35),
    water: bend(base.water, 1, 0.6),
    cloudLight: bend(base.cloudLight, 0, 0.5, true),
    cloudShade: bend(base.cloudShade, 1, 0.6, true),
    accents:
      colours.length > 0
        ? [...colours.map((c) => mix(c, lighten(c, 0.1), random.next())), ...accents]
        : accents,
  };
}

/** Decides a picture from words and seed; the same wish always gives the same plan. */
export function planPicture(wish: Wish): Plan {
  const wanted = understand(wish.prompt);
  const unwanted = understand(wish.negativePrompt);
  for (const tag of unwanted.tags.keys()) wanted.tags.delete(tag);
  const { tags } = wanted;
  const avoid = (tag: string): boolean => unwanted.tags.has(tag);
  const has = (tag: string): boolean => tags.has(tag);

  // Unknown words change the composition too: they are part of the seed.
  const words = wish.prompt.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const seed = (hashText(words) ^ Math.imul(wish.seed + 1, 0x9e3779b1)) >>> 0;
  const random = createRandom(seed, 'plan');
  const strictness = Math.min(1, Math.max(0, (wish.cfgScale - 1) / 14));

  const sunlit = ['day', 'dawn', 'golden', 'sunset', 'dusk'].some(has);
  if (!sunlit && ['moon', 'crescent', 'stars'].some(has)) tags.set('night', 0.7);
  if (!has('night') && (has('neon') || has('space')) && !has('day')) tags.set('night', 0.3);
  const scene = chooseScene(tags, random);
  const colours = wanted.colours.filter((hex) => !unwanted.colours.includes(hex)).map(lab);
  const base = choosePalette(tags, scene, strictness, random);
  const palette = bendPalette(base, colours, !indoors.has(scene), strictness, random);

  const overcast = has('storm') || has('rain');
  const cloudy = has('clouds')
    ? 0.62
    : overcast
      ? 0.85
      : has('clear')
        ? 0
        : random.range(0.15, 0.5);
  const clouds = avoid('clouds') ? 0 : palette.night && !has('clouds') ? cloudy * 0.4 : cloudy;
  const askedMoon = has('moon') || has('crescent');
  const showsBody = palette.night
    ? !avoid('moon') && (askedMoon || random.chance(0.7))
    : !avoid('sun');
  let celestial: Plan['celestial'] = 'none';
  if (askedMoon && !avoid('moon')) celestial = has('crescent') ? 'crescent' : 'moon';
  else if (palette.night)
    celestial = showsBody ? (random.chance(0.3) ? 'crescent' : 'moon') : 'none';
  else if (
    showsBody &&
    !overcast &&
    (has('sun') || has('sunset') || has('dawn') || random.chance(0.7))
  ) {
    celestial = 'sun';
  }

  const wintry = has('snow') || has('winter');
  const foggy = has('fog') ? 0.85 : has('calm') || has('dawn') ? 0.45 : random.range(0.1, 0.4);
  return {
    scene,
    medium: has('watercolour') ? 'watercolour' : has('oil') ? 'oil' : 'clean',
    palette,
    water:
      !avoid('lake') &&
      !avoid('sea') &&
      (has('lake') || has('river') || has('sea') || random.chance(has('canyon') ? 0.15 : 0.5)),
    snowCaps: !avoid('snow') && (wintry || has('cold') || random.chance(0.35)),
    clouds,
    stars: !avoid('stars') && (has('stars') || palette.night),
    celestial,
    aurora: has('aurora'),
    fog: avoid('fog') ? 0 : foggy,
    rain: has('rain'),
    snowfall: has('snowfall'),
    trees:
      !avoid('forest') &&
      !avoid('tree') &&
      !has('desert') &&
      !has('mars') &&
      !has('canyon') &&
      (has('forest') || random.chance(0.75)),
    flowers: !avoid('flower') && (has('flower') || has('meadow') || has('spring')),
    figures: figureTags.filter(has),
    later: [],
    detail: Math.min(1, Math.max(0, wish.steps / 50)),
    seed,
    has,
  };
}
