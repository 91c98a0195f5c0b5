import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  canEncodeAudio,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FLAC,
  Input,
  MP3,
  OGG,
  Quality,
  WAVE,
} from 'mediabunny';
import type { AudioCodec, InputAudioTrack, Output, OutputFormat } from 'mediabunny';
import { FilmTrouble } from './trouble.ts';

/** How long a sound that is cut fades away: not longer than a quarter of the film. */
const fadeSeconds = 2;
const fadeShare = 0.25;
const encodedRate = 48_000;
/** What sounds of works are; to read more would cost its bytes. */
const formats = [MP3, WAVE, OGG, FLAC];

/** What of a sound belongs to a film, handed over piece by piece so that picture and sound lie side by side. */
export interface Soundtrack {
  /** Writes everything up to a moment of the film. */
  upTo: (seconds: number) => Promise<void>;
  close: () => void;
}

/** Louder to quieter within a piece, by where it lies in the film. */
function faded(sample: AudioSample, from: number, end: number): AudioSample {
  if (sample.timestamp + sample.duration <= from) return sample;
  const { numberOfChannels, numberOfFrames, sampleRate, timestamp } = sample;
  const data = new Float32Array(numberOfChannels * numberOfFrames);
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    const plane = data.subarray(channel * numberOfFrames, (channel + 1) * numberOfFrames);
    sample.copyTo(plane, { planeIndex: channel, format: 'f32-planar' });
    for (let frame = 0; frame < numberOfFrames; frame += 1) {
      const left = (end - (timestamp + frame / sampleRate)) / (end - from);
      plane[frame]! *= Math.min(1, Math.max(0, left));
    }
  }
  sample.close();
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate, timestamp });
}

/** Sound that is written anew: trimmed to the sample, and faded where the film ends before it. */
async function encoded(
  track: InputAudioTrack,
  codec: AudioCodec,
  output: Output,
  seconds: number,
): Promise<Soundtrack> {
  const lasts = await track.computeDuration();
  const fade = Math.min(fadeSeconds, seconds * fadeShare);
  const fadeFrom = lasts > seconds ? seconds - fade : Infinity;
  const numberOfChannels = Math.min(2, await track.getNumberOfChannels());
  const source = new AudioSampleSource({
    codec,
    quality: new Quality('high'),
    transform: { sampleRate: encodedRate, numberOfChannels },
  });
  // A piece of Opus or AAC lasts at least 10 ms.
  const maximumPacketCount = Math.ceil(Math.min(lasts, seconds) * 100) + 64;
  output.addAudioTrack(source, { maximumPacketCount });
  const samples = new AudioSampleSink(track).samples(0, seconds);
  let waiting: AudioSample | null = null;
  let isOver = false;
  return {
    async upTo(until) {
      while (!isOver) {
        if (!waiting) {
          const { value, done } = await samples.next();
          if (done) {
            isOver = true;
            source.close();
            return;
          }
          waiting = value;
        }
        if (waiting.timestamp >= until) return;
        let sample: AudioSample = waiting;
        waiting = null;
        const over = sample.timestamp + sample.duration - seconds;
        if (over > 0) {
          const kept = sample.numberOfFrames - Math.round(over * sample.sampleRate);
          if (kept <= 0) {
            sample.close();
            continue;
          }
          const trimmed = sample.trim(0, kept);
          if (trimmed !== sample) sample.close();
          sample = trimmed;
        }
        sample = fadeFrom === Infinity ? sample : faded(sample, fadeFrom, seconds);
        await source.add(sample);
        sample.close();
      }
    },
    close: () => waiting?.close(),
  };
}

/** Sound that is taken as it is, for browsers that can't write any: cut where the film ends. */
async function passedThrough(
  track: InputAudioTrack,
  codec: AudioCodec,
  output: Output,
  seconds: number,
): Promise<Soundtrack> {
  const source = new EncodedAudioPacketSource(codec);
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const lasts = Math.min(seconds, await track.computeDuration());
  output.addAudioTrack(source, { maximumPacketCount: Math.ceil(lasts * 200) + 64 });
  const packets = new EncodedPacketSink(track).packets();
  let waiting: Awaited<ReturnType<typeof packets.next>>['value'] | null = null;
  let isOver = false;
  return {
    async upTo(until) {
      while (!isOver) {
        if (!waiting) {
          const { value, done } = await packets.next();
          if (done || value.timestamp >= seconds) {
            isOver = true;
            source.close();
            return;
          }
          waiting = value;
        }
        if (waiting.timestamp >= until) return;
        await source.add(waiting, { decoderConfig });
        waiting = null;
      }
    },
    close: () => {},
  };
}

/**
 * Puts a sound into a film that is not begun yet.
 * @throws FilmTrouble `sound-unusable` when this browser can't read it, or has no way to put it in
 */
export async function addSoundtrack(
  sound: Blob,
  output: Output,
  format: OutputFormat,
  seconds: number,
): Promise<Soundtrack> {
  try {
    const input = new Input({ source: new BlobSource(sound), formats });
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new FilmTrouble('sound-unusable', 'No sound in it');
    const takes = format.getSupportedAudioCodecs();
    if (await track.canDecode()) {
      // What players of every maker know comes first.
      for (const codec of ['aac', 'opus'] as const) {
        const can =
          takes.includes(codec) &&
          (await canEncodeAudio(codec, { sampleRate: encodedRate, numberOfChannels: 2 }));
        if (can) return await encoded(track, codec, output, seconds);
      }
    }
    const codec = await track.getCodec();
    if (codec && takes.includes(codec)) return await passedThrough(track, codec, output, seconds);
    throw new FilmTrouble('sound-unusable', `Neither decoded nor taken as ${codec ?? 'it is'}`);
  } catch (error) {
    if (error instanceof FilmTrouble) throw error;
    throw new FilmTrouble('sound-unusable', String(error));
  }
}
