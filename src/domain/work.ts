import type { MediaId } from './ids.ts';

/** How a work came to be on a device. `synced`: it was made on another one. */
export const workOrigins = ['generated', 'imported', 'assembled', 'synced'] as const;
export type WorkOrigin = (typeof workOrigins)[number];

/** Where the platform keeps a file that a work was made from, and what its bytes are held against. */
export interface KeptFile {
  /** Path on the platform's origin, without what would expire of it. */
  url: string;
  /** Hex; null when this device only knows the address. */
  sha256: string | null;
  bytes: number | null;
}

/** A file that a work was made from. */
export interface WorkSource {
  /** The schema field that took it; several files of one field keep their order. */
  field: string;
  /** Where it lies on this device, unless it has gone since. */
  mediaId: MediaId | null;
  /** Null when the platform has none. */
  kept: KeptFile | null;
}
