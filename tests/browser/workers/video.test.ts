import {
  ALL_FORMATS,
  BlobSource,
  CanvasSink,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
} from 'mediabunny';
import { describe, expect, test } from 'vitest';
import type { FilmSize } from '../../../src/domain/film-plan.ts';
import { assembleFilm, findFilmWays } from '../../../workers/video/client.ts';
import { filmFolder, type FilmJob, type FinishedFilm } from '../../../workers/video/contract.ts';
import { wavOf } from '../../fixtures/wav.ts';

const colours = ['#d02020', '#20b040', '#3050e0', '#e0c020', '#a030c0'];

async function painted(colour: string, { width, height }: FilmSize): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob();
}

const small = { width: 128, height: 96 };

async function jobOf(count: number, more: Partial<Omit<FilmJob, 'fileName'>> = {}) {
  const size = more.size ?? small;
  const { ways } = await findFilmWays([size], 15);
  const pictures = await Promise.all(colours.slice(0, count).map((each) => painted(each, size)));
  return {
    pictures,
    size,
    rates: { initial: 1, final: 15 },
    transition: 'cut',
    fit: 'fit',
    sound: null,
    way: ways[0]!,
    ...more,
  } satisfies Omit<FilmJob, 'fileName'>;
}

async function read(film: FinishedFilm) {
  const input = new Input({ source: new BlobSource(film.blob), formats: ALL_FORMATS });
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = await input.getPrimaryAudioTrack();
  let frames = 0;
  for await (const packet of new EncodedPacketSink(video).packets()) {
    expect(packet.duration).toBeCloseTo(1 / 15, 2);
    frames += 1;
  }
  return { video, audio, frames, seconds: await video.computeDuration() };
}

/** The colour in the middle of the frame at a moment. */
async function colourAt(video: InputVideoTrack, seconds: number, at = { x: 0.5, y: 0.5 }) {
  const frame = await new CanvasSink(video).getCanvas(seconds);
  const { canvas } = frame!;
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const { data } = context.getImageData(
    Math.floor(canvas.width * at.x),
    Math.floor(canvas.height * at.y),
    1,
    1,
  );
  return [data[0]!, data[1]!, data[2]!];
}

function expectNear(colour: number[], wanted: string) {
  const parts = [1, 3, 5].map((from) => Number.parseInt(wanted.slice(from, from + 2), 16));
  for (const [index, part] of parts.entries()) {
    expect(Math.abs(colour[index]! - part), `${colour.join(' ')} for ${wanted}`).toBeLessThan(24);
  }
}

describe('a film', () => {
  test.for(['smooth', 'fade', 'cut'] as const)(
    'of 1, 2 and 5 pictures, %s, shows each of them, the last as long as the others',
    async (transition) => {
      for (const count of [1, 2, 5]) {
        const film = await assembleFilm(await jobOf(count, { transition }));
        const { video, frames, seconds } = await read(film);
        expect(frames).toBe(count * 15);
        expect(seconds).toBeCloseTo(count, 1);
        for (let picture = 0; picture < count; picture += 1) {
          expectNear(await colourAt(video, picture + 0.01), colours[picture]!);
        }
        expectNear(await colourAt(video, count - 0.05), colours[count - 1]!);
        expect(film.poster.blob.size).toBeGreaterThan(0);
      }
    },
  );

  test('of odd sides and mixed shapes shows all of a picture, cuts it to fill, or blurs its ground', async () => {
    const size = { width: 102, height: 76 };
    const pictures = [
      await painted('#d02020', { width: 101, height: 75 }),
      await painted('#20b040', { width: 51, height: 150 }),
    ];
    const corner = { x: 0.05, y: 0.5 };
    const grounds: number[][] = [];
    for (const fit of ['fit', 'fill', 'blur'] as const) {
      const film = await assembleFilm(await jobOf(2, { size, pictures, fit }));
      const { video, frames } = await read(film);
      expect(frames).toBe(30);
      expect([await video.getDisplayWidth(), await video.getDisplayHeight()]).toEqual([102, 76]);
      expectNear(await colourAt(video, 0.5, corner), '#d02020');
      expectNear(await colourAt(video, 1.5), '#20b040');
      grounds.push(await colourAt(video, 1.5, corner));
    }
    expectNear(grounds[0]!, '#000000');
    expectNear(grounds[1]!, '#20b040');
    // Darker than the picture, so that it stands before it.
    expectNear(grounds[2]!, '#136a26');
  });

  test('fades half way between two pictures', async () => {
    const film = await assembleFilm(
      await jobOf(2, {
        transition: 'fade',
        pictures: [await painted('#000000', small), await painted('#c0c0c0', small)],
      }),
    );
    const { video } = await read(film);
    expectNear(await colourAt(video, 7 / 15 + 0.01), '#5a5a5a');
  });

  test('takes a sound along, cut to its length', async () => {
    const film = await assembleFilm(await jobOf(2, { sound: wavOf(5) }));
    const { audio, frames } = await read(film);
    expect(frames).toBe(30);
    expect(await audio!.computeDuration()).toBeCloseTo(2, 1);
  });

  test('keeps a sound that ends before it', async () => {
    const film = await assembleFilm(await jobOf(2, { sound: wavOf(1) }));
    const { audio } = await read(film);
    expect(await audio!.computeDuration()).toBeCloseTo(1, 1);
  });

  test('is written by the encoder that comes with the app, where the device has none', async () => {
    const way = { container: 'webm', codec: 'vp8', encoder: 'bundled' } as const;
    const film = await assembleFilm(await jobOf(2, { way, transition: 'fade', sound: wavOf(5) }));
    const { video, audio, frames } = await read(film);
    expect(film.blob.type).toBe('video/webm');
    expect(await video.getCodec()).toBe('vp8');
    expect(audio).not.toBeNull();
    expect(frames).toBe(30);
    expectNear(await colourAt(video, 0.01), colours[0]!);
    expectNear(await colourAt(video, 1.9), colours[1]!);
  });
});

describe('what keeps a film from being made', () => {
  test('no pictures', async () => {
    await expect(assembleFilm(await jobOf(0))).rejects.toMatchObject({ problem: 'no-pictures' });
  });

  test('a damaged picture is named by its place', async () => {
    const job = await jobOf(2);
    const pictures = [job.pictures[0]!, new Blob(['no picture'], { type: 'image/png' })];
    await expect(assembleFilm({ ...job, pictures })).rejects.toMatchObject({
      problem: 'picture-damaged',
      picture: 1,
    });
  });

  test('a sound that is none', async () => {
    const sound = new Blob(['no sound'], { type: 'audio/mpeg' });
    await expect(assembleFilm(await jobOf(2, { sound }))).rejects.toMatchObject({
      problem: 'sound-unusable',
    });
  });
});

test('a cancelled film ends at once and leaves no file behind', async () => {
  const cancel = new AbortController();
  const size = { width: 512, height: 512 };
  const job = await jobOf(5, {
    size,
    transition: 'smooth',
    rates: { initial: 1, final: 120 },
  });
  const told: number[] = [];
  const begun = Promise.withResolvers<void>();
  const film = assembleFilm(job, {
    signal: cancel.signal,
    onProgress({ frames, of }) {
      expect(of).toBe(600);
      told.push(frames);
      begun.resolve();
    },
  });
  film.catch(() => undefined);
  await begun.promise;
  const pressedMs = performance.now();
  cancel.abort(new Error('cancelled'));
  await expect(film).rejects.toThrow('cancelled');
  console.info(`cancelled within ${(performance.now() - pressedMs).toFixed(1)} ms`);
  expect(told.at(-1)).toBeLessThan(600);
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(filmFolder);
  await expect
    .poll(async () => {
      const names: string[] = [];
      for await (const name of folder.keys()) names.push(name);
      return names;
    })
    .toEqual([]);
});

test('what a closed tab left behind is removed before the next film is begun', async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(filmFolder, { create: true });
  await folder.getFileHandle('left-behind', { create: true });
  await assembleFilm(await jobOf(1));
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  expect(names).not.toContain('left-behind');
});
