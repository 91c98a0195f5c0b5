import * as z from 'zod/mini';

/** A file that the platform keeps for the person who sent it. */
export const storedUpload = z.object({
  /** Address on the platform's origin (see `filePath`). */
  url: z.string(),
  sha256: z.string(),
  bytes: z.int(),
  media_type: z.string(),
  /** As it is seen, in pixels; 0 for what is no picture. */
  width: z.int(),
  height: z.int(),
});
