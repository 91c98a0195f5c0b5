import { useEffect, useState } from 'react';
import { sentPicture, shownPicture, type GalleryEntry } from '../../../domain/gallery.ts';
import { isPictureSent } from './sent-picture.ts';

export interface PublicPicture {
  /** As it comes; null until then, and for what does not come. */
  blob: Blob | null;
  /** Of the same in small, which the platform has sent with the page. */
  sentUrl: string | null;
}

/** What is on the screen of a published picture. */
export function usePublicPicture({ picture, width }: GalleryEntry): PublicPicture {
  const address = shownPicture(picture, width);
  const small = sentPicture(picture);
  const [sent] = useState(() => (isPictureSent(small) ? small : null));
  const [found, setFound] = useState<{ address: string; blob: Blob } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const bring = async () => {
      const answer = await fetch(address, { signal: leaving.signal });
      // A portal answers every address with a page of its own.
      const type = answer.headers.get('Content-Type') ?? '';
      if (!answer.ok || !type.startsWith('image/')) return;
      setFound({ address, blob: await answer.blob() });
    };
    bring().catch(() => undefined);
    return () => leaving.abort();
  }, [address]);
  return {
    blob: found?.address === address ? found.blob : null,
    sentUrl: sent === small ? sent : null,
  };
}
