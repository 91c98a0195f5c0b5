import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { musicSecondsRange, soundtrackMaxSeconds } from '../../../src/domain/limits.ts';
import { EngineError } from '../../engines/contract/engine.ts';
import { playMusic } from '../music/play.ts';
import { sampleRate, type Stereo } from '../sound/encode.ts';
import { drawWaveform, type Tones } from '../sound/poster.ts';
import type { ToolRunner, ToolTask } from '../tool.ts';
import { sayText } from '../voice/say.ts';
import { layUnder, openFilm } from './mux.ts';
import { encodeFor } from './sounds.ts';

const voiceTones: Tones = ['#8fd3a8', '#5aa9e6'];

async function makeSound(
  { input, seed }: ToolTask,
  seconds: number,
  report: (fraction: number) => void,
): Promise<{ sound: Stereo; tones: Tones }> {
  const prompt = String(input['prompt'] ?? '');
  if (input['sound'] === 'voice') {
    const { voice, timbre } = input;
    const speed = Number(input['speed'] ?? 1);
    const pitch = Number(input['pitch'] ?? 50);
    const sound = await sayText(prompt, { voice, timbre, speed, pitch });
    const end = Math.round(seconds * sampleRate);
    const cut = (channel: Float32Array): Float32Array => channel.subarray(0, end);
    return { sound: { left: cut(sound.left), right: cut(sound.right) }, tones: voiceTones };
  }
  // A form needs some seconds; what is beyond the film is left out.
  const length = Math.max(musicSecondsRange.min / 2, seconds);
  const chosen = { style: 'auto', mood: 'auto', tempo: 'auto' };
  const { sound, tones } = playMusic(
    prompt,
    chosen,
    { seconds: length, seed: Number(seed) },
    report,
  );
  return { sound, tones };
}

async function readCover(cover: Uint8Array | null): Promise<Uint8Array | null> {
  if (!cover) return null;
  try {
    return await sharp(cover, { limitInputPixels: 16_000_000 })
      .resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer();
  } catch {
    return null;
  }
}

/** Puts music or a narration under a film. */
export const runSoundtrack: ToolRunner = async (task, report) => {
  const source = task.sources.find(({ field }) => field === 'video');
  const data = source ? await readFile(source.path).catch(() => null) : null;
  if (!data) {
    throw new EngineError('source-missing', 'The film is no longer there', { retryable: false });
  }
  const film = await openFilm(data);
  if (film.seconds > soundtrackMaxSeconds) {
    throw new EngineError('too-large', `A film may last ${soundtrackMaxSeconds} seconds`, {
      retryable: false,
    });
  }
  report(0.05);
  const { sound, tones } = await makeSound(task, film.seconds, (part) => report(0.05 + 0.6 * part));
  const { mediaType, width, height } = film;
  const encoded = await encodeFor(mediaType, sound, (part) => report(0.65 + 0.25 * part));
  const made = await layUnder(film, encoded);
  // Its pictures are not decoded here: the cover stands for them, else the sound does.
  const poster = (await readCover(film.cover)) ?? (await drawWaveform(sound, tones));
  const file = { data: made, poster, mediaType, width, height };
  const parameters = { ...task.input, seed: task.seed };
  return [{ index: 0, seed: task.seed, parameters, warnings: [], ...file }];
};
