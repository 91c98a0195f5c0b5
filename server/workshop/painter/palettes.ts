import { lab, type Lab } from './oklab.ts';

/** The colours of one kind of light; every part of a picture takes its own from here. */
export interface Palette {
  name: string;
  /** Zenith to horizon. */
  sky: readonly [Lab, Lab, Lab, Lab];
  /** Disc of sun or moon. */
  sun: Lab;
  glow: Lab;
  /** What distance fades into. */
  haze: Lab;
  /** Ground in light and in shadow. */
  lit: Lab;
  shade: Lab;
  /** Plants and near silhouettes. */
  flora: Lab;
  water: Lab;
  cloudLight: Lab;
  cloudShade: Lab;
  accents: readonly Lab[];
  /** Ground for abstract pictures. */
  paper: Lab;
  night: boolean;
  /** Tag → how well this light suits it. */
  suits: Readonly<Record<string, number>>;
}

type Hexes = [
  sky: string,
  sunGlowHaze: string,
  litShadeFlora: string,
  waterCloudLightShade: string,
  accents: string,
  paper: string,
];

function palette(
  name: string,
  hexes: Hexes,
  suits: Record<string, number>,
  night = false,
): Palette {
  const colours = hexes.map((list) => list.split(' ').map(lab));
  const [sky, light, ground, air, accents, paper] = colours as [
    Lab[],
    Lab[],
    Lab[],
    Lab[],
    Lab[],
    Lab[],
  ];
  return {
    name,
    sky: [sky[0]!, sky[1]!, sky[2]!, sky[3]!],
    sun: light[0]!,
    glow: light[1]!,
    haze: light[2]!,
    lit: ground[0]!,
    shade: ground[1]!,
    flora: ground[2]!,
    water: air[0]!,
    cloudLight: air[1]!,
    cloudShade: air[2]!,
    accents,
    paper: paper[0]!,
    night,
    suits,
  };
}

export const palettes: readonly Palette[] = [
  palette(
    'ember',
    [
      '#22305f #6a4f8c #e0745f #ffc98a',
      '#fff3d2 #ffb877 #e39a80',
      '#cf7d62 #3a3157 #1b1731',
      '#2f315f #ffc09a #7d5c8f',
      '#f2a65a #e4572e #8c2f5c #2e4272 #ffd9a0',
      '#f7e6d2',
    ],
    { sunset: 3, warm: 1.5, desert: 0.5, sea: 0.5, city: 0.4, mountain: 0.4, autumn: 0.4 },
  ),
  palette(
    'golden',
    [
      '#4a7aa8 #93b6c9 #efd3a0 #ffe6b4',
      '#fffaea #ffe0a0 #e6cba6',
      '#d0a866 #4f5158 #2f332b',
      '#47707f #fff2d6 #a9a4b0',
      '#e9b44c #c8553d #588b8b #2d3047 #ffd5a6',
      '#f6ecd8',
    ],
    {
      golden: 3,
      day: 0.8,
      summer: 0.8,
      meadow: 1,
      hill: 0.8,
      sun: 1,
      autumn: 0.6,
      calm: 0.4,
      sea: 0.3,
    },
  ),
  palette(
    'rose dawn',
    [
      '#56709f #a9a8cf #f3bcb6 #ffe3c8',
      '#fff6e6 #ffd3b4 #e5bfc2',
      '#c79a97 #4f4e78 #2f2d4b',
      '#7383b0 #ffe0d2 #a596b8',
      '#f28f8f #f6c6b0 #7a7fb0 #3d4470 #ffe8cf',
      '#f9eee8',
    ],
    { dawn: 3, pastel: 1.2, calm: 1, lake: 0.8, spring: 0.8, dreamy: 0.8, mountain: 0.6, fog: 0.4 },
  ),
  palette(
    'noon',
    [
      '#2268b3 #5a9fd8 #a6d0ea #e2f1f4',
      '#ffffff #fffbe8 #b7d3e4',
      '#a9b884 #40566a #20392d',
      '#1f608a #ffffff #a3bad0',
      '#ef8354 #f2c14e #4d9de0 #2f5d62 #ffffff',
      '#f4f3ec',
    ],
    {
      day: 3,
      clear: 2,
      clouds: 1,
      sun: 1.2,
      summer: 1,
      hill: 1,
      mountain: 0.8,
      lake: 0.6,
      meadow: 0.8,
      sea: 0.6,
    },
  ),
  palette(
    'violet dusk',
    [
      '#171a44 #41336f #94609d #f4aaa2',
      '#ffe9d0 #f29fa8 #a5789f',
      '#8e6690 #25204c #120f2b',
      '#232357 #f0a7b0 #56407d',
      '#f4a6a0 #c86b98 #6a4c93 #2b2d6e #ffdcc2',
      '#efe4ea',
    ],
    { dusk: 3, sunset: 1, dreamy: 1.2, night: 0.4, mountain: 0.5, city: 0.6, sea: 0.4 },
  ),
  palette(
    'blue hour',
    [
      '#0c1736 #1d3463 #456a9e #a8bccb',
      '#f6efdc #c9d4dc #6482aa',
      '#6a83a6 #15244a #0b1428',
      '#172c54 #93aac8 #354d7d',
      '#f2c078 #5b8fb9 #2a4a7f #12244d #dfe8ef',
      '#e6ebf0',
    ],
    { bluehour: 3, dusk: 1.2, cold: 1.5, calm: 0.6, city: 0.8, winter: 0.6, lake: 0.4, fog: 0.3 },
  ),
  palette(
    'moonlight',
    [
      '#050a1c #0c1836 #1a2d59 #3c5585',
      '#fbf5e1 #a9bfe4 #2a4069',
      '#5c76a6 #0d1630 #050914',
      '#0c1938 #7288b5 #182650',
      '#f0d78c #7c97c9 #34518c #1a2a55 #dfe7f5',
      '#dfe5ee',
    ],
    { night: 3, moon: 2.5, stars: 2.5, dark: 1, crescent: 2, space: 0.5 },
    true,
  ),
  palette(
    'storm',
    [
      '#2b343d #4b5760 #7d8a8e #bcc4bf',
      '#eef0e8 #c5cbc4 #99a5a6',
      '#7d8a7f #30393f #1a2226',
      '#33444c #c3cbc8 #4a555c',
      '#d9c48f #8aa1a5 #56686e #2a353c #e3e5de',
      '#e6e5de',
    ],
    { storm: 3, rain: 2.5, dark: 1.4, sea: 0.3, clouds: 0.5, cold: 0.6 },
  ),
  palette(
    'mist',
    [
      '#9db3b4 #bccac7 #d7dfd7 #eeeee4',
      '#fffdf2 #f4efdc #d0dad4',
      '#94a8a0 #557070 #2b4545',
      '#8ea9a9 #f4f4ec #aebdbb',
      '#c98f6b #7d9a92 #4c6b6b #2d4644 #efe9d8',
      '#f1efe6',
    ],
    { fog: 3, calm: 1.6, forest: 1.4, dawn: 0.6, rain: 0.8, lake: 0.4, bamboo: 1.5, river: 0.4 },
  ),
  palette(
    'autumn',
    [
      '#5f88a6 #a9bfc4 #ebdfc6 #f9e8c6',
      '#fffaea #ffe3ae #dcc3a4',
      '#d18a45 #5c4240 #6e2c1c',
      '#566f78 #fdf1de #b3a7a6',
      '#d1495b #edae49 #b5541c #6b3e26 #f5deb3',
      '#f4e8d6',
    ],
    { autumn: 3.5, warm: 0.8, forest: 0.6, golden: 0.5, hill: 0.3 },
  ),
  palette(
    'winter',
    [
      '#6e93b9 #a7c3da #dbe6ef #f8f2ea',
      '#fffdf6 #ffeeda #cfdde9',
      '#f4f7fb #7f9ec4 #2a435e',
      '#5f8cab #ffffff #a6bad2',
      '#e07a5f #81a4cd #3e5c76 #1d2d44 #f0ebd8',
      '#f2f4f6',
    ],
    { winter: 3, snow: 2.5, cold: 1.6, mountain: 0.3 },
  ),
  palette(
    'spring',
    [
      '#7ab3d6 #b8d9e2 #f5e1e1 #fff3e6',
      '#fffef6 #fff0d6 #cfe0da',
      '#aecb80 #57806a #33644a',
      '#6fa8b6 #ffffff #c3cede',
      '#f29ca3 #f7c59f #8cb369 #4a7c8c #fff1e6',
      '#f8f4ec',
    ],
    { spring: 3, flower: 1.2, meadow: 1.2, pastel: 1, day: 0.5, hill: 0.6 },
  ),
  palette(
    'lagoon',
    [
      '#137eb5 #3fb4d2 #98e2da #fff2d0',
      '#fffdf0 #fff0c4 #b6dfda',
      '#e0cf9a #2f6b6b #14484a',
      '#0b8ea2 #ffffff #a5ccd8',
      '#ff8a5b #ffd166 #06a3a3 #0b4f6c #fff4dc',
      '#f3f3e8',
    ],
    { sea: 1.6, summer: 2.2, island: 2, day: 0.6, vivid: 0.8, boat: 0.5 },
  ),
  palette(
    'sandstone',
    [
      '#2f7ea3 #7cbdc4 #f0dbae #ffebc8',
      '#fffbe8 #ffe2a8 #eccb9c',
      '#e6ab6a #93523f #4a2b2a',
      '#3f7f8a #fff3dc #cdb3a4',
      '#e76f51 #f4a261 #2a9d8f #264653 #ffe8c8',
      '#f7ead6',
    ],
    { desert: 3, canyon: 3, warm: 0.8, golden: 1.8 },
  ),
  palette(
    'red planet',
    [
      '#33131a #7d3428 #d67b4e #f7cb98',
      '#fff0d4 #ffbd82 #d98e68',
      '#d9794a #5a2324 #2a1014',
      '#54262b #f3b98c #8a4636',
      '#ff9f5a #d1495b #7a2e2e #30121c #ffdcb0',
      '#f6e2d0',
    ],
    { mars: 4 },
  ),
  palette(
    'aurora',
    [
      '#050b20 #0a1f3a #13405a #2f7f7c',
      '#eaf7ea #7fe3b8 #1e4a5c',
      '#5d8fa0 #0c1c33 #050c18',
      '#0a2038 #5fa6a8 #14304a',
      '#63e6a8 #4cc9c0 #6a5acd #143a5a #d8fff0',
      '#e2eee8',
    ],
    { aurora: 5, dreamy: 0.4 },
    true,
  ),
  palette(
    'neon',
    [
      '#0c0722 #27114f #6d2290 #ff5f9a',
      '#ffe3f3 #ff6fb0 #5b2a86',
      '#7a4fc0 #1a0f3c #0a0619',
      '#1d1148 #e07ad8 #35206b',
      '#ff3f8e #22d3ee #a855f7 #facc15 #f5d0fe',
      '#efe3f5',
    ],
    { neon: 5, vivid: 1.2, city: 0.4, night: 0.4 },
    true,
  ),
  palette(
    'pastel',
    [
      '#b5c6f0 #d6cdf1 #f8d5df #fff2dc',
      '#fffdf4 #fff0dc #e6d5e6',
      '#d3c0dc #8d86b8 #6a6498',
      '#a9bfe4 #fffaf6 #cfc4e4',
      '#ffb5a7 #fcd5ce #a9def9 #c8b6ff #fff1e6',
      '#fbf5f2',
    ],
    { pastel: 3, dreamy: 2.2, flower: 0.6, spring: 0.4, clouds: 0.3 },
  ),
  palette(
    'deep sky',
    [
      '#04050f #0d0f2b #2a1c52 #5a2f6e',
      '#fff6e8 #c79bff #3a2a66',
      '#8a6fc4 #120f2e #070613',
      '#100f30 #b78ad6 #2a1f57',
      '#ff8fa3 #7c83ff #39d0d8 #ffc27a #efe6ff',
      '#e8e4f2',
    ],
    { space: 5, stars: 0.8, dreamy: 0.3 },
    true,
  ),
];
