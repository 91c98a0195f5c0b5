/** Type that comes with the workshop, all under the SIL Open Font License. */
export const faceNames = ['sans', 'serif', 'brush', 'round'] as const;
export type FaceName = (typeof faceNames)[number];

interface Face {
  /** npm package that holds it, cut into files by the characters in them. */
  package: string;
  /** Name of a file, from the name of its part. */
  file: (part: string) => string;
  /** Weights that it can be set in; null where there is only one. */
  weights: readonly [least: number, most: number] | null;
  /** Where its lacking characters are looked for. */
  otherwise: FaceName | null;
}

export const faces: Readonly<Record<FaceName, Face>> = {
  sans: {
    package: '@fontsource-variable/noto-sans-sc',
    file: (part) => `noto-sans-sc-${part}-wght-normal.woff2`,
    weights: [100, 900],
    otherwise: null,
  },
  serif: {
    package: '@fontsource-variable/noto-serif-sc',
    file: (part) => `noto-serif-sc-${part}-wght-normal.woff2`,
    weights: [200, 900],
    otherwise: 'sans',
  },
  brush: {
    package: '@fontsource/ma-shan-zheng',
    file: (part) => `ma-shan-zheng-${part}-400-normal.woff2`,
    weights: null,
    otherwise: 'serif',
  },
  round: {
    package: '@fontsource-variable/figtree',
    file: (part) => `figtree-${part}-wght-normal.woff2`,
    weights: [300, 900],
    otherwise: 'sans',
  },
};
