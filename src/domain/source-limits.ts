import { mediaTypeOf } from './file-kinds.ts';
import { uploadImageTypes, uploadMaxPixels } from './limits.ts';
import { parseDimensions } from './model.ts';
import type { ModelItem, SchemaProperty } from './model.ts';

/** What a model takes of a source picture; what is more is not worth the journey. */
export interface SourceLimits {
  maxSidePixels: number;
  maxPixels: number;
  /** Anything else that decodes becomes PNG or JPEG. */
  acceptTypes: string[];
}

/** Longer sides than this no browser's canvas can draw. */
const canvasMaxSide = 16_384;

/**
 * Media types that a model's upload field takes; all that the platform takes when the model names none.
 * Models name them as `image/png`, `.png` or `png`.
 */
export function acceptedTypes(acceptTypes: readonly string[]): string[] {
  const named = acceptTypes.flatMap((entry) => {
    const text = entry.trim().toLowerCase();
    if (text === 'image/*') return [...uploadImageTypes];
    if (text.includes('/')) return [text];
    return mediaTypeOf(text.replace(/^\./, '')) ?? [];
  });
  return [...new Set(named.length > 0 ? named : uploadImageTypes)];
}

/** Whether a model's upload field takes a file of this type; `video/*` stands for all films. */
export function takesFile(acceptTypes: readonly string[], mediaType: string): boolean {
  return acceptedTypes(acceptTypes).some(
    (type) =>
      type === mediaType || (type.endsWith('/*') && mediaType.startsWith(type.slice(0, -1))),
  );
}

/** How many files an upload field takes: one, unless it is a list (spec 1, section 5). */
export function filesTaken(
  { type, maxItems = Infinity }: Pick<SchemaProperty, 'type' | 'maxItems'>,
  { upload_limit: most }: Pick<ModelItem, 'upload_limit'>,
): number {
  return type === 'array' ? Math.max(1, Math.min(most, maxItems)) : 1;
}

/**
 * The type in which a picture travels that this device has opened: what no model takes, such as AVIF, is redrawn.
 */
export function travellingType(mediaType: string): string {
  const isTaken = (uploadImageTypes as readonly string[]).includes(mediaType);
  return mediaType.startsWith('image/') && !isTaken ? 'image/png' : mediaType;
}

/**
 * A model's own bound; where it names none, the largest size it makes, and else the platform's.
 * @param model undefined when the device does not know it (any more)
 */
export function sourceLimits(
  model:
    | Pick<ModelItem, 'accept_types' | 'allow_dimensions' | 'upload_max_side' | 'upload_max_pixels'>
    | undefined,
): SourceLimits {
  const sides = (model?.allow_dimensions ?? []).flatMap((text) => {
    const size = parseDimensions(text);
    return size ? [size.width, size.height] : [];
  });
  const ownSide = model?.upload_max_side ?? (sides.length > 0 ? Math.max(...sides) : canvasMaxSide);
  return {
    maxSidePixels: Math.min(canvasMaxSide, ownSide),
    maxPixels: Math.min(uploadMaxPixels, model?.upload_max_pixels ?? uploadMaxPixels),
    acceptTypes: acceptedTypes(model?.accept_types ?? []),
  };
}

/** The size at which a picture of this size travels, in its own shape. */
export function travelSize(
  width: number,
  height: number,
  limits: Pick<SourceLimits, 'maxSidePixels' | 'maxPixels'>,
): { width: number; height: number } {
  const byArea = Math.sqrt(limits.maxPixels / Math.max(1, width * height));
  const bySide = limits.maxSidePixels / Math.max(width, height, 1);
  const scale = Math.min(1, byArea, bySide);
  if (scale === 1) return { width, height };
  // Never above the area, whichever way the sides are rounded.
  const fit = (side: number) => Math.max(1, Math.floor(side * scale));
  return { width: fit(width), height: fit(height) };
}
