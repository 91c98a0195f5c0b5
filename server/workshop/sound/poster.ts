import sharp from 'sharp';
import type { Stereo } from './encode.ts';

const side = 512;
const bars = 64;

/** Colours of a waveform, from the start to the end of a sound. */
export type Tones = readonly [from: string, to: string];

/** A picture of a sound: its loudness from left to right. @returns WebP, square */
export async function drawWaveform({ left, right }: Stereo, tones: Tones): Promise<Uint8Array> {
  const levels = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * left.length) / bars);
    const to = Math.floor(((bar + 1) * left.length) / bars);
    let squares = 0;
    for (let at = from; at < to; at += 1) squares += left[at]! ** 2 + right[at]! ** 2;
    return Math.sqrt(squares / Math.max(1, to - from));
  });
  const loudest = Math.max(1e-6, ...levels);
  const step = (side * 0.84) / bars;
  const drawn = levels.map((level, bar) => {
    const height = Math.max(3, (level / loudest) * side * 0.36);
    const x = side * 0.08 + bar * step;
    const rounded = { x: x.toFixed(1), y: ((side - height) / 2).toFixed(1) };
    return `<rect x="${rounded.x}" y="${rounded.y}" width="${(step * 0.62).toFixed(1)}" height="${height.toFixed(1)}" rx="2"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
<defs>
<linearGradient id="w"><stop offset="0" stop-color="${tones[0]}"/><stop offset="1" stop-color="${tones[1]}"/></linearGradient>
<radialGradient id="g" cy="0.62"><stop offset="0" stop-color="${tones[0]}" stop-opacity="0.34"/><stop offset="1" stop-color="#15110d" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${side}" height="${side}" fill="#15110d"/><rect width="${side}" height="${side}" fill="url(#g)"/>
<g fill="url(#w)">${drawn.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 86 }).toBuffer();
}
