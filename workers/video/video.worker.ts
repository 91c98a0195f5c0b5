import { expose } from 'comlink';
import { Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';
import { filmSeconds, frameCount } from '../../src/domain/film-plan.ts';
import { sha256Hex } from '../../src/media/hash.ts';
import {
  drawScaled,
  encodeSmall,
  fitWithin,
  thumbhashOf,
  thumbnailMaxPixels,
} from '../../src/media/pictures.ts';
import { filmMediaTypes } from './contract.ts';
import type { FilmJob, FilmProgress, FinishedFilm, VideoWorker } from './contract.ts';
import { findDeviceWays, matrixOf, openBundledEncoder, openDeviceEncoder } from './encoders.ts';
import type { FilmEncoder } from './encoders.ts';
import { openFilmFile, type FilmFile } from './film-file.ts';
import { filmFrames } from './frames.ts';
import { addSoundtrack } from './sound.ts';
import { FilmTrouble } from './trouble.ts';

/** Seldom enough for the page, often enough for a person. */
const tellEveryMs = 150;
/** The shortest WebAssembly there is: its name and its version. */
const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
/** Thumbhash takes at most 100 × 100. */
const hashMaxPixels = 100;

async function makePoster(canvas: OffscreenCanvas): Promise<FinishedFilm['poster']> {
  const bitmap = await createImageBitmap(canvas);
  const size = fitWithin(bitmap.width, bitmap.height, thumbnailMaxPixels);
  const tiny = fitWithin(bitmap.width, bitmap.height, hashMaxPixels);
  const blob = await encodeSmall(drawScaled(bitmap, size));
  const thumbhash = thumbhashOf(drawScaled(bitmap, tiny));
  bitmap.close();
  return { blob, ...size, thumbhash };
}

async function openEncoder(
  { way, size, rates }: FilmJob,
  count: (bytes: number) => void,
): Promise<FilmEncoder> {
  if (way.encoder === 'device') return openDeviceEncoder(way, size, rates.final, count);
  try {
    return await openBundledEncoder(size, rates.final, count);
  } catch (error) {
    throw new FilmTrouble('no-encoder', String(error));
  }
}

async function write(
  job: FilmJob,
  file: FilmFile,
  onProgress: (progress: FilmProgress) => void,
): Promise<FinishedFilm> {
  const { pictures, rates, size, sound, way } = job;
  const frames = frameCount(pictures.length, rates);
  const seconds = filmSeconds(pictures.length, rates);
  // How many packets come is known: what a player needs first can stand first without keeping the film in memory.
  const format =
    way.container === 'mp4'
      ? new Mp4OutputFormat({ fastStart: 'reserve' })
      : new WebMOutputFormat();
  const output = new Output({ format, target: file.target });
  const encoder = await openEncoder(job, file.count);
  output.addVideoTrack(encoder.source, { frameRate: rates.final, maximumPacketCount: frames });
  const soundtrack = sound && (await addSoundtrack(sound, output, format, seconds));
  await output.start();

  let poster: FinishedFilm['poster'] | null = null;
  let frame = 0;
  let toldMs = 0;
  const each = filmFrames(job, matrixOf(way), async (canvas) => {
    poster = await makePoster(canvas);
  });
  for await (const { bytes, stretch } of each) {
    // Sound and picture of a second lie side by side, and neither waits for the other in memory.
    if (frame === stretch.from) await soundtrack?.upTo(stretch.to / rates.final);
    await encoder.add(bytes, frame);
    frame += 1;
    const nowMs = performance.now();
    if (nowMs - toldMs >= tellEveryMs) {
      toldMs = nowMs;
      onProgress({ frames: frame, of: frames });
    }
  }
  await encoder.finish();
  await soundtrack?.upTo(Infinity);
  soundtrack?.close();
  await output.finalize();
  onProgress({ frames, of: frames });
  const blob = await file.close();
  if (!poster) throw new FilmTrouble('no-pictures', 'No picture was drawn');
  return {
    blob,
    mediaType: filmMediaTypes[way.container],
    sha256: await sha256Hex(blob),
    ...size,
    seconds,
    frames,
    poster,
  };
}

/** Not everywhere: the policy of a host may forbid it. */
function canRunWebAssembly(): boolean {
  try {
    return new WebAssembly.Module(emptyModule) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

const api: VideoWorker = {
  async findWays(sizes, finalFramerate) {
    for (const size of sizes) {
      const ways = await findDeviceWays(size, finalFramerate);
      if (ways.length > 0) return { size, ways };
    }
    const size = sizes.at(-1) ?? { width: 512, height: 512 };
    return {
      size,
      ways: canRunWebAssembly() ? [{ container: 'webm', codec: 'vp8', encoder: 'bundled' }] : [],
    };
  },

  async assemble(job, onProgress) {
    let file: FilmFile | null = null;
    try {
      if (job.pictures.length === 0) throw new FilmTrouble('no-pictures', 'None were given');
      file = await openFilmFile(job.fileName, filmMediaTypes[job.way.container]);
      return { ok: true, film: await write(job, file, onProgress) };
    } catch (error) {
      try {
        file?.abandon();
      } catch {
        // It was closed before.
      }
      const trouble =
        error instanceof FilmTrouble ? error : new FilmTrouble('unknown', String(error));
      const { problem, message, picture } = trouble;
      return { ok: false, problem, detail: message, picture };
    }
  },
};

expose(api);
