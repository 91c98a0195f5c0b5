import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { BufferSource, EncodedPacketSink, Input, MP4, WEBM, type InputTrack } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { resample } from '../../../server/workshop/sound/resample.ts';
import type { EngineJob } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';
/** Our own, and one as cameras and other programs make them: H.264 in MP4. */
let films: { mediaType: string; codec: string; data: Uint8Array; width: number; height: number }[] =
  [];

const run = async (job: EngineJob) => (await engine.run(job, recordingContext()))[0]!;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-soundtrack-'));
  await engine.start();
  const input = { prompt: 'sea at sunset', duration: 3, width: 256, height: 192, steps: 5 };
  const own = await run(jobOf(engine, 'kiln-film', { input }));
  const sent = await readFile(new URL('../../fixtures/film.mp4', import.meta.url));
  films = [
    { mediaType: 'video/webm', codec: 'opus', data: own.data, width: 256, height: 192 },
    { mediaType: 'video/mp4', codec: 'mp3', data: new Uint8Array(sent), width: 128, height: 96 },
  ];
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function withSound(input: EngineJob['input'], data: Uint8Array): Promise<EngineJob> {
  // What it claims to be is not believed.
  const file = path.join(folder, 'film');
  await writeFile(file, data);
  const source = { field: 'video', path: file, mediaType: 'video/mp4', width: 0, height: 0 };
  return jobOf(engine, 'kiln-soundtrack', { input, sources: [source] });
}

async function packetsOf(track: InputTrack | null): Promise<string[]> {
  const digests: string[] = [];
  for await (const { data } of new EncodedPacketSink(track!).packets()) {
    digests.push(createHash('sha256').update(data).digest('hex'));
  }
  return digests;
}

const open = (data: Uint8Array): Input =>
  new Input({ source: new BufferSource(data), formats: [MP4, WEBM] });

describe('video with voice', () => {
  test('music or a narration lies under the same pictures, no longer than they last', async () => {
    const sounds = [
      { prompt: 'calm piano', sound: 'music' },
      {
        prompt: '海上日落，晚霞满天，一艘小船慢慢地回到了港湾，渔火一盏一盏地亮起来',
        sound: 'voice',
      },
    ];
    for (const { mediaType, codec, data, width, height } of films) {
      const before = await packetsOf(await open(data).getPrimaryVideoTrack());
      for (const input of sounds) {
        const output = await run(await withSound(input, data));
        expect(output).toMatchObject({ mediaType, width, height });
        const made = open(output.data);
        expect(await packetsOf(await made.getPrimaryVideoTrack())).toEqual(before);
        const audio = await made.getPrimaryAudioTrack();
        expect(audio?.codec).toBe(codec);
        expect((await packetsOf(audio)).length).toBeGreaterThan(100);
        expect(await made.computeDuration()).toBeCloseTo(3, 1);
        // The film's own picture stands for it, not the sound's.
        expect(await sharp(output.poster).metadata()).toMatchObject({ width, height });
      }
    }
  });

  test('the same seed gives the same bytes', async () => {
    for (const { data } of films) {
      for (const sound of ['music', 'voice']) {
        const job = await withSound({ prompt: 'lofi', sound }, data);
        const [one, two] = [await run(job), await run(job)];
        expect(Buffer.from(one.data).equals(Buffer.from(two.data))).toBe(true);
      }
    }
  });

  test('what is no film, or only half of one, is refused in words', async () => {
    const broken = [
      Buffer.from('no film at all, whatever its name says'),
      ...films.flatMap(({ data }) => [
        Buffer.from(data.subarray(0, 200)),
        Buffer.concat([Buffer.from(data.subarray(0, 400)), Buffer.alloc(5_000)]),
      ]),
    ];
    for (const data of broken) {
      const error = await engineErrorFrom(run(await withSound({ prompt: 'pop' }, data)));
      expect(error).toMatchObject({ code: 'unsupported-media', retryable: false });
    }
  });
});

test('a sound at 48,000 samples a second is the same sound', () => {
  const tone = (rate: number, hertz: number, seconds: number) =>
    new Float32Array(Math.round(rate * seconds)).map((_, at) =>
      Math.sin((2 * Math.PI * hertz * at) / rate),
    );
  for (const hertz of [60, 440, 9_000, 16_000]) {
    const made = resample(tone(44_100, hertz, 0.5));
    const wanted = tone(48_000, hertz, 0.5);
    expect(made).toHaveLength(wanted.length);
    // At the very ends there is nothing beside.
    for (let at = 100; at < made.length - 100; at += 7) {
      expect(Math.abs(made[at]! - wanted[at]!), `${hertz} Hz at ${at}`).toBeLessThan(0.01);
    }
  }
});
