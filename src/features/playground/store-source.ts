import type { MediaId } from '../../domain/ids.ts';

export type SourceRefusal = 'unsupported-media' | 'too-large' | 'too-many-pixels' | 'unreadable' | 'storage-full';

export async function storeSource(
  file: File,
  types: readonly string[],
): Promise<{ ok: true; mediaId: MediaId } | { ok: false; refusal: SourceRefusal }> {
  return { ok: false, refusal: file.size > 0 && types.length > 0 ? 'unreadable' : 'unsupported-media' };
}
