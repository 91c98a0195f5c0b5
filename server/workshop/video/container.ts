import {
  AttachedFile,
  BufferTarget,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type MetadataTags,
} from 'mediabunny';
import { withoutTimes } from './boxes.ts';

/** What films come as, and what they may be sent as. */
export type FilmType = 'video/mp4' | 'video/webm';

/** Files attached to a WebM have numbers; mediabunny's own choice would differ each time. */
const coverNumber = '1';

function coverTags(type: FilmType, cover: Uint8Array): MetadataTags {
  return type === 'video/mp4'
    ? { images: [{ data: cover, mimeType: 'image/jpeg', kind: 'coverFront' }] }
    : { raw: { [coverNumber]: new AttachedFile(cover, 'image/jpeg', 'cover.jpg') } };
}

/**
 * A file that can be sought in and be played while it comes, the same bytes whenever it is made. Add tracks to
 * `output` and start it, then `finish`.
 * @param cover JPEG for those who cannot decode the film
 */
export function openContainer(
  type: FilmType,
  cover: Uint8Array | null,
): { output: Output; finish: () => Promise<Uint8Array> } {
  const target = new BufferTarget();
  const format =
    type === 'video/mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  if (cover) output.setMetadataTags(coverTags(type, cover));
  return {
    output,
    async finish() {
      await output.finalize();
      if (!target.buffer) throw new Error('the container is empty');
      const file = new Uint8Array(target.buffer);
      return type === 'video/mp4' ? withoutTimes(file) : file;
    },
  };
}
