import { uploadImageTypes, uploadMaxBytes } from './limits.ts';

/** What a file is sent for decides what it may be and how large. */
export const uploadPurposes = ['source', 'film', 'training', 'work'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

export interface UploadLimit {
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
}

export const uploadLimits: Readonly<Record<UploadPurpose, UploadLimit>> = {
  /** A picture that a generation starts from. */
  source: { maxBytes: uploadMaxBytes, mediaTypes: uploadImageTypes },
  /** Not in the specification: a film that gets a sound. */
  film: { maxBytes: uploadMaxBytes, mediaTypes: ['video/mp4', 'video/webm'] },
  /** Spec 2, section 9: a training zip has at most 200 MB. */
  training: { maxBytes: 200 * 1024 * 1024, mediaTypes: ['application/zip'] },
  /** Not in the specification: a work that no job made. Its pictures may be no larger than other pictures. */
  work: {
    maxBytes: 200 * 1024 * 1024,
    mediaTypes: [
      ...uploadImageTypes,
      'image/svg+xml',
      'video/mp4',
      'video/webm',
      'audio/mpeg',
      'audio/ogg',
      'audio/wav',
      'audio/flac',
      'model/gltf-binary',
      'model/ply',
      'model/obj',
    ],
  },
};

const formPurposes = uploadPurposes.filter((purpose) => purpose !== 'work');

/** What a file can be sent for in a form; null for a type that no form takes. */
export function uploadPurposeOf(mediaType: string): UploadPurpose | null {
  return (
    formPurposes.find((purpose) => uploadLimits[purpose].mediaTypes.includes(mediaType)) ?? null
  );
}

/** How large a file of this type may be; 0 where it may not be sent for this at all. */
export function uploadMaxBytesOf(purpose: UploadPurpose, mediaType: string): number {
  const { maxBytes, mediaTypes } = uploadLimits[purpose];
  if (!mediaTypes.includes(mediaType)) return 0;
  return mediaType.startsWith('image/') ? Math.min(maxBytes, uploadMaxBytes) : maxBytes;
}

/** Whether the platform can keep a work that no job made. */
export function mayBeKept({ mediaType, bytes }: { mediaType: string; bytes: number }): boolean {
  return bytes > 0 && bytes <= uploadMaxBytesOf('work', mediaType);
}

/** The platform forgets an upload that did not end within this time. */
export const partialUploadLifetimeMs = 24 * 3_600_000;

/**
 * Bounds of what one person has under way at a time, counted by what was promised; beyond them the oldest
 * give way.
 */
export const partialUploadsMaxBytes = 512 * 1024 * 1024;
export const partialUploadsMax = 32;

/** An upload of which nothing arrived for so long no longer reserves room: it may have been given up. */
export const partialUploadIdleMs = 2 * 60_000;

/**
 * An upload that no job and no work needs gives way to new ones of the same person after so long. Longer than the
 * hour for which its last use may be on record late, so that one that a device is about to use stays.
 */
export const unneededUploadGraceMs = 2 * 3_600_000;
