/**
 * Colours from dark to light; only their hue and strength are used, the photo keeps its own lightness.
 * `open` is for calm areas high in the picture (a sky, a wall), `ground` for calm ones below, `busy` for
 * what has texture (leaves, hair, cloth).
 */
export interface Tint {
  open: string;
  ground: string;
  busy: string;
}

const even = (ramp: string): Tint => ({ open: ramp, ground: ramp, busy: ramp });

export const tints = {
  portrait: {
    open: '#1f2328 #4b5257 #838a88 #bdbfb6 #f1eee6',
    ground: '#2d1a14 #7e5140 #c99578 #edc9ae #fbefe2',
    busy: '#20130e #5c3b2b #a3745a #d9b297 #f7ebdf',
  },
  outdoors: {
    open: '#16304f #35648f #6f9fc9 #a9cbe6 #e6f0f6',
    ground: '#33281d #6b5439 #a88b62 #d2bb92 #f3ead8',
    busy: '#16210f #38501f #6a8440 #a9b877 #eef0d6',
  },
  golden: {
    open: '#3c2a4a #94606a #dd9a72 #f6cf94 #fff2d4',
    ground: '#2c1f1c #6e4a33 #b98755 #e2bd82 #fff0cf',
    busy: '#1d1d18 #514528 #93793e #d0b36b #fbedc6',
  },
  dusk: {
    open: '#17183f #4a3a7a #96659f #e2a0a8 #fbe3d6',
    ground: '#1a1636 #4f3c66 #8f6a86 #caa3a6 #f3e0da',
    busy: '#10132e #323559 #6a5f87 #b08fa3 #f0dcd6',
  },
  autumn: {
    open: '#2b3844 #5c7486 #94a9b6 #c8d2d4 #f1f0ea',
    ground: '#2e1d14 #70452a #ad7a48 #d9b381 #f6ead2',
    busy: '#2a120c #7c331a #c26a2a #e3a558 #f8e6c0',
  },
  sepia: even('#1c120a #5a4029 #9c7a55 #d2b68d #f6ead3'),
  cyanotype: even('#08182e #17416f #4a7fae #9cc0d8 #eef4f2'),
} as const satisfies Record<string, Tint>;

export type TintName = keyof typeof tints;
export const tintNames = Object.keys(tints) as TintName[];

/** Longest side of a colourised picture; it bounds memory. */
export const colourisedMaxSide = 3072;
