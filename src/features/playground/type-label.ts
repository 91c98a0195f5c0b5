/** `PNG`, `JPEG` …: what people call a media type. */
export function typeLabel(mediaType: string): string {
  return (mediaType.split('/')[1] ?? mediaType)
    .replace('jpeg', 'JPEG')
    .toUpperCase()
    .replace('WEBP', 'WebP');
}
