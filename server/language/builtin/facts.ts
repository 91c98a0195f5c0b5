import type { LocalizedText, PromptLanguage } from '../../../src/domain/languages.ts';

/** Of a picture made small: 8-bit sRGB, three channels. */
export interface SmallPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** What can be measured of a picture. Shares and lightness are 0…1. */
export interface PictureFacts {
  /** As the file has it, upright. */
  width: number;
  height: number;
  /** By name, the most frequent first. */
  colours: { name: ColourName; share: number }[];
  lightness: number;
  contrast: number;
  chroma: number;
  /** Above 0 warm, below cool. */
  warmth: number;
  /** How much lighter the upper third is than the lower. */
  topLight: number;
  /** How much more detail the middle has than the borders; 1 is the same. */
  centre: number;
  /** Likeness of the left half and the mirrored right, -1…1. */
  symmetry: number;
  /** Mean strength of edges, 0 for an even area. */
  detail: number;
  /** Of the strongest edges how abrupt they are: above about 0.25 it is sharp. */
  sharpness: number;
}

export const colourNames = {
  black: { cn: '黑色', en: 'black' },
  gray: { cn: '灰色', en: 'gray' },
  white: { cn: '白色', en: 'white' },
  red: { cn: '红色', en: 'red' },
  orange: { cn: '橙色', en: 'orange' },
  brown: { cn: '棕色', en: 'brown' },
  yellow: { cn: '黄色', en: 'yellow' },
  green: { cn: '绿色', en: 'green' },
  cyan: { cn: '青色', en: 'teal' },
  blue: { cn: '蓝色', en: 'blue' },
  purple: { cn: '紫色', en: 'purple' },
  pink: { cn: '粉色', en: 'pink' },
} satisfies Record<string, LocalizedText>;
export type ColourName = keyof typeof colourNames;

/** The name people would give a colour. Channels are 0…255. */
export function nameOf(red: number, green: number, blue: number): ColourName {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const lightness = (most + least) / 510;
  const saturation = spread / Math.max(1, 255 - Math.abs(most + least - 255));
  if (most < 38) return 'black';
  if (spread < 20 || saturation < 0.12) {
    if (lightness > 0.85) return 'white';
    return lightness < 0.2 ? 'black' : 'gray';
  }
  const turn =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const hue = (turn * 60 + 360) % 360;
  if (hue < 14 || hue >= 345) return lightness > 0.72 ? 'pink' : 'red';
  if (hue < 45) return lightness < 0.42 || saturation < 0.4 ? 'brown' : 'orange';
  if (hue < 68) return lightness < 0.3 ? 'brown' : 'yellow';
  if (hue < 165) return 'green';
  if (hue < 198) return 'cyan';
  if (hue < 255) return 'blue';
  if (hue < 300) return 'purple';
  return 'pink';
}

/** Measures a small picture. @param size of the whole one, upright */
export function measure(
  { data, width, height }: SmallPicture,
  size: { width: number; height: number },
): PictureFacts {
  const count = width * height;
  const light = new Float64Array(count);
  const named = new Map<ColourName, number>();
  let sum = 0;
  let squares = 0;
  let chroma = 0;
  let warmth = 0;
  const thirds = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const red = data[at * 3]!;
    const green = data[at * 3 + 1]!;
    const blue = data[at * 3 + 2]!;
    const value = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    light[at] = value;
    sum += value;
    squares += value * value;
    chroma += (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    warmth += (red - blue) / 255;
    const row = Math.floor(at / width) / height;
    if (row < 1 / 3) thirds[0]! += value;
    else if (row >= 2 / 3) thirds[1]! += value;
    const name = nameOf(red, green, blue);
    named.set(name, (named.get(name) ?? 0) + 1);
  }
  const lightness = sum / count;
  const edges = measureEdges(light, width, height);
  return {
    ...size,
    colours: [...named]
      .map(([name, pixels]) => ({ name, share: pixels / count }))
      .toSorted((left, right) => right.share - left.share),
    lightness,
    contrast: Math.sqrt(Math.max(0, squares / count - lightness * lightness)),
    chroma: chroma / count,
    warmth: warmth / count,
    topLight: (thirds[0]! - thirds[1]!) / (count / 3),
    symmetry: symmetryOf(light, width, height, lightness),
    ...edges,
  };
}

function measureEdges(
  light: Float64Array,
  width: number,
  height: number,
): Pick<PictureFacts, 'detail' | 'sharpness' | 'centre'> {
  let all = 0;
  let inner = 0;
  let innerCount = 0;
  let outerCount = 0;
  const strong: number[] = [];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const across = Math.abs(light[at + 1]! - light[at]!);
      const down = Math.abs(light[at + width]! - light[at]!);
      const step = Math.max(across, down);
      const isInner =
        x > width * 0.25 && x < width * 0.75 && y > height * 0.25 && y < height * 0.75;
      all += step;
      if (isInner) {
        inner += step;
        innerCount += 1;
      } else outerCount += 1;
      strong.push(step);
    }
  }
  const total = innerCount + outerCount;
  if (total === 0) return { detail: 0, sharpness: 0, centre: 1 };
  const sorted = strong.toSorted((left, right) => right - left);
  const outer = (all - inner) / Math.max(1, outerCount);
  return {
    detail: all / total,
    sharpness: sorted[Math.floor(sorted.length * 0.005)] ?? 0,
    centre: outer < 1e-4 ? (inner > 1e-3 ? 4 : 1) : inner / Math.max(1, innerCount) / outer,
  };
}

function symmetryOf(light: Float64Array, width: number, height: number, mean: number): number {
  let both = 0;
  let own = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const left = light[y * width + x]! - mean;
      both += left * (light[y * width + (width - 1 - x)]! - mean);
      own += left * left;
    }
  }
  // An even picture is as symmetrical as it gets, which says nothing.
  return own / (width * height) < 1e-4 ? 0 : both / own;
}

const phrase = (cn: string, en: string): LocalizedText => ({ cn, en });

/** Facts as words that a prompt could be, the surest first. */
export function wordsOf(facts: PictureFacts, language: PromptLanguage): string {
  const words: LocalizedText[] = [];
  const ratio = facts.width / facts.height;
  if (ratio > 1.9) words.push(phrase('全景宽幅画面', 'panoramic wide picture'));
  else if (ratio > 1.12) words.push(phrase('横幅画面', 'landscape format'));
  else if (ratio < 0.89) words.push(phrase('竖幅画面', 'portrait format'));
  else words.push(phrase('方形画面', 'square format'));

  const main = facts.colours.filter(({ share }) => share >= 0.12).slice(0, 3);
  const shown = main.length > 0 ? main : facts.colours.slice(0, 1);
  const isGray = shown.every(({ name }) => ['black', 'gray', 'white'].includes(name));
  if (isGray && facts.chroma < 0.04) words.push(phrase('黑白单色', 'black and white'));
  const names = shown.map(({ name }) => colourNames[name]);
  words.push(
    phrase(
      `以${names.map(({ cn }) => cn).join('、')}为主`,
      `dominant colors ${names.map(({ en }) => en).join(' and ')}`,
    ),
  );

  if (facts.lightness > 0.72) words.push(phrase('明亮的高调光线', 'bright high-key light'));
  else if (facts.lightness < 0.25) words.push(phrase('昏暗的低调光线', 'dark low-key light'));
  else if (facts.topLight > 0.18) words.push(phrase('光从上方来', 'light from above'));
  if (facts.contrast > 0.27) words.push(phrase('高对比度', 'high contrast'));
  else if (facts.contrast < 0.1) words.push(phrase('低对比度', 'low contrast'));
  if (facts.chroma > 0.06 && facts.warmth > 0.1) words.push(phrase('暖色调', 'warm tones'));
  else if (facts.chroma > 0.06 && facts.warmth < -0.1) words.push(phrase('冷色调', 'cool tones'));
  if (facts.chroma > 0.42) words.push(phrase('色彩鲜艳', 'vivid colors'));
  else if (facts.chroma > 0.04 && facts.chroma < 0.14) {
    words.push(phrase('色彩柔和', 'muted colors'));
  }

  if (facts.detail < 0.008) words.push(phrase('画面简洁', 'minimalist'));
  else if (facts.detail > 0.06) words.push(phrase('细节丰富', 'rich in detail'));
  if (facts.centre > 1.8) words.push(phrase('主体居中', 'centered subject'));
  if (facts.symmetry > 0.9) words.push(phrase('左右对称', 'symmetrical composition'));
  if (facts.detail >= 0.004) {
    if (facts.sharpness > 0.25) words.push(phrase('轮廓清晰', 'sharp edges'));
    else if (facts.sharpness < 0.1) words.push(phrase('柔焦', 'soft focus'));
  }
  return words.map((one) => one[language]).join(language === 'cn' ? '，' : ', ');
}
