import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followPreview } from '../../../src/api/preview.ts';

const session = { userKey: '1@kiln', userToken: 'secret' };
const jobId = '01900000-0000-7000-8000-000000000001';
/** An answer of the platform itself. */
const own = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { 'Kiln-Answer': '1' } });

let waiting: ((response: Response) => void)[];
let seen: string[];

beforeEach(() => {
  waiting = [];
  seen = [];
  vi.stubGlobal('location', { origin: 'http://platform.test' });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    expect(url).toBe(`http://platform.test/api/v2/generate/preview/${jobId}`);
    return new Promise<Response>((resolve, reject) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const answerNone = () =>
  waiting.shift()?.(own({ preview: null, media_type: 'image/webp', data: null }));
const answer = (preview: number) =>
  waiting.shift()?.(own({ preview, media_type: 'image/webp', data: btoa(`picture ${preview}`) }));
const follow = (
  credentials: () => Promise<typeof session | null> = () => Promise.resolve(session),
) =>
  followPreview(jobId, credentials, (picture) => {
    void picture.text().then((text) => seen.push(`${picture.type} ${text}`));
  });
const asked = (calls: number) => vi.waitFor(() => expect(waiting).toHaveLength(calls));

test('the newest picture is fetched, one call at a time', async () => {
  const follower = follow();
  follower.told(1);
  await asked(1);
  for (const number of [2, 3, 4]) follower.told(number);
  expect(waiting).toHaveLength(1);
  answer(2);
  await asked(1);
  answer(4);
  await vi.waitFor(() => expect(seen).toEqual(['image/webp picture 2', 'image/webp picture 4']));
  follower.told(4);
  expect(waiting).toEqual([]);
  follower.stop();
});

test('one that is gone already shows nothing', async () => {
  const follower = follow();
  follower.told(1);
  await asked(1);
  answerNone();
  await new Promise((resolve) => setImmediate(resolve));
  expect([seen, waiting]).toEqual([[], []]);
  follower.stop();
});

test('another attempt counts from the beginning', async () => {
  const follower = follow();
  follower.told(7);
  await asked(1);
  answer(7);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  follower.told(1);
  await asked(1);
  answer(1);
  await vi.waitFor(() => expect(seen.at(-1)).toBe('image/webp picture 1'));
  follower.stop();
});

test('a call that fails is forgotten, and the next number tries again', async () => {
  const follower = follow();
  follower.told(1);
  await asked(1);
  waiting.shift()?.(own({ message: 'Preview not found', code: 'not-found' }, 404));
  await vi.waitFor(() => {
    follower.told(2);
    expect(waiting).toHaveLength(1);
  });
  answer(2);
  await vi.waitFor(() => expect(seen).toEqual(['image/webp picture 2']));
  follower.stop();
});

test('nothing is asked without a session, nor shown once nobody watches', async () => {
  follow(() => Promise.resolve(null)).told(1);
  const follower = follow();
  follower.told(1);
  await asked(1);
  follower.stop();
  answer(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual([]);
  expect(waiting).toEqual([]);
});
