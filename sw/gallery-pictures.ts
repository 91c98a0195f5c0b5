/**
 * Small pictures of the gallery, so that what was looked at is there without a network, too. With one the platform is
 * asked: a work that was taken out of the gallery is to be seen no longer.
 */
const galleryCacheName = 'kiln-gallery-v1';

/** Some pages of it; the oldest make room. */
const picturesMax = 400;

/** Room is made for so many at a time: to list what is kept takes longer than to keep one. */
const roomFor = 50;

export function isGalleryPicture(url: URL, sameOrigin: boolean): boolean {
  // Larger ones are a work's own page; they are not kept.
  return (
    sameOrigin &&
    /^\/g\/[^/]+\/picture$/.test(url.pathname) &&
    ['200', '300', '512'].includes(url.searchParams.get('width') ?? '')
  );
}

/** @param last sees what goes on behind the answer through to its end */
export async function galleryPicture(
  request: Request,
  last: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { url } = request;
  try {
    const answer = await fetch(request);
    const { status, headers } = answer;
    if (status === 200 && headers.get('Content-Type')?.startsWith('image/'))
      last(keep(url, answer.clone()));
    else if (status === 404 || status === 410) last(open().then((cache) => cache.delete(url)));
    return answer;
  } catch (error) {
    const kept = await (await open()).match(url);
    if (kept) return kept;
    throw error;
  }
}

const open = () => caches.open(galleryCacheName);

/** Scrolled past, and not written yet: the newest of them are what is looked at. */
const waiting = new Map<string, Response>();
let writing: Promise<void> | null = null;

/** Keeps a picture, one after the other and behind the answers: whoever scrolls waits for none of it. */
function keep(address: string, answer: Response): Promise<void> {
  waiting.set(address, answer);
  const [oldest] = waiting.keys();
  if (waiting.size > picturesMax) waiting.delete(oldest!);
  writing ??= write().finally(() => {
    writing = null;
  });
  return writing;
}

async function write(): Promise<void> {
  const cache = await open();
  let written = 0;
  for (const [address, answer] of waiting) {
    waiting.delete(address);
    // A full disk must not keep it from being shown now.
    await cache.put(address, answer).catch(() => undefined);
    written += 1;
    if (waiting.size > 0 && written % roomFor > 0) continue;
    const kept = await cache.keys();
    for (const old of kept.slice(0, -picturesMax)) await cache.delete(old);
  }
}
