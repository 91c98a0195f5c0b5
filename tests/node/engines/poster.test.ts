import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { setLines } from '../../../server/workshop/poster/sheet.ts';
import { balanced, readPoster } from '../../../server/workshop/poster/words.ts';
import { boxOf } from '../../../server/workshop/vector/outline.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const engine = createBuiltinEngine({ processes: 1 });
beforeAll(() => engine.start());
afterAll(() => engine.stop());

function make(
  model: string,
  input: EngineJob['input'],
  differs: Partial<EngineJob> = {},
): Promise<EngineOutput[]> {
  const job = jobOf(engine, model, { ...differs, input: { width: 192, height: 256, ...input } });
  return engine.run(job, recordingContext());
}

const pixelsOf = (output: EngineOutput | undefined): Promise<Buffer> =>
  sharp(output!.data).removeAlpha().raw().toBuffer();

/** Mean difference of two pictures of one size, in levels. */
async function apart(
  one: EngineOutput | undefined,
  other: EngineOutput | undefined,
): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  return first.reduce((sum, level, at) => sum + Math.abs(level - second[at]!), 0) / first.length;
}

describe('text posters', () => {
  test('each layout sets each script, at the size asked for', async () => {
    for (const layout of ['headline', 'classic', 'vertical', 'gallery', 'frame']) {
      for (const text of ['山川入梦', 'Midnight Frequencies', '窑 Kiln 2026']) {
        const wish = {
          prompt: '雪山 日落',
          layout,
          subtitle: '年展 Annual',
          details: '周五 | Friday 22:00',
        };
        const [made] = await make('kiln-poster-pro', { ...wish, text }, { seed: '3' });
        const { width, height } = await sharp(made!.data).metadata();
        expect({ layout, width, height }).toEqual({ layout, width: 192, height: 256 });
        expect(made!.parameters).toMatchObject({ text, layout, n: 1, seed: '3' });
        const [other] = await make('kiln-poster-pro', { ...wish, text: '一' }, { seed: '3' });
        // The words are what differs, and they are large.
        expect(await apart(made, other)).toBeGreaterThan(2);
      }
    }
  });

  test('type is told from what is behind it, on bright and on dark scenes', async () => {
    for (const prompt of ['white snow, day, clouds', 'city at night']) {
      const [made] = await make('kiln-poster-pro', {
        prompt,
        text: '■■■ H',
        layout: 'headline',
        face: 'sans',
      });
      const lower = await sharp(made!.data)
        .extract({ left: 0, top: 128, width: 192, height: 128 })
        .greyscale()
        .raw()
        .toBuffer();
      const sorted = lower.toSorted();
      const [dark, light] = [
        sorted[Math.floor(sorted.length * 0.02)]!,
        sorted[Math.floor(sorted.length * 0.98)]!,
      ];
      expect({ prompt, contrast: light - dark > 90 }).toEqual({ prompt, contrast: true });
    }
  });

  test('several of a pro job are laid out differently; each can be made again alone', async () => {
    const three = await make(
      'kiln-poster-pro',
      { prompt: '海', text: '海风' },
      { outputs: 3, seed: '5' },
    );
    expect(new Set(three.map(({ parameters }) => parameters['layout'])).size).toBe(3);
    const [second] = await make('kiln-poster-pro', { prompt: '海', text: '海风' }, { seed: '6' });
    expect(Buffer.from(second!.data).equals(Buffer.from(three[1]!.data))).toBe(true);
  });

  test('lite makes the same kind of thing with two layouts', async () => {
    const layouts = new Set<unknown>();
    for (const seed of ['1', '2', '3']) {
      const [made] = await make(
        'kiln-poster-lite',
        { prompt: 'sea at sunset', text: 'Sea' },
        { seed },
      );
      layouts.add(made!.parameters['layout']);
    }
    expect(layouts).toEqual(new Set(['classic', 'headline']));
  });

  test('a title of nothing that can be set is refused in words', async () => {
    const error = await engineErrorFrom(make('kiln-poster-lite', { prompt: '🦕', text: '🦕' }));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
  });

  test('words in quotation marks are written, the others painted', () => {
    const none = { text: '', subtitle: '', details: '' };
    expect(readPoster({ ...none, prompt: '“山海” 日落的海' })).toMatchObject({
      title: '山海',
      scene: '日落的海',
    });
    expect(readPoster({ ...none, prompt: '“One” “two words” sea' })).toMatchObject({
      title: 'One',
      subtitle: 'two words',
      scene: 'sea',
    });
    expect(readPoster({ ...none, prompt: 'sea at night, calm' }).title).toBe('sea at night');
    expect(readPoster({ ...none, prompt: 'sea', details: 'a | b\nc' }).details).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('lines are broken between words and Chinese characters, of about one length', () => {
    expect(balanced('Midnight Frequencies', 2)).toEqual(['Midnight', 'Frequencies']);
    expect(balanced('山川入梦', 2)).toEqual(['山川', '入梦']);
    expect(balanced('你好，世界', 2)).toEqual(['你好，', '世界']);
  });

  test('lines stand at even distances, whether their letters are tall or low', async () => {
    const { drawing } = await setLines(
      ['A tall', 'in', 'summer', 'hall'],
      { face: 'sans', weight: 700 },
      { size: 100, x: 0, top: 0, leading: 0.98, align: 'left', colour: '#000' },
    );
    const feet = drawing.map(({ outline }) => boxOf(outline)!.bottom);
    for (const [at, foot] of feet.slice(1).entries())
      expect(Math.abs(foot - feet[at]! - 98)).toBeLessThan(3);
  });
});

describe('the painter’s styles and looks', () => {
  const paint = (input: EngineJob['input'], seed = '4') =>
    make(
      'kiln-painter',
      { prompt: 'mountain lake at sunset', width: 128, height: 128, ...input },
      { seed },
    );

  test('a chosen style changes the picture, and `auto` leaves it as it was', async () => {
    const [plain] = await paint({});
    const [auto] = await paint({ sd_style: 'auto', loras: [] });
    expect(Buffer.from(auto!.data).equals(Buffer.from(plain!.data))).toBe(true);
    for (const style of ['abstract', 'geometric', 'ink', 'watercolour', 'oil', 'poster']) {
      const [styled] = await paint({ sd_style: style });
      expect({ style, apart: (await apart(plain, styled)) > 5 }).toEqual({ style, apart: true });
    }
    const [ink] = await paint({ sd_style: 'ink' });
    const { channels } = await sharp(ink!.data).stats();
    expect(Math.abs(channels[0]!.mean - channels[2]!.mean)).toBeLessThan(40);
  });

  test('every look that is listed can be used, and its strength is how far it goes', async () => {
    const [plain] = await paint({});
    const listed = engine.loras!().map(({ name }) => name);
    expect(listed.length).toBeGreaterThanOrEqual(8);
    for (const name of listed) {
      const [half] = await paint({ loras: [`${name}:0.5`] });
      const [full] = await paint({ loras: [name] });
      const [near, far] = [await apart(plain, half), await apart(plain, full)];
      expect({ name, grows: near > 1 && far > near }).toEqual({ name, grows: true });
    }
    const [none] = await paint({ loras: ['riso:0'] });
    expect(await apart(plain, none)).toBeLessThan(1);
  });

  test('looks go together, and the same job gives the same bytes', async () => {
    const [once] = await paint({ loras: ['noir', 'film:0.4'] });
    const [again] = await paint({ loras: ['noir', 'film:0.4'] });
    expect(Buffer.from(once!.data).equals(Buffer.from(again!.data))).toBe(true);
  });

  test('what is no look, a strength of no number, and a fifth are refused in words', async () => {
    for (const loras of [['12345'], ['riso:much'], ['riso', 'film', 'noir', 'glow', 'pixel']]) {
      const error = await engineErrorFrom(paint({ loras }));
      expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    }
  });
});
