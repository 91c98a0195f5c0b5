import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import { toBt601 } from './bt601.ts';
import { openContainer } from './container.ts';
import { framesPerSecond, keyEveryFrames, type VideoWriter } from './writer.ts';
import { openLibav } from './libav.ts';
import type { Size } from './planes.ts';

/** Of 0…63, for every picture: rain and petals stay, gradients have no steps. */
const quantiser = 10;
/** Above what the quantiser needs, so that it alone decides. */
const bitRate = 100_000_000;
/**
 * Below zero it is a fixed speed (of 1…16). Above, libvpx looks at the clock for how fast it has to be, and the same
 * film would differ from time to time.
 */
const speed = -12;

/** RFC 6386, section 9.2: VP8 knows no other. */
const colorSpace = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'smpte170m',
  fullRange: false,
} as const;

/**
 * VP8 in WebM, by libvpx as WebAssembly in this thread: the same frames give the same bytes on every machine.
 * VP9 would be half the size and take three times as long.
 */
export async function openVp8(size: Size): Promise<VideoWriter> {
  const { width, height } = size;
  const libav = await openLibav();
  const [, context, frame, packet] = await libav.ff_init_encoder('libvpx', {
    ctx: {
      width,
      height,
      pix_fmt: libav.AV_PIX_FMT_YUV420P,
      framerate_num: framesPerSecond,
      framerate_den: 1,
      gop_size: keyEveryFrames,
      bit_rate: bitRate,
      qmin: quantiser,
      qmax: quantiser,
    },
    time_base: [1, framesPerSecond],
    options: {
      deadline: 'realtime',
      'cpu-used': String(speed),
      'lag-in-frames': '0',
      threads: '1',
    },
  });
  const pixels = new Uint8ClampedArray((width * height * 3) / 2);
  const layout = [
    { offset: 0, stride: width },
    { offset: width * height, stride: width / 2 },
    { offset: (width * height * 5) / 4, stride: width / 2 },
  ];
  const packets: EncodedPacket[] = [];
  let count = 0;
  let isOpen = true;

  async function encode(data: Uint8Array | null): Promise<void> {
    const picture = data && {
      data,
      layout,
      format: libav.AV_PIX_FMT_YUV420P,
      width,
      height,
      pts: count,
      ptshi: 0,
      time_base_num: 1,
      time_base_den: framesPerSecond,
    };
    const given = picture ? [picture] : [];
    const made = await libav.ff_encode_multi(context, frame, packet, given, !picture);
    for (const { data: bytes, flags = 0 } of made) {
      const type = flags & libav.AV_PKT_FLAG_KEY ? 'key' : 'delta';
      const timestamp = packets.length / framesPerSecond;
      packets.push(new EncodedPacket(bytes, type, timestamp, 1 / framesPerSecond));
    }
  }

  return {
    mediaType: 'video/webm',
    async add(data) {
      toBt601(data, pixels, size);
      await encode(new Uint8Array(pixels.buffer));
      count += 1;
    },
    async finish(cover) {
      await encode(null);
      if (packets.length !== count) throw new Error('the encoder left pictures out');
      const { output, finish } = openContainer('video/webm', cover);
      const source = new EncodedVideoPacketSource('vp8');
      output.addVideoTrack(source, { frameRate: framesPerSecond });
      await output.start();
      const decoderConfig = { codec: 'vp8', codedWidth: width, codedHeight: height, colorSpace };
      for (const each of packets) await source.add(each, { decoderConfig });
      return finish();
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await libav.ff_free_encoder(context, frame, packet);
      libav.terminate();
    },
  };
}
