/** What a work is to those who look at it. */
export const mediaKinds = ['picture', 'video', 'audio', 'solid', 'other'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export function mediaKind(mediaType: string): MediaKind {
  const [kind] = mediaType.split('/');
  if (kind === 'image') return 'picture';
  if (kind === 'model') return 'solid';
  return kind === 'video' || kind === 'audio' ? kind : 'other';
}
