/**
 * Small pictures of the gallery, so that what was looked at is there without a network, too. With one the platform is
 * asked: a work that was taken out of the gallery is to be seen no longer.
 */
const galleryCacheName = 'kiln-gallery-v1';

/** Some pages of it; the oldest make room. */
const picturesMax = 400;

export function isGalleryPicture(url: URL, sameOrigin: boolean): boolean {
  // Larger ones are a work's own page; they are not kept.
  return (
    sameOrigin &&
    /^\/g\/[^/]+\/picture$/.test(url.pathname) &&
    ['200', '300', '512'].includes(url.searchParams.get('width') ?? '')
  );
}

export async function galleryPicture(request: Request): Promise<Response> {
  const cache = await caches.open(galleryCacheName);
  try {
    const answer = await fetch(request);
    const isPicture = (answer.headers.get('Content-Type') ?? '').startsWith('image/');
    if (answer.status === 200 && isPicture) await keep(cache, request.url, answer.clone());
    else if (answer.status === 404 || answer.status === 410) await cache.delete(request.url);
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url);
    if (kept) return kept;
    throw error;
  }
}

async function keep(cache: Cache, address: string, answer: Response): Promise<void> {
  // A full disk must not keep it from being shown now.
  await cache.put(address, answer).catch(() => undefined);
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - picturesMax))) {
    await cache.delete(old);
  }
}
