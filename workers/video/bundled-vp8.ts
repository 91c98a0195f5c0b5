import loader from '@libav.js/variant-webm-vp9';
import type { FilmSize } from '../../src/domain/film-plan.ts';

/** As the package publishes them, in files of their own: another build of the library can take their place. */
const files = {
  script: new URL(
    '../../node_modules/@libav.js/variant-webm-vp9/dist/libav-6.10.9.0-webm-vp9.wasm.mjs',
    import.meta.url,
  ),
  assembly: new URL(
    '../../node_modules/@libav.js/variant-webm-vp9/dist/libav-6.10.9.0-webm-vp9.wasm.wasm',
    import.meta.url,
  ),
};

const keyFrameEvery = 120;
/** Of 0…63, for every frame, as films of the workshop have it: what moves stays, gradients have no steps. */
const quantiser = 12;
/** Above what the quantiser needs, so that it alone decides. */
const bitRate = 100_000_000;
/** Below zero it is a fixed speed; above, libvpx looks at the clock for how fast it has to be. */
const speed = -12;

export interface BundledEncoder {
  add: (bytes: Uint8Array) => Promise<void>;
  finish: () => Promise<void>;
}

/**
 * VP8 by libvpx as WebAssembly (libav.js, LGPL-2.1), in this thread.
 * @param onPacket told of each frame as it is encoded, in order
 */
export async function openVp8(
  { width, height }: FilmSize,
  rate: number,
  onPacket: (bytes: Uint8Array, isKey: boolean) => Promise<void>,
): Promise<BundledEncoder> {
  const libav = await loader.LibAV({
    noworker: true,
    nothreads: true,
    toImport: files.script.href,
    wasmurl: files.assembly.href,
  });
  await libav.av_log_set_level(libav.AV_LOG_QUIET);
  const [, context, frame, packet] = await libav.ff_init_encoder('libvpx', {
    ctx: {
      width,
      height,
      pix_fmt: libav.AV_PIX_FMT_YUV420P,
      framerate_num: rate,
      framerate_den: 1,
      gop_size: keyFrameEvery,
      bit_rate: bitRate,
      qmin: quantiser,
      qmax: quantiser,
    },
    time_base: [1, rate],
    options: {
      deadline: 'realtime',
      'cpu-used': String(speed),
      'lag-in-frames': '0',
      threads: '1',
    },
  });
  const layout = [
    { offset: 0, stride: width },
    { offset: width * height, stride: width / 2 },
    { offset: (width * height * 5) / 4, stride: width / 2 },
  ];
  let count = 0;

  async function encode(data: Uint8Array | null): Promise<void> {
    const given = data
      ? [
          {
            data,
            layout,
            format: libav.AV_PIX_FMT_YUV420P,
            width,
            height,
            pts: count,
            ptshi: 0,
            time_base_num: 1,
            time_base_den: rate,
          },
        ]
      : [];
    const made = await libav.ff_encode_multi(context, frame, packet, given, !data);
    for (const { data: bytes, flags = 0 } of made) {
      await onPacket(bytes, (flags & libav.AV_PKT_FLAG_KEY) !== 0);
    }
  }

  return {
    async add(bytes) {
      await encode(bytes);
      count += 1;
    },
    async finish() {
      await encode(null);
      await libav.ff_free_encoder(context, frame, packet);
      libav.terminate();
    },
  };
}
