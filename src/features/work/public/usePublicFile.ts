import { useEffect, useState } from 'react';
import type { GalleryEntry } from '../../../domain/gallery.ts';
import { mediaKind } from '../../../domain/media-kind.ts';

/** The width in which a picture is shown; larger ones are for who downloads it. */
const shownWidth = 2_048;

/** What is on the screen of a published work, as it comes; null until then, and for what does not come. */
export function usePublicFile({ picture, file, mediaType, width }: GalleryEntry): Blob | null {
  const isPicture = mediaKind(mediaType) === 'picture';
  const address = !isPicture
    ? file
    : width > shownWidth
      ? `${picture}?width=${shownWidth}`
      : picture;
  const [found, setFound] = useState<{ address: string; blob: Blob } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const bring = async () => {
      const answer = await fetch(address, { signal: leaving.signal });
      // A portal answers every address with a page of its own.
      const type = answer.headers.get('Content-Type') ?? '';
      if (!answer.ok || !/^(?:image|video)\//.test(type)) return;
      setFound({ address, blob: await answer.blob() });
    };
    bring().catch(() => undefined);
    return () => leaving.abort();
  }, [address]);
  return found?.address === address ? found.blob : null;
}
