/*
 * Draws the mark once and writes every size of it into public/. Run by hand after changing the mark
 * (`node scripts/make-icons.mjs`); the outputs are committed, so that a build needs no drawing.
 * The paths are those of src/ui/KilnMark.tsx.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const wall =
  'M2.75 21V11.25a9.25 9.25 0 0 1 18.5 0V21c0 .41-.34.75-.75.75h-2.25a.75.75 0 0 1-.75-.75v-9.75a5.5 5.5 0 0 0-11 0V21c0 .41-.34.75-.75.75H3.5a.75.75 0 0 1-.75-.75Z';
const restingGlow =
  'M7.75 21v-1.9a4.25 4.25 0 0 1 8.5 0V21c0 .41-.34.75-.75.75h-7a.75.75 0 0 1-.75-.75Z';
const mouth = 'M6.5 21.75v-10.5a5.5 5.5 0 0 1 11 0v10.5Z';

const ground = '#15100c';
const groundLit = '#241a13';
const clay = '#f4ede4';
const ember = '#f58a3c';

/**
 * The full-colour tile: the mark in front of the dark, light falling out of its mouth.
 * @param {{ size: number, markShare: number, corner: number }} options shares are parts of the size
 */
function tile({ size, markShare, corner }) {
  const mark = size * markShare;
  const offset = (size - mark) / 2;
  const scale = mark / 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">
  <defs>
    <radialGradient id="room" cx="50%" cy="88%" r="85%">
      <stop offset="0" stop-color="${groundLit}"/><stop offset="1" stop-color="${ground}"/>
    </radialGradient>
    <radialGradient id="fire" gradientUnits="userSpaceOnUse" cx="12" cy="22" r="14">
      <stop offset="0" stop-color="#ffd9a3"/><stop offset=".3" stop-color="#ffa653"/>
      <stop offset=".62" stop-color="#d9622a" stop-opacity=".75"/><stop offset="1" stop-color="#7a2d12" stop-opacity=".25"/>
    </radialGradient>
    <radialGradient id="floor" cx="50%" cy="50%" r="50%">
      <stop offset="0" stop-color="#ff9a4a" stop-opacity=".5"/><stop offset="1" stop-color="#ff9a4a" stop-opacity="0"/>
    </radialGradient>
  </defs>
  <rect width="${size}" height="${size}" rx="${size * corner}" fill="url(#room)"/>
  <g transform="translate(${offset} ${offset - mark * 0.01}) scale(${scale})">
    <ellipse cx="12" cy="21.9" rx="11.5" ry="2.4" fill="url(#floor)"/>
    <path d="${mouth}" fill="url(#fire)"/>
    <path d="${wall}" fill="${clay}"/>
  </g>
</svg>`;
}

/**
 * One colour, transparent ground: for monochrome icons and badges.
 * @param {{ size: number, markShare: number, colour: string }} options
 */
function silhouette({ size, markShare, colour }) {
  const offset = (size * (1 - markShare)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
  <g transform="translate(${offset} ${offset}) scale(${(size * markShare) / 24})" fill="${colour}">
    <path d="${wall}"/><path d="${restingGlow}"/>
  </g>
</svg>`;
}

/**
 * A shortcut: a line drawing on the tile's ground. 24 × 24 units, stroke 1.9.
 * @param {string} drawing SVG elements
 */
function shortcut(drawing) {
  const size = 192;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
  <circle cx="96" cy="96" r="96" fill="${ground}"/>
  <g transform="translate(48 48) scale(4)" fill="none" stroke="${ember}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>
</svg>`;
}

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.w{fill:#3a2e25}@media (prefers-color-scheme:dark){.w{fill:${clay}}}</style><path class="w" d="${wall}"/><path fill="#ee7f31" d="${restingGlow}"/></svg>
`;

const output = new URL('../public/', import.meta.url);
await mkdir(new URL('icons/', output), { recursive: true });

const pictures = {
  'icons/icon-192.png': tile({ size: 192, markShare: 0.66, corner: 0.22 }),
  'icons/icon-512.png': tile({ size: 512, markShare: 0.66, corner: 0.22 }),
  // Maskable icons are cut to a circle of 80 %: the mark stays well inside, the ground bleeds out.
  'icons/maskable-192.png': tile({ size: 192, markShare: 0.54, corner: 0 }),
  'icons/maskable-512.png': tile({ size: 512, markShare: 0.54, corner: 0 }),
  'icons/monochrome-512.png': silhouette({ size: 512, markShare: 0.62, colour: '#fff' }),
  // What notifications show in Android's status bar.
  'icons/badge-96.png': silhouette({ size: 96, markShare: 0.84, colour: '#fff' }),
  // iOS rounds the corners itself and turns transparency black.
  'icons/apple-touch-icon.png': tile({ size: 180, markShare: 0.62, corner: 0 }),
  'icons/favicon-32.png': tile({ size: 32, markShare: 0.78, corner: 0.2 }),
  'icons/shortcut-generate.png': shortcut('<path d="M12 5v14M5 12h14"/>'),
  'icons/shortcut-queue.png': shortcut('<path d="M4 6h10M4 12h10M4 18h7M19 9v9m-3-3 3 3 3-3"/>'),
  'icons/shortcut-history.png': shortcut(
    '<rect x="4" y="4" width="16" height="16" rx="3"/><path d="m4 16 4.5-4.5a1.5 1.5 0 0 1 2 0L16 17m-2-2 1.5-1.5a1.5 1.5 0 0 1 2 0L20 16M15 8.5h.01"/>',
  ),
};

for (const [name, svg] of Object.entries(pictures)) {
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: false })
    .toFile(new URL(name, output).pathname);
}
await writeFile(new URL('favicon.svg', output), favicon);
