import { understand } from '../../../src/domain/painter-lexicon.ts';
import { createNoise, smoothstep } from '../painter/noise.ts';
import { lab, lighten, mix, saturate, type Lab } from '../painter/oklab.ts';
import { paintPicture } from '../painter/paint.ts';
import { planPicture } from '../painter/plan.ts';
import { createRandom } from '../painter/random.ts';
import { createSurface, fillSurface, type Surface } from '../painter/surface.ts';
import { toSurface } from '../picture/canvas.ts';
import { blur, planeOf } from '../picture/field.ts';

export interface BackdropWish {
  prompt: string;
  negativePrompt: string;
  seed: number;
  width: number;
  height: number;
}

/** Paper of a photographer's studio, where no colour is named. */
const papers = ['#e9e6e1', '#e3e7ea', '#efe3d6', '#dfe6dc', '#eadfe4', '#d9dde6'] as const;

/** Words that only colour or light a studio. */
const studioTags = new Set(
  'day night calm cold warm clear golden sun dark pastel vivid dreamy spring summer'.split(' '),
);

/** Papers that are no colour of the painter's. */
const plainPapers: readonly (readonly [words: RegExp, hex: string])[] = [
  [/\bwhite\b|白/i, '#f3f2f0'],
  [/\bblack\b|黑/i, '#5a5a5e'],
  [/\bgr[ea]y\b|灰/i, '#b9bcc0'],
  [/\b(beige|cream)\b|米色|奶油/i, '#e8dcc8'],
];

/** What the words ask for is a place, not just a colour. */
export function asksForScene(prompt: string): boolean {
  return [...understand(prompt).tags.keys()].some((tag) => !studioTags.has(tag));
}

const paleWords = /\b(pale|light|pastel|soft)\b|浅|淡|粉嫩|柔和/i;
const darkWords = /\b(dark|deep|black)\b|深|暗|黑/i;

/** Seamless paper that runs from the wall to the floor, lit from above on one side. */
export function paintStudio({ prompt, seed, width, height }: BackdropWish): Surface {
  const random = createRandom(seed, 'studio');
  const { colours, tags } = understand(prompt);
  const plain = plainPapers.find(([words]) => words.test(prompt))?.[1];
  const paper = lab(colours[0] ?? plain ?? random.pick(papers));
  const isDark = tags.has('night') || darkWords.test(prompt);
  const isPale = colours.length > 0 && paleWords.test(prompt);
  const base: Lab = isDark
    ? [paper[0] * 0.4, paper[1] * 0.6, paper[2] * 0.6]
    : isPale
      ? [0.88 + 0.06 * paper[0], paper[1] * 0.32, paper[2] * 0.32]
      : paper;
  const second = colours[1] ? lab(colours[1]) : lighten(saturate(base, 0.9), -0.1);
  const lightX = random.chance(0.5) ? random.range(0.25, 0.4) : random.range(0.6, 0.75);
  const fold = random.range(0.62, 0.68);
  const noise = createNoise(seed, 'paper');
  const surface = createSurface(width, height);
  fillSurface(surface, (px, py, out) => {
    const x = (px + 0.5) / width;
    const y = (py + 0.5) / height;
    const glow = Math.exp(-(((x - lightX) / 0.55) ** 2 + ((y - 0.32) / 0.5) ** 2));
    const wall = mix(second, lighten(base, 0.03), 0.35 + 0.65 * glow);
    const pool = Math.exp(-(((x - 0.5) / 0.5) ** 2 + ((y - 0.88) / 0.3) ** 2));
    const floor = mix(second, lighten(base, 0.05), 0.4 + 0.6 * pool);
    const colour = mix(wall, floor, smoothstep(fold - 0.1, fold + 0.14, y));
    const grain = 0.004 * noise.at(px * 0.7, py * 0.7);
    out[0] = colour[0] + grain;
    out[1] = colour[1];
    out[2] = colour[2];
  });
  return surface;
}

/** The painter's picture of the words. */
export function paintScene(wish: BackdropWish, report: (part: number) => void): Surface {
  const { prompt, negativePrompt, seed, width, height } = wish;
  const plan = planPicture({ prompt, negativePrompt, steps: 25, cfgScale: 7, seed });
  const pixels = paintPicture(plan, width, height, report);
  return toSurface({ data: Buffer.from(pixels), width, height, channels: 3, warnings: [] });
}

/** Out of focus, as what lies far behind. @param sigma in pixels */
export function softened({ width, height, data }: Surface, sigma: number): Surface {
  const result = new Float32Array(data.length);
  for (const part of [0, 1, 2] as const) {
    const plane = blur(planeOf(data, part), width, height, sigma);
    for (let pixel = 0; pixel < plane.length; pixel += 1) result[pixel * 3 + part] = plane[pixel]!;
  }
  return { width, height, data: result };
}

/** A table's top before a scene: its colours, calmer and lighter, with the fall of the light on it. */
export function addTable(scene: Surface, edge: number): void {
  const { width, height, data } = scene;
  const sums = [0, 0, 0];
  const from = Math.floor(height * 0.55);
  for (let pixel = from * width; pixel < width * height; pixel += 1)
    for (let part = 0; part < 3; part += 1) sums[part]! += data[pixel * 3 + part]!;
  const mean = sums.map((sum) => sum / ((height - from) * width)) as [number, number, number];
  const top: Lab = [0.55 + 0.4 * mean[0], mean[1] * 0.55, mean[2] * 0.55];
  for (let y = 0; y < height; y += 1) {
    const depth = (y + 0.5) / height;
    const share = smoothstep(edge - 0.006, edge + 0.006, depth);
    if (share <= 0) continue;
    for (let x = 0; x < width; x += 1) {
      const side = Math.abs((x + 0.5) / width - 0.5) * 2;
      const light = top[0] - 0.07 * side * side - 0.1 * (1 - smoothstep(edge, edge + 0.16, depth));
      // A little of the scene is mirrored in the top.
      const mirror = Math.max(0, Math.floor(2 * edge * height - y)) * width + x;
      const at = (y * width + x) * 3;
      for (let part = 0; part < 3; part += 1) {
        const own = part === 0 ? light : top[part]!;
        const value = own + (data[mirror * 3 + part]! - own) * 0.14;
        data[at + part]! += (value - data[at + part]!) * share;
      }
    }
  }
}
