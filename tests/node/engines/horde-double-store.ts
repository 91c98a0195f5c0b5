import type { IncomingMessage, ServerResponse } from 'node:http';

import sharp from 'sharp';

import type { RemoteJob } from './horde-double-jobs.ts';
import { Refusal } from './horde-double-rules.ts';

export const anonymousKey = '0000000000';

/** GET find_user: an account's own requests, as they were up to 30 s ago; the anonymous one's are withheld. */
export function createAccounts(options: {
  jobs: ReadonlyMap<string, RemoteJob>;
  /** Undefined for keys that nobody has. */
  kudosOf: (key: string) => number | undefined;
  cacheMs: number;
}): (request: IncomingMessage) => object {
  const cache = new Map<string, { untilMs: number; answer: object }>();
  return (request) => {
    const given = request.headers['apikey'];
    if (given === undefined) throw new Refusal(401, 'InvalidAPIKey');
    const key = String(given);
    const kudos = options.kudosOf(key);
    if (kudos === undefined) throw new Refusal(404, 'UserNotFound');
    const cached = cache.get(key);
    if (cached && performance.now() < cached.untilMs) return cached.answer;
    const own = [...options.jobs.values()].filter((job) => job.key === key).map((job) => job.id);
    const image = key === anonymousKey ? [] : own;
    const active = own.length > 0 ? { image } : {};
    const answer = { username: 'plain#2', kudos, active_generations: active };
    cache.set(key, { untilMs: performance.now() + options.cacheMs, answer });
    return answer;
  };
}

const pictures = new Map<string, Promise<Buffer>>();

/** WebP of this size. */
export function pictureOf(width: number, height: number): Promise<Buffer> {
  const size = `${width}x${height}`;
  const bytes =
    pictures.get(size) ??
    sharp({ create: { width, height, channels: 3, background: '#a05030' } })
      .webp()
      .toBuffer();
  pictures.set(size, bytes);
  return bytes;
}

/**
 * The store behind the signed addresses: `/pictures/<fate>/<width>x<height>/<id>.webp`.
 * @param isBroken asked at each call
 */
export function createPictureStore(
  isBroken: () => boolean,
): (path: string, response: ServerResponse) => Promise<void> {
  return async (path, response) => {
    const [, fate, width, height] = /^\/pictures\/([\w-]+)\/(\d+)x(\d+)\//.exec(path) ?? [];
    if (fate === 'gone' || isBroken()) {
      response.writeHead(fate === 'gone' ? 404 : 503).end();
      return;
    }
    const data = await pictureOf(Number(width), Number(height));
    // The Horde's stores do not know the type of what they keep.
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.end(fate === 'damaged' ? data.subarray(0, data.length - 40) : data);
  };
}
