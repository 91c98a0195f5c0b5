import {
  canEncodeVideo,
  EncodedPacket,
  EncodedVideoPacketSource,
  Quality,
  VideoSample,
  VideoSampleSource,
  type VideoSource,
} from 'mediabunny';
import type { FilmSize } from '../../src/domain/film-plan.ts';
import type { FilmWay } from './contract.ts';
import type { ColourMatrix } from './planes.ts';

/** Seconds between frames that can be jumped to. */
export const keyFrameSeconds = 2;
const quality = new Quality('high');

/** What turns frames into a track. */
export interface FilmEncoder {
  source: VideoSource;
  add: (bytes: Uint8Array, frame: number) => Promise<void>;
  /** Hands over what is still inside. */
  finish: () => Promise<void>;
}

/** Levels of H.264 (table A-1) by blocks of 16 × 16 pixels, of a frame and of a second. */
const levels: readonly { level: number; blocks: number; perSecond: number }[] = [
  { level: 30, blocks: 1_620, perSecond: 40_500 },
  { level: 31, blocks: 3_600, perSecond: 108_000 },
  { level: 32, blocks: 5_120, perSecond: 216_000 },
  { level: 40, blocks: 8_192, perSecond: 245_760 },
  { level: 42, blocks: 8_704, perSecond: 522_240 },
  { level: 50, blocks: 22_080, perSecond: 589_824 },
  { level: 51, blocks: 36_864, perSecond: 983_040 },
  { level: 52, blocks: 36_864, perSecond: 2_073_600 },
];

/** High profile at the level that size and frame rate ask for; undefined lets the library choose. */
function codecString(
  codec: FilmWay['codec'],
  { width, height }: FilmSize,
  rate: number,
): string | undefined {
  if (codec !== 'avc') return undefined;
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const fits = levels.find((each) => blocks <= each.blocks && blocks * rate <= each.perSecond);
  return `avc1.6400${(fits?.level ?? 52).toString(16)}`;
}

const deviceWays: readonly FilmWay[] = [
  { container: 'mp4', codec: 'avc', encoder: 'device' },
  { container: 'webm', codec: 'vp9', encoder: 'device' },
  { container: 'webm', codec: 'vp8', encoder: 'device' },
];

const rank = ({ codec }: FilmWay) => (codec === 'avc' ? 1 : 0);

/** Which encoders of the device take films of a size, the most widely played first. */
export async function findDeviceWays(size: FilmSize, rate: number): Promise<FilmWay[]> {
  if (!('VideoEncoder' in globalThis)) return [];
  const can = await Promise.all(
    deviceWays.map(({ codec }) => {
      const fullCodecString = codecString(codec, size, rate);
      return canEncodeVideo(codec, {
        ...size,
        quality,
        frameRate: rate,
        ...(fullCodecString && { fullCodecString }),
      });
    }),
  );
  const found = deviceWays.filter((_, index) => can[index]);
  // Firefox describes its H.264 in a form that other players refuse (seen in 2026); its WebM is sound.
  const isFirefox = navigator.userAgent.includes('Firefox/');
  return isFirefox ? found.toSorted((one, other) => rank(one) - rank(other)) : found;
}

export const matrixOf = ({ codec }: FilmWay): ColourMatrix =>
  codec === 'vp8' ? 'smpte170m' : 'bt709';

/** An encoder of the device. */
export function openDeviceEncoder(
  { codec }: FilmWay,
  size: FilmSize,
  rate: number,
  count: (bytes: number) => void,
): FilmEncoder {
  const fullCodecString = codecString(codec, size, rate);
  const source = new VideoSampleSource({
    codec,
    quality,
    keyFrameInterval: keyFrameSeconds,
    onEncodedPacket: (packet) => count(packet.byteLength),
    ...(fullCodecString && { fullCodecString }),
  });
  const colorSpace = {
    primaries: 'bt709',
    transfer: 'bt709',
    matrix: codec === 'vp8' ? 'smpte170m' : 'bt709',
    fullRange: false,
  } as const;
  return {
    source,
    async add(bytes, frame) {
      // It copies the bytes, so that the next frame may be made in their place.
      const sample = new VideoSample(
        new VideoFrame(bytes, {
          format: 'I420',
          codedWidth: size.width,
          codedHeight: size.height,
          timestamp: Math.round((frame * 1_000_000) / rate),
          duration: Math.round(1_000_000 / rate),
          colorSpace,
        }),
      );
      await source.add(sample);
      sample.close();
    },
    finish: async () => source.close(),
  };
}

/** The encoder that comes with the app: VP8 as WebAssembly in this thread. */
export async function openBundledEncoder(
  size: FilmSize,
  rate: number,
  count: (bytes: number) => void,
): Promise<FilmEncoder> {
  const { openVp8 } = await import('./bundled-vp8.ts');
  const source = new EncodedVideoPacketSource('vp8');
  const decoderConfig = {
    codec: 'vp8',
    codedWidth: size.width,
    codedHeight: size.height,
    colorSpace: {
      primaries: 'bt709',
      transfer: 'bt709',
      matrix: 'smpte170m',
      fullRange: false,
    },
  } as const;
  let written = 0;
  const encoder = await openVp8(size, rate, async (bytes, isKey) => {
    count(bytes.byteLength);
    const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', written / rate, 1 / rate);
    written += 1;
    await source.add(packet, { decoderConfig });
  });
  return {
    source,
    add: encoder.add,
    async finish() {
      await encoder.finish();
      source.close();
    },
  };
}
