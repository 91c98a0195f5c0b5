import { createRequire } from 'node:module';
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { withoutTimes } from './boxes.ts';
import type { Size } from './planes.ts';

// A CommonJS bundle whose names Node cannot see by itself.
const { createH264MP4Encoder } = createRequire(import.meta.url)(
  'h264-mp4-encoder',
) as typeof import('h264-mp4-encoder');

export const framesPerSecond = 24;

/** Quantiser: painted gradients stay without steps, a second of 768 px costs about 150 KB. */
const quantiser = 24;
/** Of 0…10: above, the files hardly differ, below they take twice as long. */
const speed = 10;

export interface VideoWriter {
  /** @param frame I420, BT.709, limited range */
  add(frame: Uint8Array): void;
  /** @param cover JPEG that goes into the file, for those who cannot decode it */
  finish(cover: Uint8Array): Promise<Uint8Array>;
  /** Frees the encoder's memory; after `finish` too. */
  close(): void;
}

/**
 * H.264 (baseline, one thread, so that the same frames give the same bytes) in MP4 with its index in front.
 */
export async function openVideo(size: Size): Promise<VideoWriter> {
  const encoder = await createH264MP4Encoder();
  encoder.width = size.width;
  encoder.height = size.height;
  encoder.frameRate = framesPerSecond;
  encoder.quantizationParameter = quantiser;
  encoder.speed = speed;
  // A key frame every two seconds: quick to seek in.
  encoder.groupOfPictures = 2 * framesPerSecond;
  encoder.initialize();
  return {
    add: (frame) => encoder.addFrameYuv(frame),
    async finish(cover) {
      encoder.finalize();
      const raw = encoder.FS.readFile(encoder.outputFilename, {}).slice();
      encoder.FS.unlink(encoder.outputFilename);
      return rewrap(raw, cover);
    },
    close: () => encoder.delete(),
  };
}

/** Whether a picture in length-prefixed units needs none before it: NAL unit type 5, ISO 14496-10. */
function startsAnew(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at)) {
    if ((data[at + 4]! & 31) === 5) return true;
  }
  return false;
}

/** The same pictures in a container that says how its colours are meant and can be played while it comes. */
async function rewrap(raw: Uint8Array, cover: Uint8Array): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(raw), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('the encoder made no video');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  output.setMetadataTags({
    images: [{ data: cover, mimeType: 'image/jpeg', kind: 'coverFront' }],
  });
  await output.start();
  const colorSpace = {
    primaries: 'bt709',
    transfer: 'bt709',
    matrix: 'bt709',
    fullRange: false,
  } as const;
  const meta = { decoderConfig: { ...decoderConfig, colorSpace } };
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    // The encoder's container calls every picture a key: seeking would show the wrong one.
    const type = startsAnew(data) ? 'key' : 'delta';
    await source.add(new EncodedPacket(data, type, timestamp, duration), meta);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('the container is empty');
  return withoutTimes(new Uint8Array(target.buffer));
}
