import { useEffect, useState } from 'react';
import { readGalleryEntry } from '../../../api/gallery.ts';
import type { GalleryEntry } from '../../../domain/gallery.ts';
import type { WorkId } from '../../../domain/ids.ts';

/** A published work; undefined until it is known, null where there is none or nobody can be asked. */
export function usePublicWork(id: WorkId | null): GalleryEntry | null | undefined {
  const [found, setFound] = useState<{ id: WorkId; entry: GalleryEntry | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    const leaving = new AbortController();
    const take = (entry: GalleryEntry | null) => {
      if (!leaving.signal.aborted) setFound({ id, entry });
    };
    readGalleryEntry(id, leaving.signal).then(take, () => take(null));
    return () => leaving.abort();
  }, [id]);
  if (id === null) return null;
  return found?.id === id ? found.entry : undefined;
}
