/** Files of the screenshots: small enough for a repository, and the picture at the top of the README. */
import { writeFile } from 'node:fs/promises';

import sharp from 'sharp';

const bytesMax = 250_000;

/** Writes WebP. @param {string} file @param {Buffer} picture any format */
export async function store(file, picture) {
  for (const quality of [86, 78, 68, 56]) {
    const data = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (data.length > bytesMax) continue;
    await writeFile(file, data);
    return;
  }
  throw new Error(`${file} stays above ${bytesMax} bytes.`);
}

/**
 * Rounds the corners of a screen and draws a hair line around it.
 * @param {Buffer} picture @param {number} width in pixels @param {number} radius @param {string} line a colour
 */
async function framed(picture, width, radius, line) {
  const { data, info } = await sharp(picture)
    .resize({ width })
    .png()
    .toBuffer({ resolveWithObject: true });
  /** @param {string} paint */
  const shape = (paint) =>
    Buffer.from(
      `<svg width="${info.width}" height="${info.height}"><rect x="1" y="1" width="${info.width - 2}" ` +
        `height="${info.height - 2}" rx="${radius}" ${paint}/></svg>`,
    );
  return sharp(data)
    .composite([
      { input: shape('fill="#fff"'), blend: 'dest-in' },
      { input: shape(`fill="none" stroke="${line}" stroke-width="2"`) },
    ])
    .png()
    .toBuffer();
}

/**
 * A desktop with a phone in front of it, on no ground: it stands on GitHub's dark and light pages.
 * @param {Buffer} desktop 1440 × 900 @param {Buffer} phone 780 × 1688 @param {'dark' | 'light'} scheme
 */
export async function composeHero(desktop, phone, scheme) {
  const line = scheme === 'dark' ? '#4a3d32' : '#d8cbb8';
  const width = 1600;
  const height = 980;
  const phoneWidth = 330;
  const phoneHeight = Math.round((phoneWidth * 844) / 390);
  return sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite([
      { input: await framed(desktop, 1440, 18, line), left: 0, top: 0 },
      {
        input: await framed(phone, phoneWidth, 34, line),
        left: width - phoneWidth,
        top: height - phoneHeight,
      },
    ])
    .png()
    .toBuffer();
}
