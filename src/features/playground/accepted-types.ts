import { uploadImageTypes } from '../../domain/limits.ts';

const byExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
};

/**
 * Media types that a model's upload field takes; all that the platform takes when the model names none.
 * Models name them as `image/png`, `.png` or `png`.
 */
export function acceptedTypes(acceptTypes: readonly string[]): string[] {
  const named = acceptTypes.flatMap((entry) => {
    const text = entry.trim().toLowerCase();
    if (text === 'image/*') return [...uploadImageTypes];
    if (text.includes('/')) return [text];
    return byExtension[text.replace(/^\./, '')] ?? [];
  });
  return [...new Set(named.length > 0 ? named : uploadImageTypes)];
}

/** `PNG`, `JPEG` …: what people call a media type. */
export function typeLabel(mediaType: string): string {
  return (mediaType.split('/')[1] ?? mediaType)
    .replace('jpeg', 'JPEG')
    .toUpperCase()
    .replace('WEBP', 'WebP');
}
