import { uploadImageTypes, uploadMaxBytes } from './limits.ts';

/** What a file is sent for decides what it may be and how large. */
export const uploadPurposes = ['source', 'film', 'training'] as const;
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
};

/** Null for a type that nobody may send. */
export function uploadPurposeOf(mediaType: string): UploadPurpose | null {
  return (
    uploadPurposes.find((purpose) => uploadLimits[purpose].mediaTypes.includes(mediaType)) ?? null
  );
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
