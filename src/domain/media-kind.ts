/** What a work is to those who look at it. */
export type MediaKind = 'picture' | 'video' | 'audio' | 'other';

export function mediaKind(mediaType: string): MediaKind {
  const [kind] = mediaType.split('/');
  if (kind === 'image') return 'picture';
  return kind === 'video' || kind === 'audio' ? kind : 'other';
}
