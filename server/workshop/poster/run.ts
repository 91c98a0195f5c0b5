import sharp from 'sharp';
import { seedMax } from '../../../src/domain/limits.ts';
import { refusedInput } from '../../engines/contract/engine.ts';
import { faceNames, type FaceName } from '../lettering/faces.ts';
import { setLine } from '../lettering/set-line.ts';
import { applyLooks } from '../looks/apply.ts';
import { looksOf } from '../looks/looks.ts';
import { mix, type Lab } from '../painter/oklab.ts';
import { paintPicture } from '../painter/paint.ts';
import { planPicture, type Plan } from '../painter/plan.ts';
import { createRandom } from '../painter/random.ts';
import { inStyle } from '../painter/styles.ts';
import type { Surface } from '../painter/surface.ts';
import { fromSurface, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';
import { hexOf } from '../vector/colour.ts';
import { pathData, type Box } from '../vector/outline.ts';
import { posterDesigns } from './layouts.ts';
import { liteLayouts, posterLayouts, type PosterLayout } from './options.ts';
import type { PosterColours, PosterDesign, Sheet, Veil } from './sheet.ts';
import { isChinese, readPoster } from './words.ts';

/** Paints a scene of a size, in the looks that are wanted. */
function paintScene(
  plan: Plan,
  size: { width: number; height: number },
  looks: ReturnType<typeof looksOf>,
  seed: number,
  report: (part: number) => void,
): Surface {
  // A plan's afterthoughts belong to one painting.
  const pixels = paintPicture({ ...plan, later: [] }, size.width, size.height, (part) =>
    report(0.8 * part),
  );
  const surface = toSurface({ data: Buffer.from(pixels), ...size, channels: 3, warnings: [] });
  applyLooks(surface, looks, seed, (part) => report(0.8 + 0.2 * part));
  return surface;
}

/** Lightness in a box that is given in parts of the picture. */
function toneOf(surface: Surface, sheet: { width: number; height: number }): Sheet['tone'] {
  return ({ left, top, right, bottom }: Box) => {
    const { width, height, data } = surface;
    const [x0, x1] = [left, right].map((x) =>
      Math.min(width, Math.max(0, Math.round((x / sheet.width) * width))),
    ) as [number, number];
    const [y0, y1] = [top, bottom].map((y) =>
      Math.min(height, Math.max(0, Math.round((y / sheet.height) * height))),
    ) as [number, number];
    let [sum, squares, count] = [0, 0, 0];
    for (let y = y0; y < y1; y += 2) {
      for (let x = x0; x < x1; x += 2) {
        const L = data[(y * width + x) * 3]!;
        sum += L;
        squares += L * L;
        count += 1;
      }
    }
    if (count === 0) return { light: 0.5, busy: 0 };
    const light = sum / count;
    return { light, busy: Math.sqrt(Math.max(0, squares / count - light * light)) };
  };
}

const strength = ([, a, b]: Lab): number => Math.hypot(a, b);

function coloursOf({ palette }: Plan): PosterColours {
  const accent = [...palette.accents].toSorted((one, other) => strength(other) - strength(one))[0]!;
  const darkest = mix([0.17, 0, 0], palette.shade, 0.3);
  return {
    dark: hexOf([Math.min(0.26, darkest[0]), darkest[1], darkest[2]]),
    light: hexOf(mix([0.97, 0.001, 0.01], palette.paper, palette.night ? 0 : 0.35)),
    accent: hexOf([Math.min(0.72, Math.max(0.55, accent[0])), accent[1], accent[2]]),
  };
}

const faceWords: readonly [face: FaceName, words: RegExp][] = [
  ['brush', /水墨|国画|书法|武侠|江湖|古风|ink|brush|calligraph/i],
  ['serif', /诗|古典|优雅|文艺|展|音乐会|elegant|classic|concert|exhibition|poem|wine/i],
  ['round', /儿童|可爱|童话|cute|kids|children|party/i],
];

function gradient(veil: Veil, index: number): string {
  const ends = {
    top: [0, 1, 0, 0],
    bottom: [0, 0, 0, 1],
    left: [1, 0, 0, 0],
    nowhere: [0, 0, 0, 1],
  }[veil.fadesTo];
  const [x1, y1, x2, y2] = ends as [number, number, number, number];
  const last = veil.fadesTo === 'nowhere' ? veil.opacity : 0;
  const stop = (offset: number, opacity: number) =>
    `<stop offset="${offset}" stop-color="${veil.colour}" stop-opacity="${opacity.toFixed(3)}"/>`;
  const { left, top, right, bottom } = veil.box;
  return `<linearGradient id="v${index}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stop(0, veil.opacity)}${stop(0.55, last + (veil.opacity - last) * 0.72)}${stop(1, last)}</linearGradient><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="url(#v${index})"/>`;
}

function overlay(design: PosterDesign, { width, height }: Sheet): Buffer {
  const paths = design.drawing.map(({ outline, fill, stroke }) =>
    stroke
      ? `<path fill="none" stroke="${stroke.colour}" stroke-width="${stroke.width}" d="${pathData(outline)}"/>`
      : `<path fill="${fill}" d="${pathData(outline)}"/>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${design.veils.map(gradient).join('')}${paths.join('')}</svg>`,
  );
}

/** Posters: a painted scene and large type. Lite takes less time and two layouts; pro has all of them. */
function createPosterRunner(pro: boolean): ToolRunner {
  return async (task, report) => {
    const { input } = task;
    const width = Number(input['width'] ?? 768);
    const height = Number(input['height'] ?? 1024);
    const words = readPoster({
      prompt: String(input['prompt'] ?? ''),
      text: String(input['text'] ?? ''),
      subtitle: String(input['subtitle'] ?? ''),
      details: String(input['details'] ?? ''),
    });
    const { text: title } = await setLine(words.title, { face: 'sans', weight: 900 });
    if (!title.trim()) {
      throw refusedInput(
        { field: 'text', reason: 'no-letters' },
        'The title has no letters that can be set',
      );
    }
    const styled = inStyle(input['sd_style'], words.scene, String(input['negative_prompt'] ?? ''));
    const looks = [...styled.looks, ...looksOf(input['loras'])];
    const asked = posterLayouts.find((layout) => layout === input['layout']);
    const choices: readonly PosterLayout[] = pro
      ? posterLayouts.filter((layout) => layout !== 'vertical' || isChinese(title))
      : liteLayouts;
    const outputs: ToolOutput[] = [];
    for (let index = 0; index < task.outputs; index += 1) {
      const seed = (Number(task.seed) + index) % (seedMax + 1);
      const tell = (part: number): void => report((index + part) / task.outputs);
      const random = createRandom(seed, 'poster');
      const plan = planPicture({
        prompt: styled.prompt,
        negativePrompt: styled.negativePrompt,
        steps: pro ? 40 : 15,
        cfgScale: 7,
        seed,
      });
      const layout = asked ?? choices[seed % choices.length]!;
      const wantedFace = faceNames.find((name) => name === input['face']);
      const face =
        wantedFace ??
        faceWords.find(([, pattern]) => pattern.test(styled.prompt))?.[0] ??
        random.pick(['sans', 'sans', 'serif'] as const);
      const sheet: Sheet = {
        width,
        height,
        words: { ...words, title: title.trim() },
        face,
        colours: coloursOf(plan),
        tone: () => ({ light: 0.5, busy: 0 }),
      };
      // Laid out once to know the picture's place, painted, and laid out again to suit what is there.
      const { picture: place } = await posterDesigns[layout](sheet);
      const size = {
        width: Math.max(16, Math.round(place.right - place.left)),
        height: Math.max(16, Math.round(place.bottom - place.top)),
      };
      const surface = paintScene(plan, size, looks, seed, (part) => tell(0.85 * part));
      const design = await posterDesigns[layout]({ ...sheet, tone: toneOf(surface, sheet) });
      const picture = await fromSurface(surface).png({ compressionLevel: 1 }).toBuffer();
      const flat = await sharp({
        create: { width, height, channels: 3, background: design.ground },
      })
        .composite([
          { input: picture, left: Math.round(place.left), top: Math.round(place.top) },
          { input: overlay(design, sheet), left: 0, top: 0 },
        ])
        .removeAlpha()
        .raw()
        .toBuffer();
      const pipeline = sharp(flat, { raw: { width, height, channels: 3 } });
      const encoded = await encodePicture(pipeline, { width, height });
      const parameters = { ...input, text: title.trim(), layout, n: 1, seed: String(seed) };
      outputs.push({ index, seed: String(seed), parameters, warnings: [], ...encoded });
      tell(1);
    }
    return outputs;
  };
}

export const runPosterLite = createPosterRunner(false);
export const runPosterPro = createPosterRunner(true);
