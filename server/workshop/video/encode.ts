import type { ToolSurroundings } from '../tool.ts';
import { openH264 } from './h264.ts';
import type { Size } from './planes.ts';
import { openVp8 } from './vp8.ts';
import type { VideoWriter } from './writer.ts';

/**
 * H.264 in MP4 where there is an ffmpeg, VP8 in WebM where there is none. Either way the same frames give the same
 * bytes.
 * @param size of even sides
 */
export function openVideo(size: Size, surroundings: ToolSurroundings): Promise<VideoWriter> {
  const { ffmpeg } = surroundings;
  return ffmpeg ? openH264(size, ffmpeg, surroundings) : openVp8(size);
}
