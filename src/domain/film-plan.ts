import type { NumberRange } from './limits.ts';

/** Spec 2, section 9: how many pictures a second begin, and how many a second are shown. */
export const initialFramerateRange: NumberRange = { min: 1, max: 10, step: 1 };
export const finalFramerateRange: NumberRange = { min: 15, max: 120, step: 15 };
export const initialFramerateDefault = 1;
export const finalFramerateDefault = 60;

/** Not in the specification: more would not fit into an address that every proxy passes on. */
export const filmPicturesMax = 200;
/** Not in the specification: longest side of a film. Larger pictures are made smaller. */
export const filmSideMax = 2_048;
/** Encoders of every kind ask for pairs of pixels, and for more than a few of them. */
const sideMin = 64;

/** How one picture becomes the next: its parts move there, it fades, or it is simply followed. */
export const filmTransitions = ['smooth', 'fade', 'cut'] as const;
export type FilmTransition = (typeof filmTransitions)[number];

/** What becomes of a picture of another shape: all of it on a plain or a blurred ground, or cut to fill. */
export const filmFits = ['fit', 'fill', 'blur'] as const;
export type FilmFit = (typeof filmFits)[number];

export interface FilmSize {
  width: number;
  height: number;
}

export interface FilmRates {
  initial: number;
  final: number;
}

/** Frames of one picture, the first of which shows it as it is. */
export interface FilmStretch {
  picture: number;
  /** Null for the last picture, which stays. */
  next: number | null;
  /** Number of its first frame, and of the first that is not its own. */
  from: number;
  to: number;
}

/** The first frame in which a picture is shown. Whole numbers, so that no frame is lost to rounding. */
function firstFrame(picture: number, { initial, final }: FilmRates): number {
  return Math.ceil((picture * final) / initial);
}

/** How many frames a film has: N · final / initial, so that the last picture is shown as long as the others. */
export function frameCount(pictures: number, rates: FilmRates): number {
  return firstFrame(pictures, rates);
}

export function filmSeconds(pictures: number, rates: FilmRates): number {
  return frameCount(pictures, rates) / rates.final;
}

/** Which frames belong to which picture. Every picture has at least one, as more are shown than begin. */
export function planFilm(pictures: number, rates: FilmRates): FilmStretch[] {
  return Array.from({ length: pictures }, (_, picture) => ({
    picture,
    next: picture + 1 < pictures ? picture + 1 : null,
    from: firstFrame(picture, rates),
    to: firstFrame(picture + 1, rates),
  }));
}

const toEven = (value: number) => Math.max(sideMin, Math.round(value / 2) * 2);

/**
 * The size of a film: that of most of its pictures, of the earliest of those that are equally many. Odd sides become
 * even, which H.264 asks for.
 * @param sideMax what is longer is made smaller
 */
export function filmSize(pictures: readonly FilmSize[], sideMax: number = filmSideMax): FilmSize {
  const counts = new Map<string, { size: FilmSize; count: number }>();
  for (const size of pictures) {
    if (size.width <= 0 || size.height <= 0) continue;
    const key = `${size.width} ${size.height}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { size, count: 1 });
  }
  let most: { size: FilmSize; count: number } | null = null;
  for (const entry of counts.values()) {
    if (!most || entry.count > most.count) most = entry;
  }
  const { width, height } = most?.size ?? { width: 512, height: 512 };
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return { width: toEven(width * scale), height: toEven(height * scale) };
}

export interface Placement {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether a ground is seen beside it. */
  leavesGround: boolean;
}

/** Shapes this close are taken for the same: a picture of odd sides has no stripe of one pixel. */
const sameShape = 0.02;

/** Where a picture goes within a film. It is never stretched. */
export function placePicture(picture: FilmSize, film: FilmSize, fit: FilmFit): Placement {
  const across = film.width / picture.width;
  const down = film.height / picture.height;
  const isSameShape = Math.abs(across / down - 1) < sameShape;
  const fills = fit === 'fill' || isSameShape;
  const scale = fills ? Math.max(across, down) : Math.min(across, down);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return {
    x: (film.width - width) / 2,
    y: (film.height - height) / 2,
    width,
    height,
    leavesGround: !fills,
  };
}

/** The nearest rate that a range allows; what is no number becomes the default. */
export function settleRate(value: unknown, range: NumberRange, fallback: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
  const stepped = range.min + Math.round((number - range.min) / range.step) * range.step;
  return Math.min(range.max, Math.max(range.min, stepped));
}

/** Pictures that every browser here decodes. */
export const filmPictureTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/avif',
];
