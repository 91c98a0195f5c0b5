import {
  BufferSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  type EncodedPacket,
} from 'mediabunny';
import type { ToolSurroundings } from '../tool.ts';
import { openContainer } from './container.ts';
import type { Size } from './planes.ts';
import { startProgram, type FilmProgram } from './program.ts';
import { framesPerSecond, type VideoWriter } from './writer.ts';

/** Loaded machines are slow, but not as slow as this. */
const patienceMs = 30_000;

/**
 * H.264 in MP4 with its index in front, by an ffmpeg of this machine. It is ended with the signal.
 * @throws EngineError `engine-failed` with its words, of every call
 */
export async function openH264(
  size: Size,
  program: FilmProgram,
  { signal, holdChild }: Pick<ToolSurroundings, 'signal' | 'holdChild'>,
  stallMs = patienceMs,
): Promise<VideoWriter> {
  const running = startProgram(program, size, {
    stallMs,
    signal,
    onStart: holdChild,
    onEnd: () => holdChild(null),
  });
  let count = 0;
  return Promise.resolve({
    mediaType: 'video/mp4',
    add(frame) {
      count += 1;
      return running.write(frame);
    },
    finish: async (cover) => rewrap(await running.end(), count, cover),
    close: () => running.kill(),
  } satisfies VideoWriter);
}

/** The same pictures in one piece, with a cover. */
async function rewrap(raw: Uint8Array, count: number, cover: Uint8Array): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(raw), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('ffmpeg made no video');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  if (packets.length !== count) throw new Error('ffmpeg left pictures out');
  const { output, finish } = openContainer('video/mp4', cover);
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  for (const packet of packets) await source.add(packet, { decoderConfig });
  return finish();
}
