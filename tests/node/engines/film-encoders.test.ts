import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { toBt601 } from '../../../server/workshop/video/bt601.ts';
import { openH264 } from '../../../server/workshop/video/h264.ts';
import { tryProgram } from '../../../server/workshop/video/program.ts';
import { openVp8 } from '../../../server/workshop/video/vp8.ts';
import type { VideoWriter } from '../../../server/workshop/video/writer.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const size = { width: 96, height: 64 };
const frames = 60;
let folder = '';
let cover: Uint8Array = new Uint8Array();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-encoders-'));
  const red = { width: 8, height: 8, channels: 3 as const, background: '#f00' };
  cover = await sharp({ create: red }).jpeg().toBuffer();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Something that moves; each plane has its own pattern. */
function frameAt(at: number): Uint8Array {
  const { width, height } = size;
  const frame = new Uint8Array((width * height * 3) / 2);
  for (let place = 0; place < frame.length; place += 1) {
    const row = Math.floor(place / width);
    frame[place] = 40 + ((place + 2 * at) % 61) + ((row + at) % 37);
  }
  return frame;
}

async function film(writer: VideoWriter): Promise<Uint8Array> {
  try {
    const frame = new Uint8Array((size.width * size.height * 3) / 2);
    for (let at = 0; at < frames; at += 1) {
      // One buffer for all, as the camera has it.
      frame.set(frameAt(at));
      await writer.add(frame);
      frame.fill(0);
    }
    return await writer.finish(cover);
  } finally {
    await writer.close();
  }
}

async function read(data: Uint8Array) {
  const input = new Input({ source: new BufferSource(data), formats: ALL_FORMATS });
  const track = (await input.getPrimaryVideoTrack())!;
  const keys: number[] = [];
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.type === 'key') keys.push(times.length);
    times.push(packet.timestamp);
  }
  const { images } = await input.getMetadataTags();
  return {
    codec: track.codec,
    width: track.displayWidth,
    height: track.displayHeight,
    seconds: await track.computeDuration(),
    color: await track.getColorSpace(),
    cover: images?.[0]?.data,
    keys,
    times,
  };
}

function expectWhole(found: Awaited<ReturnType<typeof read>>): void {
  expect(found).toMatchObject({ ...size, keys: [0, 48] });
  expect(found.seconds).toBeCloseTo(frames / 24, 2);
  expect(found.times).toHaveLength(frames);
  // A WebM counts milliseconds.
  for (const [at, time] of found.times.entries()) expect(time).toBeCloseTo(at / 24, 2);
  expect(Buffer.from(found.cover!).equals(Buffer.from(cover))).toBe(true);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The system ends a process, and clears it away, a moment after it was told to. */
const expectEnded = (pid: number) =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 20 });

describe('without an ffmpeg', () => {
  test('the same frames give the same WebM, whole and with its colours told', async () => {
    const [one, two] = [await film(await openVp8(size)), await film(await openVp8(size))];
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
    const found = await read(one);
    expectWhole(found);
    expect(found).toMatchObject({
      codec: 'vp8',
      color: { matrix: 'smpte170m', primaries: 'bt709', fullRange: false },
    });
  });

  test('colours of BT.709 become the same colours of BT.601', () => {
    const codes = [
      { name: 'red', from: [63, 102, 240], to: [81, 90, 240] },
      { name: 'green', from: [173, 42, 26], to: [145, 54, 34] },
      { name: 'blue', from: [32, 240, 118], to: [41, 240, 110] },
      { name: 'grey', from: [126, 128, 128], to: [126, 128, 128] },
    ];
    for (const { name, from, to } of codes) {
      const frame = new Uint8Array([from[0]!, from[0]!, from[0]!, from[0]!, from[1]!, from[2]!]);
      const made = new Uint8ClampedArray(6);
      toBt601(frame, made, { width: 2, height: 2 });
      for (const [at, code] of [to[0]!, to[0]!, to[0]!, to[0]!, to[1]!, to[2]!].entries()) {
        expect(Math.abs(made[at]! - code), `${name} ${at}`).toBeLessThanOrEqual(1);
      }
    }
  });
});

/** The real one, where this machine has it. */
const onPath = await tryProgram('ffmpeg');
const real = 'program' in onPath ? onPath.program : null;

describe.skipIf(real === null)('with a real ffmpeg', () => {
  test('the same frames give the same MP4, whole and with its colours told', async () => {
    const held: (number | null)[] = [];
    const surroundings = {
      signal: new AbortController().signal,
      holdChild: (pid: number | null) => held.push(pid),
    };
    const make = async () => film(await openH264(size, real!, surroundings));
    const [one, two] = [await make(), await make()];
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
    const found = await read(one);
    expectWhole(found);
    expect(found).toMatchObject({
      codec: 'avc',
      color: { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false },
    });
    const text = Buffer.from(one).toString('latin1');
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
    expect(held).toEqual([expect.any(Number), null, expect.any(Number), null]);
  });

  test('the workshop takes it, and says so by the type of what it makes', async () => {
    const engine = createBuiltinEngine({ processes: 1, ffmpeg: real!.file });
    await engine.start();
    try {
      const input = { prompt: 'sea', duration: 2, width: 256, height: 192, steps: 5 };
      const [output] = await engine.run(jobOf(engine, 'kiln-film', { input }), recordingContext());
      expect(output).toMatchObject({ mediaType: 'video/mp4', width: 256, height: 192 });
      const found = await read(output!.data);
      expect([found.codec, found.times.length]).toEqual(['avc', 48]);
    } finally {
      await engine.stop();
    }
  });
});

/**
 * A program that takes ffmpeg's arguments as we give them. It does as asked in the trial of 64 × 64, and misbehaves
 * with every other film.
 */
async function fake(name: string, misbehaviour: string, trial = 'obey()'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(
    file,
    `#!${process.execPath}
const fs = require('node:fs');
const after = (option) => process.argv[process.argv.indexOf(option) + 1];
if (after('-i') !== 'pipe:0' || after('-pixel_format') !== 'yuv420p' || process.argv.at(-1) !== 'pipe:1') {
  process.stderr.write('Unrecognized option');
  process.exit(1);
}
process.on('SIGTERM', () => undefined);
const isTrial = after('-video_size') === '64x64';
fs.writeFileSync(${JSON.stringify(file)} + (isTrial ? '.trial' : '.film'), String(process.pid));
const codec = after('-c:v');
const obey = () => {
  process.stdin.resume();
  process.stdin.on('end', () => process.stdout.write('something'));
};
const hang = () => setInterval(() => undefined, 1_000);
const refuse = (words) => { process.stderr.write(words); process.exitCode = 1; };
if (isTrial) { ${trial}; } else { ${misbehaviour}; }
`,
  );
  await chmod(file, 0o755);
  return file;
}

/** Of the last one that ran; 0 before. */
const pidOf = async (file: string, what: 'trial' | 'film'): Promise<number> =>
  Number(await readFile(`${file}.${what}`, 'utf8').catch(() => '0'));

describe('an ffmpeg that misbehaves', () => {
  test('is not used when it is not there, has no H.264 or hangs, and nothing is left of it', async () => {
    const missing = await tryProgram(path.join(folder, 'nowhere'));
    expect(missing).toMatchObject({ isMissing: true });

    const refuses = await fake('no-h264', '', `refuse("Unknown encoder '" + codec + "'")`);
    expect(await tryProgram(refuses)).toEqual({
      reason: "ffmpeg ended with 1: Unknown encoder 'libopenh264'",
      isMissing: false,
    });

    const hangs = await fake('hangs', '', 'hang()');
    // Once it has started: machines may be slow at that.
    const tried = tryProgram(hangs, 1_500);
    expect(await tried).toMatchObject({ reason: 'ffmpeg did nothing for 1.5 s' });
    await expectEnded(await pidOf(hangs, 'trial'));
  });

  test('the second codec is tried when it lacks the first', async () => {
    const file = await fake(
      'openh264',
      '',
      `codec === 'libopenh264' ? obey() : refuse('Unknown encoder')`,
    );
    expect(await tryProgram(file)).toEqual({ program: { file, codec: 'libopenh264' } });
  });

  test('films are WebM then, and the log says why where it was asked for', async () => {
    const reasons: unknown[] = [];
    const log = { warn: (fields: { reason?: string }) => reasons.push(fields.reason) };
    const input = { prompt: 'sea', duration: 2, width: 256, height: 192, steps: 5 };
    for (const ffmpeg of [path.join(folder, 'nowhere'), null]) {
      const engine = createBuiltinEngine({ processes: 1, ffmpeg, log });
      await engine.start();
      try {
        const [output] = await engine.run(
          jobOf(engine, 'kiln-film', { input }),
          recordingContext(),
        );
        expect(output).toMatchObject({ mediaType: 'video/webm' });
        expect(await read(output!.data)).toMatchObject({ codec: 'vp8', width: 256 });
      } finally {
        await engine.stop();
      }
    }
    expect(reasons).toEqual([`${path.join(folder, 'nowhere')} is not there`]);
  });

  const held = { signal: new AbortController().signal, holdChild: () => undefined };

  test('one that fails in the middle of a film is told in its own words', async () => {
    const file = await fake(
      'fails',
      `process.stdin.once('data', () => { refuse('No space left'); process.stdin.destroy(); })`,
    );
    const tried = await tryProgram(file);
    if (!('program' in tried)) throw new Error(tried.reason);
    const error = await engineErrorFrom(film(await openH264(size, tried.program, held)));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: true });
    expect(error.message).toBe('ffmpeg ended with 1: No space left');
  });

  test('one that takes nothing more is ended', async () => {
    const file = await fake('stalls', 'hang()');
    const tried = await tryProgram(file);
    if (!('program' in tried)) throw new Error(tried.reason);
    const error = await engineErrorFrom(film(await openH264(size, tried.program, held, 1_500)));
    expect(error.message).toBe('ffmpeg did nothing for 1.5 s');
    await expectEnded(await pidOf(file, 'film'));
  });

  test('a cancel ends it, though it listens to nothing', async () => {
    const file = await fake('deaf', 'hang()');
    const engine = createBuiltinEngine({ processes: 1, ffmpeg: file });
    const input = { prompt: 'sea', duration: 2, width: 256, height: 192, steps: 5 };
    await engine.start();
    const context = recordingContext();
    const running = engine.run(jobOf(engine, 'kiln-film', { input }), context);
    running.catch(() => undefined);
    try {
      const pid = await vi.waitFor(async () => {
        const found = await pidOf(file, 'film');
        expect(found).toBeGreaterThan(0);
        return found;
      });
      expect(isAlive(pid)).toBe(true);
      context.controller.abort('cancelled');
      await expect(running).rejects.toBe('cancelled');
      // Not even as a zombie.
      await expectEnded(pid);
    } finally {
      await engine.stop();
    }
  });
});
