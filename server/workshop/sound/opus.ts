import { openLibav } from '../video/libav.ts';
import { resample } from './resample.ts';
import type { Stereo } from './encode.ts';

/** What Opus is at inside, whatever went in (RFC 6716, section 2). */
export const opusSampleRate = 48_000;

export interface OpusSound {
  /** The identification header of RFC 7845, section 5.1. */
  head: Uint8Array;
  packets: { data: Uint8Array; timestamp: number; duration: number }[];
}

/** Frames that are handed over at once. */
const framesAtOnce = 50;

/**
 * Opus by libopus as WebAssembly, for films in WebM, which take no MP3. One thread: the same sound gives the same
 * bytes.
 * @param bitrate kbit/s
 */
export async function encodeOpus(
  { left, right }: Stereo,
  bitrate: number,
  report: (fraction: number) => void,
): Promise<OpusSound> {
  const libav = await openLibav();
  const [, context, frame, packet, samples] = await libav.ff_init_encoder('libopus', {
    ctx: {
      bit_rate: bitrate * 1_000,
      sample_fmt: libav.AV_SAMPLE_FMT_FLT,
      sample_rate: opusSampleRate,
      channel_layout: 3,
      channels: 2,
    },
    time_base: [1, opusSampleRate],
  });
  try {
    const parameters = await libav.avcodec_parameters_alloc();
    await libav.avcodec_parameters_from_context(parameters, context);
    const { extradata } = await libav.ff_copyout_codecpar(parameters);
    if (!extradata) throw new Error('the encoder told nothing of its sound');
    const sound = { left: resample(left), right: resample(right) };
    const packets: OpusSound['packets'] = [];
    const duration = samples / opusSampleRate;
    const count = Math.ceil(sound.left.length / samples);
    for (let at = 0; at < count; at += framesAtOnce) {
      const end = Math.min(count, at + framesAtOnce);
      const frames = [];
      for (let index = at; index < end; index += 1) {
        frames.push({
          // The last one is filled up with silence.
          data: interleave(sound, index * samples, samples),
          format: libav.AV_SAMPLE_FMT_FLT,
          sample_rate: opusSampleRate,
          channel_layout: 3,
          channels: 2,
          nb_samples: samples,
          pts: index * samples,
          ptshi: 0,
        });
      }
      const made = await libav.ff_encode_multi(context, frame, packet, frames, end === count);
      for (const { data } of made) {
        packets.push({ data, timestamp: packets.length * duration, duration });
      }
      report(end / count);
    }
    return { head: extradata.slice(), packets };
  } finally {
    await libav.ff_free_encoder(context, frame, packet);
    libav.terminate();
  }
}

function interleave({ left, right }: Stereo, from: number, count: number): Float32Array {
  const both = new Float32Array(2 * count);
  const end = Math.min(count, left.length - from);
  for (let at = 0; at < end; at += 1) {
    both[2 * at] = left[from + at]!;
    both[2 * at + 1] = right[from + at]!;
  }
  return both;
}
