import { BlobSource, CanvasSink, FLAC, Input, MP3, MP4, OGG, WAVE, WEBM } from 'mediabunny';
import {
  drawScaled,
  encodeSmall,
  fitWithin,
  thumbnailMaxPixels,
} from '../../src/media/pictures.ts';
import type { Size } from './judge.ts';

/** What can be a work; each format that is left out makes the reader smaller. */
const formats = [MP4, WEBM, MP3, OGG, WAVE, FLAC];

/**
 * Size of a film as it is shown; nothing for a sound.
 * @throws for what is neither
 */
export async function sizeOfTrack(file: Blob): Promise<Size> {
  const input = new Input({ source: new BlobSource(file), formats });
  try {
    const film = await input.getPrimaryVideoTrack();
    if (film) return { width: await film.getDisplayWidth(), height: await film.getDisplayHeight() };
    if (await input.getPrimaryAudioTrack()) return { width: 0, height: 0 };
    throw new Error('No track');
  } finally {
    input.dispose();
  }
}

/** The first picture of a film, small; null where this browser can't show it. */
export async function posterOf(
  film: Blob,
): Promise<{ blob: Blob; width: number; height: number } | null> {
  const input = new Input({ source: new BlobSource(film), formats });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return null;
    const first = await new CanvasSink(track).getCanvas(await track.getFirstTimestamp());
    if (!first) return null;
    const bitmap = await createImageBitmap(first.canvas);
    try {
      const size = fitWithin(bitmap.width, bitmap.height, thumbnailMaxPixels);
      return { blob: await encodeSmall(drawScaled(bitmap, size)), ...size };
    } finally {
      bitmap.close();
    }
  } finally {
    input.dispose();
  }
}
