import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { BufferSource, EncodedPacketSink, Input, MP4, type InputTrack } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/engines/builtin/engine.ts';
import type { EngineJob } from '../../../server/engines/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const engine = createBuiltinEngine({ threads: 1 });
let folder = '';
let film: Uint8Array = new Uint8Array();

const run = async (job: EngineJob) => (await engine.run(job, recordingContext()))[0]!;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-soundtrack-'));
  await engine.start();
  const input = { prompt: 'sea at sunset', duration: 3, width: 256, height: 192, steps: 5 };
  film = (await run(jobOf(engine, 'kiln-film', { input }))).data;
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function withSound(input: EngineJob['input'], data = film): Promise<EngineJob> {
  const file = path.join(folder, 'film.mp4');
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
  new Input({ source: new BufferSource(data), formats: [MP4] });

describe('video with voice', () => {
  test('music or a narration lies under the same pictures, no longer than they last', async () => {
    const before = await packetsOf(await open(film).getPrimaryVideoTrack());
    for (const input of [
      { prompt: 'calm piano', sound: 'music' },
      {
        prompt: '海上日落，晚霞满天，一艘小船慢慢地回到了港湾，渔火一盏一盏地亮起来',
        sound: 'voice',
      },
    ]) {
      const output = await run(await withSound(input));
      expect(output).toMatchObject({ mediaType: 'video/mp4', width: 256, height: 192 });
      const made = open(output.data);
      expect(await packetsOf(await made.getPrimaryVideoTrack())).toEqual(before);
      const audio = await made.getPrimaryAudioTrack();
      expect(audio?.codec).toBe('mp3');
      expect((await packetsOf(audio)).length).toBeGreaterThan(100);
      expect(await made.computeDuration()).toBeCloseTo(3, 1);
      // The film's own picture stands for it, not the sound's.
      expect(await sharp(output.poster).metadata()).toMatchObject({ width: 256, height: 192 });
    }
  });

  test('the same seed gives the same bytes', async () => {
    for (const sound of ['music', 'voice']) {
      const job = await withSound({ prompt: 'lofi', sound });
      const [one, two] = [await run(job), await run(job)];
      expect(Buffer.from(one.data).equals(Buffer.from(two.data))).toBe(true);
    }
  });

  test('what is no film, or only half of one, is refused in words', async () => {
    const broken = [
      Buffer.from('no film at all, whatever its name says'),
      Buffer.from(film.subarray(0, 200)),
      Buffer.concat([Buffer.from(film.subarray(0, 900)), Buffer.alloc(5_000)]),
    ];
    for (const data of broken) {
      const error = await engineErrorFrom(run(await withSound({ prompt: 'pop' }, data)));
      expect(error).toMatchObject({ code: 'unsupported-media', retryable: false });
    }
  });
});
