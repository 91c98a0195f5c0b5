import type { Random } from '../painter/random.ts';

export const moves = [
  'auto',
  'zoom-in',
  'zoom-out',
  'pan-left',
  'pan-right',
  'tilt-up',
  'tilt-down',
  'orbit',
] as const;
export type Move = (typeof moves)[number];

/** Where a camera stands at one moment; lengths in widths (x) and heights (y) of the picture. */
export interface View {
  /** From 1, where all of the picture is seen. */
  zoom: number;
  x: number;
  y: number;
  /** How far the nearest moves against the farthest. */
  parallaxX: number;
  parallaxY: number;
  /** How much faster the nearest grows than the farthest. */
  dolly: number;
}

/** Enough room beside the frame for what parallax uncovers. */
const nearestZoom = 1.08;
const farthestZoom = 1.22;

/** Slow at both ends, as a hand would do it. */
export function ease(part: number): number {
  const bounded = Math.min(1, Math.max(0, part));
  return bounded * bounded * (3 - 2 * bounded);
}

/** @param depth 0…1, how deep the room looks */
export function viewAt(move: Exclude<Move, 'auto'>, part: number, depth: number): View {
  const along = ease(part);
  // −1…1
  const across = 2 * along - 1;
  const still = { zoom: nearestZoom, x: 0, y: 0, parallaxX: 0, parallaxY: 0, dolly: 0 };
  const between = nearestZoom + (farthestZoom - nearestZoom) * along;
  const push = 0.16 * depth;
  if (move === 'zoom-in') return { ...still, zoom: between, dolly: push * (along - 0.5) };
  if (move === 'zoom-out') {
    const zoom = nearestZoom + farthestZoom - between;
    return { ...still, zoom, dolly: push * (0.5 - along) };
  }
  const slide = 0.045;
  const depthSlide = 0.05 * depth;
  if (move === 'orbit') {
    const angle = 2 * Math.PI * part;
    return {
      ...still,
      zoom: 1.13 - 0.02 * Math.cos(angle),
      parallaxX: depthSlide * 0.8 * Math.sin(angle),
      parallaxY: depthSlide * 0.35 * (Math.cos(angle) - 1) * 0.5,
      dolly: 0.05 * depth * (1 - Math.cos(angle)) * 0.5,
    };
  }
  const aside = { ...still, zoom: 1.16 };
  const sign = move === 'pan-right' || move === 'tilt-down' ? 1 : -1;
  if (move === 'pan-left' || move === 'pan-right') {
    return { ...aside, x: sign * slide * across, parallaxX: sign * depthSlide * across };
  }
  return { ...aside, y: sign * slide * across, parallaxY: sign * depthSlide * 0.6 * across };
}

const words: readonly [move: Exclude<Move, 'auto'>, pattern: RegExp][] = [
  ['zoom-out', /拉远|拉开|后退|缩小|zoom(?:ing)?[ -]?out|pull(?:ing)?[ -]?(?:out|back)|dolly out/i],
  [
    'zoom-in',
    /推近|推进|靠近|前进|放大|特写|zoom(?:ing)?[ -]?in|push(?:ing)?[ -]?in|close[ -]?up|dolly/i,
  ],
  ['pan-left', /左移|向左|左摇|pan(?:ning)?[ -]?left|to the left/i],
  ['pan-right', /右移|向右|右摇|横移|pan(?:ning)?[ -]?right|to the right|panning|pan shot/i],
  ['tilt-up', /上移|向上|仰|升|tilt(?:ing)?[ -]?up|upwards?|crane|rising shot/i],
  ['tilt-down', /下移|向下|俯|降|tilt(?:ing)?[ -]?down|downwards?/i],
  ['orbit', /环绕|绕|旋转|orbit(?:ing)?|around|parallax/i],
];

/** The move that was chosen, else the one that the words name, else one by chance. */
export function chooseMove(chosen: unknown, prompt: string, random: Random): Exclude<Move, 'auto'> {
  const known = moves.find((move) => move === chosen && move !== 'auto');
  if (known && known !== 'auto') return known;
  const named = words.find(([, pattern]) => pattern.test(prompt));
  if (named) return named[0];
  return random.pick(['zoom-in', 'zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'orbit'] as const);
}
