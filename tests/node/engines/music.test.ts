import { createHash } from 'node:crypto';

import { BufferSource, Input, MP3 } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { semitones } from '../../../server/workshop/music/harmony.ts';
import { mixNotes } from '../../../server/workshop/music/mix.ts';
import { composeScore, planSections } from '../../../server/workshop/music/score.ts';
import { instruments } from '../../../server/workshop/music/voices.ts';
import { readWish, styles, type MusicWish } from '../../../server/workshop/music/words.ts';
import { createRandom } from '../../../server/workshop/painter/random.ts';
import { sampleRate } from '../../../server/workshop/sound/encode.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { jobOf, recordingContext } from './conformance.ts';

const engine = createBuiltinEngine({ processes: 1 });
beforeAll(() => engine.start());
afterAll(() => engine.stop());

const piece = (prompt: string, input: EngineJob['input'] = {}, seed = '42') =>
  jobOf(engine, 'kiln-music', { input: { prompt, duration: 10, ...input }, seed });

async function run(job: EngineJob): Promise<EngineOutput> {
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const read = (prompt: string, seed = 1): MusicWish =>
  readWish(
    prompt,
    { style: 'auto', mood: 'auto', tempo: 'auto' },
    createRandom(seed, 'music-wish'),
  );

const allOf = styles.map((style): MusicWish => ({ ...read(''), style, mood: 'happy', pace: 90 }));

/** Root mean square of a stretch. */
function level(samples: Float32Array, from = 0, to = samples.length): number {
  let squares = 0;
  for (let at = from; at < to; at += 1) squares += samples[at]! ** 2;
  return Math.sqrt(squares / Math.max(1, to - from));
}

describe('a piece of music', () => {
  test('is an MP3 of the asked length, with a picture of itself', async () => {
    for (const duration of [10, 35]) {
      const output = await run(piece('calm piano', { duration }));
      expect(output).toMatchObject({ mediaType: 'audio/mpeg', width: 0, height: 0 });
      expect(sniffMediaType(output.data)).toBe('audio/mpeg');
      const input = new Input({ source: new BufferSource(output.data), formats: [MP3] });
      const track = await input.getPrimaryAudioTrack();
      expect([track?.sampleRate, track?.numberOfChannels]).toEqual([sampleRate, 2]);
      expect(Math.abs((await input.computeDuration()) - duration)).toBeLessThan(0.12);
      expect(await sharp(output.poster).metadata()).toMatchObject({ format: 'webp', width: 512 });
    }
  });

  test('the same seed gives the same bytes, another one another piece', async () => {
    const first = await run(piece('lofi'));
    expect(digest((await run(piece('lofi'))).data)).toBe(digest(first.data));
    expect(digest((await run(piece('lofi', {}, '43'))).data)).not.toBe(digest(first.data));
  });

  test('a cancel ends it, and the next one is whole', async () => {
    const context = recordingContext();
    const running = engine.run(piece('ambient', { duration: 180 }), {
      ...context,
      reportProgress(progress) {
        if ((progress.fraction ?? 0) > 0.05) context.controller.abort('cancelled');
      },
    });
    await expect(running).rejects.toBe('cancelled');
    expect((await run(piece('ambient'))).data.length).toBeGreaterThan(150_000);
  });

  test('says which style, mood and tempo it took from the words', async () => {
    const { parameters } = await run(piece('古风，思念，缓慢'));
    expect(parameters).toMatchObject({ style: 'guofeng', mood: 'sad', tempo: 'slow' });
  });
});

describe('the words', () => {
  test('decide style, mood and pace in both languages', () => {
    expect(read('欢快的八位游戏音乐')).toMatchObject({ style: 'chiptune', mood: 'happy' });
    expect(read('史诗战斗配乐，快节奏')).toMatchObject({
      style: 'cinematic',
      mood: 'epic',
      tempo: 'fast',
    });
    expect(read('dreamy ambient for sleep')).toMatchObject({ style: 'ambient', mood: 'dreamy' });
    expect(read('techno, 128 bpm').pace).toBe(128);
    expect(read('slow piano').pace).toBeLessThan(read('fast piano').pace);
  });

  test('what was chosen comes before what is written', () => {
    const chosen = { style: 'folk', mood: 'sad', tempo: 'fast' };
    expect(readWish('happy slow techno', chosen, createRandom(1, 'x'))).toMatchObject(chosen);
  });
});

describe('the score', () => {
  test('has a form: it opens, comes to a chorus, and ends', () => {
    for (let phrases = 4; phrases < 40; phrases += 1) {
      const plan = planSections(phrases);
      expect(plan).toHaveLength(phrases);
      expect([plan[0], plan.at(-2), plan.at(-1)]).toEqual(['intro', 'chorus', 'outro']);
      expect(plan).toContain('verse');
    }
    expect(planSections(20)).toContain('bridge');
  });

  test('every style fills any length with notes in the key, the tune on the chord at strong beats', () => {
    for (const wish of allOf) {
      for (const seconds of [10, 60, 180]) {
        const { key, notes, sections, barSeconds } = composeScore(wish, seconds, 5);
        const tones = [0, 1, 2, 3, 4, 5, 6].map(
          (step) => (key.tonic + semitones(key.scale, step)) % 12,
        );
        const last = notes.at(-1)!;
        expect(last.start).toBeLessThan(seconds);
        expect(last.start).toBeGreaterThan(seconds * 0.8);
        expect(Math.abs(240 / barSeconds / wish.pace - 1)).toBeLessThan(0.4);
        const lead = notes.filter((note) => instruments[note.instrument]?.tuned);
        const strange = lead.filter((note) => !tones.includes(((note.pitch % 12) + 12) % 12));
        // Only a walking bass steps aside, on its way to the next chord.
        expect(strange.filter((note) => note.instrument !== 'sub')).toEqual([]);
        for (const section of sections) {
          for (const { bar, at, step } of section.melody) {
            if (at % 8 !== 0) continue;
            const root = section.loop[bar % 4]! - 1;
            if (wish.style !== 'guofeng')
              expect([0, 2, 4]).toContain((((step - root) % 7) + 7) % 7);
          }
        }
      }
    }
  });

  test('a chorus comes back with its tune', () => {
    const { sections } = composeScore(allOf[0]!, 120, 9);
    const choruses = sections.filter((section) => section.name === 'chorus');
    expect(choruses.length).toBeGreaterThan(1);
    expect(choruses[1]!.melody).toEqual(choruses[0]!.melody);
  });
});

describe('the sound', () => {
  test('is neither clipped nor faint, the chorus fuller than the intro, silence at the end', () => {
    for (const wish of allOf) {
      const score = composeScore(wish, 16, 3);
      const { left, right } = mixNotes(score.notes, 16, false, () => undefined);
      const at = (seconds: number): number => Math.round(seconds * sampleRate);
      for (const channel of [left, right]) {
        expect(channel.every((value) => Math.abs(value) <= 0.9)).toBe(true);
        expect(level(channel), wish.style).toBeGreaterThan(0.09);
        expect(level(channel, channel.length - 200)).toBeLessThan(0.01);
      }
      const [intro, chorus] = (['intro', 'chorus'] as const).map((name) => {
        const section = score.sections.find((each) => each.name === name);
        const end = section ? section.start + section.bars * score.barSeconds : 0;
        return section ? level(left, at(section.start), at(end)) : null;
      });
      if (intro && chorus) expect(chorus, wish.style).toBeGreaterThan(intro * 1.2);
    }
  });

  test('instruments are in tune', () => {
    for (const [name, { voice, tuned }] of Object.entries(instruments)) {
      if (!tuned) continue;
      for (const hertz of [110, 440]) {
        const sound = voice(hertz, 0.7, 0.8);
        /** Strength of the first partials of a tone that is off by some cents. */
        const strength = (cents: number): number => {
          let total = 0;
          for (const partial of [1, 2, 3]) {
            const turn = (2 * Math.PI * hertz * 2 ** (cents / 1200) * partial) / sampleRate;
            let real = 0;
            let imaginary = 0;
            for (let at = 0; at < 16_384; at += 1) {
              const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / 16_384);
              real += weight * sound[at + 4_000]! * Math.cos(turn * at);
              imaginary += weight * sound[at + 4_000]! * Math.sin(turn * at);
            }
            total += real * real + imaginary * imaginary;
          }
          return total;
        };
        const best = [-45, -30, -15, 0, 15, 30, 45].toSorted((a, b) => strength(b) - strength(a));
        expect(Math.abs(best[0]!), `${name} at ${hertz} Hz`).toBeLessThanOrEqual(15);
      }
    }
  });
});
