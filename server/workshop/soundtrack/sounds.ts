import {
  BufferSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MP3,
  type InputAudioTrack,
} from 'mediabunny';
import { encodeMp3, type Stereo } from '../sound/encode.ts';
import { encodeOpus, opusSampleRate } from '../sound/opus.ts';
import type { FilmType } from '../video/container.ts';

export interface EncodedSound {
  codec: 'mp3' | 'opus';
  decoderConfig: NonNullable<Awaited<ReturnType<InputAudioTrack['getDecoderConfig']>>>;
  packets: AsyncIterable<EncodedPacket> | Iterable<EncodedPacket>;
}

async function asMp3(sound: Stereo, report: (fraction: number) => void): Promise<EncodedSound> {
  const file = await encodeMp3(sound, 160, report);
  const track = await new Input({
    source: new BufferSource(file),
    formats: [MP3],
  }).getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('the encoder made no sound');
  return { codec: 'mp3', decoderConfig, packets: new EncodedPacketSink(track).packets() };
}

async function asOpus(sound: Stereo, report: (fraction: number) => void): Promise<EncodedSound> {
  const { head, packets } = await encodeOpus(sound, 128, report);
  return {
    codec: 'opus',
    decoderConfig: {
      codec: 'opus',
      sampleRate: opusSampleRate,
      numberOfChannels: 2,
      description: head,
    },
    packets: packets.map(
      ({ data, timestamp, duration }) => new EncodedPacket(data, 'key', timestamp, duration),
    ),
  };
}

/** A sound as a film of this type carries it: MP3 in MP4, Opus in WebM, both of which every browser plays. */
export function encodeFor(
  film: FilmType,
  sound: Stereo,
  report: (fraction: number) => void,
): Promise<EncodedSound> {
  return film === 'video/webm' ? asOpus(sound, report) : asMp3(sound, report);
}
