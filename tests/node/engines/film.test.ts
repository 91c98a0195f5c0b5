import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { chooseMove, moves, viewAt } from '../../../server/workshop/video/camera.ts';
import { guessDepth } from '../../../server/workshop/video/depth.ts';
import { chooseAir } from '../../../server/workshop/video/particles.ts';
import { createPlanes, videoSize } from '../../../server/workshop/video/planes.ts';
import { splitShots } from '../../../server/workshop/video/text/shots.ts';
import { takeView } from '../../../server/workshop/video/warp.ts';
import { createRandom } from '../../../server/workshop/painter/random.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { jobOf, recordingContext } from './conformance.ts';
import { drawScene } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';
let scene = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-film-'));
  await engine.start();
  scene = path.join(folder, 'scene.png');
  await writeFile(scene, await (await drawScene(192, 128)).png().toBuffer());
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

const small = { duration: 2, resolution: 512 } as const;

function moving(input: EngineJob['input'] = {}, file = scene, seed = '42'): EngineJob {
  const source = { field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 };
  return jobOf(engine, 'kiln-motion', { input: { ...small, ...input }, sources: [source], seed });
}

async function run(job: EngineJob): Promise<EngineOutput> {
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

async function readFilm(data: Uint8Array) {
  const input = new Input({ source: new BufferSource(data), formats: [WEBM] });
  const track = await input.getPrimaryVideoTrack();
  const config = await track!.getDecoderConfig();
  const types: string[] = [];
  for await (const packet of new EncodedPacketSink(track!).packets()) types.push(packet.type);
  return { config: config!, types, seconds: await track!.computeDuration() };
}

describe('image to video', () => {
  test('is a film of the asked length in the shape of the picture, with its index', async () => {
    const output = await run(moving({ duration: 3, camera: 'zoom-in' }));
    expect(output).toMatchObject({ mediaType: 'video/webm', width: 512, height: 336 });
    const { config, types, seconds } = await readFilm(output.data);
    expect(config).toMatchObject({ codedWidth: 512, codedHeight: 336 });
    expect(config.codec).toBe('vp8');
    expect(config.colorSpace).toMatchObject({ matrix: 'smpte170m', fullRange: false });
    expect(seconds).toBeCloseTo(3, 2);
    expect(types).toHaveLength(72);
    // A key every two seconds, and nothing else claims to be one.
    expect(types.flatMap((type, at) => (type === 'key' ? [at] : []))).toEqual([0, 48]);
    // Cues, by which players seek.
    expect(Buffer.from(output.data).includes(Buffer.from([0x1c, 0x53, 0xbb, 0x6b]))).toBe(true);
    const poster = await sharp(output.poster).metadata();
    expect(poster).toMatchObject({ format: 'webp', width: 512, height: 336 });
  });

  test('the same seed gives the same bytes, another one another film', async () => {
    const snow = { atmosphere: 'snow', camera: 'orbit' };
    const first = await run(moving(snow));
    expect(digest((await run(moving(snow))).data)).toBe(digest(first.data));
    expect(digest((await run(moving(snow, scene, '43'))).data)).not.toBe(digest(first.data));
  });

  test('says which camera and weather it took from the words', async () => {
    const { parameters } = await run(moving({ prompt: '镜头缓缓拉远，下雪' }));
    expect(parameters).toMatchObject({ camera: 'zoom-out', atmosphere: 'snow' });
  });

  test('one pixel, ribbons and transparency become films too', async () => {
    const odd = [
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#abc' } })
        .png()
        .toBuffer(),
      await sharp({ create: { width: 12_000, height: 3, channels: 3, background: '#135' } })
        .png()
        .toBuffer(),
      await sharp({ create: { width: 40, height: 400, channels: 4, background: '#13579b44' } })
        .png()
        .toBuffer(),
    ];
    const shapes: number[] = [];
    for (const [at, data] of odd.entries()) {
      const file = path.join(folder, `odd-${at}.png`);
      await writeFile(file, data);
      const { width, height } = await run(moving({}, file));
      expect(Math.max(width, height)).toBe(512);
      shapes.push(width / height);
    }
    expect(shapes[0]).toBe(1);
    expect(shapes[1]).toBeCloseTo(2.4, 0);
    expect(shapes[2]).toBeCloseTo(1 / 2.4, 1);
  });

  test('a cancel ends it in the middle of a film, and the next one is whole', async () => {
    const context = recordingContext();
    const running = engine.run(moving({ duration: 10, resolution: 1024 }), {
      ...context,
      reportProgress(progress) {
        context.reportProgress(progress);
        if ((progress.fraction ?? 0) > 0.05) context.controller.abort('cancelled');
      },
    });
    await expect(running).rejects.toBe('cancelled');
    expect((await readFilm((await run(moving())).data)).types).toHaveLength(48);
  });
});

describe('text to video', () => {
  const film = (prompt: string, input: EngineJob['input'] = {}) =>
    jobOf(engine, 'kiln-film', {
      input: { prompt, duration: 2, width: 256, height: 192, steps: 5, ...input },
    });

  test('paints, moves and joins the shots that the words name', async () => {
    for (const transition of ['crossfade', 'black', 'slide', 'none']) {
      const output = await run(film('雪山 湖；海 日落', { transition }));
      expect(output).toMatchObject({ mediaType: 'video/webm', width: 256, height: 192 });
      const { types, seconds } = await readFilm(output.data);
      expect([types.length, Math.round(seconds)]).toEqual([48, 2]);
    }
  });

  test('the same seed gives the same bytes', async () => {
    const one = await run(film('misty forest, fireflies'));
    expect(digest((await run(film('misty forest, fireflies'))).data)).toBe(digest(one.data));
  });

  test('shots are divided in both languages', () => {
    expect(splitShots('雪山；森林，然后是海')).toEqual(['雪山', '森林', '是海']);
    expect(splitShots('a lake, then a forest; city\nstars; one too many')).toEqual([
      'a lake',
      'a forest',
      'city',
      'stars',
    ]);
    expect(splitShots('strengthen the light')).toEqual(['strengthen the light']);
    expect(splitShots('；')).toEqual(['；']);
  });
});

describe('the camera', () => {
  test('follows the words, unless one was chosen', () => {
    const random = createRandom(1, 'test');
    expect(chooseMove('auto', 'slowly pulling back', random)).toBe('zoom-out');
    expect(chooseMove('auto', '环绕灯塔', random)).toBe('orbit');
    expect(chooseMove('pan-left', 'zoom in', random)).toBe('pan-left');
  });

  test('never looks past the edge of the picture', () => {
    const size = { width: 64, height: 64 };
    const to = createPlanes(size);
    // What is at the very edge is bright; a camera that ran against it would fill the frame's edge with it.
    const from = createPlanes({ width: 128, height: 128 });
    from.y.data.fill(60);
    for (let at = 0; at < 128; at += 1) {
      for (const edge of [at, 127 * 128 + at, at * 128, at * 128 + 127]) from.y.data[edge] = 235;
    }
    const data = new Float32Array(16 * 16).map((_, at) => (at % 3) / 2);
    for (const move of moves.filter((name) => name !== 'auto')) {
      for (let part = 0; part <= 1; part += 0.125) {
        takeView(from, { data, width: 16, height: 16 }, viewAt(move, part, 1), to);
        expect(Math.max(...to.y.data), `${move} ${part}`).toBeLessThan(120);
      }
    }
  });

  test('the ground is nearer than the sky', () => {
    const width = 90;
    const height = 60;
    const pixels = Buffer.alloc(width * height * 3);
    pixels.fill(Buffer.from([150, 190, 230]), 0, (width * height * 3) / 2);
    pixels.fill(Buffer.from([70, 90, 40]), (width * height * 3) / 2);
    const depth = guessDepth({ data: pixels, width, height, channels: 3, warnings: [] });
    const mean = (rows: Float32Array) => rows.reduce((sum, near) => sum + near, 0) / rows.length;
    const third = Math.floor(depth.height / 3) * depth.width;
    expect(mean(depth.data.subarray(-third))).toBeGreaterThan(
      mean(depth.data.subarray(0, third)) + 0.4,
    );
  });

  test('sizes are whole macroblocks, whatever the shape', () => {
    for (const [width, height] of [
      [1, 1],
      [30_000, 10],
      [333, 777],
    ] as const) {
      const size = videoSize(width, height, 768);
      expect([size.width % 16, size.height % 16]).toEqual([0, 0]);
      expect(Math.max(size.width, size.height)).toBe(768);
    }
  });
});

test('weather is read in both languages, and not into bamboo or raincoats', () => {
  expect(chooseAir('auto', '江南，细雨')).toBe('rain');
  expect(chooseAir('auto', 'a rainy street')).toBe('rain');
  expect(chooseAir('auto', 'cherry blossoms')).toBe('petals');
  expect(chooseAir('auto', '热带雨林')).toBe('none');
  expect(chooseAir('none', '下雪')).toBe('none');
  expect(chooseAir('auto', 'brain training')).toBe('none');
});
