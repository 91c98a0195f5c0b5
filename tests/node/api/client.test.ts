import { readRetryAfterMs } from '../../../src/domain/backoff.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, errorOf } from '../../../src/api/client.ts';
import { uploadFile } from '../../../src/api/upload-file.ts';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { checkGeneration } from '../../../src/api/contract/check.ts';
import { getCreditBalance } from '../../../src/api/contract/account.ts';
import { downloadFile } from '../../../src/api/files.ts';
import { withTimeout } from '../../../src/api/timeout.ts';
import { KilnError } from '../../../src/domain/errors.ts';

const session = { userKey: '1@kiln', userToken: 'secret' };
let answer: () => Response | Promise<Response>;
/** Whether what is answered carries the header that only the platform sets. */
let isFromPlatform: boolean;
let sent: { url: string; init: RequestInit }[];

beforeEach(() => {
  sent = [];
  isFromPlatform = true;
  vi.stubGlobal('location', { origin: 'http://platform.test' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const given = await answer();
    if (isFromPlatform) given.headers.set('Kiln-Answer', '1');
    return given;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function failure(promise: Promise<unknown>): Promise<KilnError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof KilnError)) throw new Error(`no KilnError: ${String(error)}`);
  return error;
}

const balance = (body: unknown, init?: ResponseInit) => {
  answer = () => Response.json(body, init);
  return call(getCreditBalance, {
    session,
    query: { check_recharge: 'a b', user_source: undefined },
  });
};

describe('a call', () => {
  test('carries who asks, the contract version and its query', async () => {
    const { data } = await balance({ status: true, data: { balance: 3, reserved: 0 } });
    expect(data.balance).toBe(3);
    expect(sent[0]?.url).toBe(
      'http://platform.test/api/user/get_credit_balance?check_recharge=a+b',
    );
    expect(sent[0]?.init.headers).toMatchObject({
      userKey: '1@kiln',
      userToken: 'secret',
      platform: 'kiln',
      'Kiln-Contract': '1',
    });
  });

  test('of a user endpoint carries the flag header and waits five seconds, others fifteen', async () => {
    vi.useFakeTimers();
    try {
      vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
        sent.push({ url, init });
        return new Promise<Response>((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      });
      const ended: string[] = [];
      const note = (name: string) => (error: KilnError) => ended.push(`${name} ${error.code}`);
      void failure(call(getCreditBalance, { session })).then(note('user'));
      void failure(call(checkGeneration, { session, params: { id: 'x' } })).then(note('other'));
      await vi.advanceTimersByTimeAsync(4_999);
      expect(ended).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toEqual(['user timeout']);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(ended).toEqual(['user timeout', 'other timeout']);
      expect(sent.map(({ init }) => new Headers(init.headers).get('Kiln-User-Call'))).toEqual([
        '1',
        null,
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('fills its parameters in safely', async () => {
    answer = () => Response.json({ message: 'no' }, { status: 404 });
    await failure(call(checkGeneration, { session, params: { id: '../../x' } }));
    expect(sent[0]?.url).toBe('http://platform.test/api/v2/generate/check/..%2F..%2Fx');
  });

  test('that is answered with another shape is a bad answer, not a value', async () => {
    const error = await failure(balance({ status: true, data: { balance: -1, reserved: 0 } }));
    expect(error).toMatchObject({ code: 'bad-answer', retryable: true });
  });

  test('without a network says so', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await failure(call(getCreditBalance, { session }))).toMatchObject({
      code: 'network',
      retryable: true,
    });
  });

  test('that its caller gives up ends with the caller’s reason', async () => {
    const aborter = new AbortController();
    aborter.abort(new Error('the person left'));
    await expect(call(getCreditBalance, { session, signal: aborter.signal })).rejects.toThrow(
      'left',
    );
    expect(sent).toHaveLength(0);
  });

  test('sends its idempotency key', async () => {
    answer = () => Response.json({ message: 'no' }, { status: 562 });
    const body = {
      input: {},
      model: 'm',
      job_type: 'Text2Img',
      disabled_translate: false,
    } as const;
    const error = await failure(
      call(playgroundGenerate, { body, idempotencyKey: 'key-1', session }),
    );
    expect(sent[0]?.init.headers).toMatchObject({ 'Idempotency-Key': 'key-1' });
    expect(error).toMatchObject({ code: 'not-enough-credits', httpStatus: 562, retryable: false });
  });
});

describe('an error answer', () => {
  const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    errorOf({ status, headers: new Headers({ 'Kiln-Answer': '1', ...headers }) } as Response, body);

  test.each([
    [600, 'nsfw-content'],
    [561, 'nsfw-system'],
    [602, 'not-enough-credits'],
    [403, 'login-required'],
    [503, 'server-error'],
  ] as const)('with status %i means %s', (status, code) => {
    expect(read(status, { message: 'x' }).code).toBe(code);
  });

  test('is taken at its own code first, with its words and fields for the log', () => {
    const error = read(400, {
      message: 'Check the input',
      code: 'unsupported-media',
      errors: { image: 'too big' },
    });
    expect(error).toMatchObject({
      code: 'unsupported-media',
      detail: 'Check the input | image - too big',
    });
  });

  test('says which settings were refused, by reasons that have words here', () => {
    const reasons = [
      { field: 'loras', reason: 'unknown-name', values: ['zorn'] },
      { field: null, reason: 'not-thought-of-yet' },
    ];
    expect(read(400, { message: 'no', code: 'invalid-input', reasons }).reasons).toEqual([
      { field: 'loras', reason: 'unknown-name', values: ['zorn'] },
      { field: null, reason: 'not-accepted' },
    ]);
    // As a platform of the version before says it.
    const before = { message: 'image - gone', code: 'invalid-input', errors: { image: 'gone' } };
    expect(read(400, before).reasons).toEqual([{ field: 'image', reason: 'not-accepted' }]);
  });

  test('with Retry-After as a date goes by the clock of the answer, and no answer asks for more than an hour', () => {
    const wait = (headers: Record<string, string>) =>
      readRetryAfterMs(new Headers(headers), Date.parse('Sat, 21 Nov 2026 21:50:00 GMT'));
    // The device's clock is a day behind.
    const answered = 'Sun, 22 Nov 2026 21:50:00 GMT';
    const later = 'Sun, 22 Nov 2026 21:52:00 GMT';
    expect(wait({ 'Retry-After': later, Date: answered })).toBe(120_000);
    expect(wait({ 'Retry-After': later })).toBe(3_600_000);
    expect(wait({ 'Retry-After': answered, Date: later })).toBe(0);
    expect(wait({ 'Retry-After': '86400' })).toBe(3_600_000);
    expect(wait({ 'Retry-After': 'soon' })).toBeNull();
    expect(wait({})).toBeNull();
  });

  test('with Retry-After tells how long to wait', () => {
    expect(read(429, { message: 'x' }, { 'Retry-After': '7' })).toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: 7_000,
    });
  });

  test('that a model broke is known by code or by the specification’s text, and is not tried again by itself', () => {
    const body = { message: 'Model predict error' };
    for (const said of [body, { ...body, code: 'model-error' }]) {
      expect(read(503, said)).toMatchObject({ code: 'model-error', retryable: false });
    }
    expect(read(503, { message: 'busy' })).toMatchObject({ code: 'server-error', retryable: true });
    expect(read(500, body)).toMatchObject({ code: 'server-error', retryable: true });
  });

  test('without the envelope of the platform is a bad answer, whatever its status', () => {
    expect(read(403, undefined)).toMatchObject({ code: 'bad-answer', retryable: true });
    expect(read(404, 'not found')).toMatchObject({ code: 'bad-answer', retryable: true });
  });
});

describe('an answer that is not the platform’s', () => {
  const envelope = { message: 'Please Login', code: 'login-required' };
  const answers = [401, 403, 404, 409, 410, 413, 422, 500, 502, 503].flatMap((status) => [
    () => Response.json(envelope, { status }),
    () => new Response('not found', { status, headers: { 'Content-Type': 'text/plain' } }),
    () => new Response(null, { status }),
  ]);

  test('is a bad answer that is tried again, with any status, in any media type, as a copy of its envelope too', async () => {
    isFromPlatform = false;
    for (answer of [...answers, () => Response.json({ status: true, data: { balance: 1 } })]) {
      const error = await failure(call(getCreditBalance, { session }));
      expect(error).toMatchObject({ code: 'bad-answer', retryable: true });
    }
  });

  test('never says that a file is gone, nor takes its place', async () => {
    isFromPlatform = false;
    for (answer of [...answers, () => new Response(Uint8Array.of(1, 2, 3, 4))]) {
      const error = await failure(downloadFile('/files/a.png', { expectedBytes: 4, session }));
      expect(error).toMatchObject({ code: 'bad-answer', retryable: true });
    }
  });

  test('is not followed to where it leads', async () => {
    await balance({ status: true, data: { balance: 3, reserved: 0 } });
    answer = () => new Response(Uint8Array.of(1));
    await downloadFile('/files/a.png', { expectedBytes: 1, session });
    expect(sent.map(({ init }) => init.redirect)).toEqual(['error', 'error']);
  });
});

test('a time limit ends what hangs, and a restart of it gives more time', async () => {
  const hang = withTimeout(30, undefined, async (signal, restart) => {
    restart();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  });
  expect(await failure(hang)).toMatchObject({ code: 'timeout', retryable: true });
});

describe('a download', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4);
  const download = (expectedBytes: number, path = '/files/a.png') =>
    downloadFile(path, { expectedBytes, session });

  test('is as long as promised', async () => {
    answer = () => new Response(bytes);
    expect((await download(4)).size).toBe(4);
    expect(await failure(download(5))).toMatchObject({ code: 'result-damaged' });
    expect(await failure(download(3))).toMatchObject({ code: 'result-damaged' });
  });

  test('tells who asks to the own origin only', async () => {
    answer = () => new Response(bytes);
    await download(4);
    await download(4, 'https://elsewhere.test/a.png');
    expect(sent[0]?.init.headers).toMatchObject({ userToken: 'secret' });
    expect(sent[1]?.init.headers).toEqual({});
  });

  test('of what is gone says so', async () => {
    answer = () => Response.json({ message: 'no' }, { status: 410 });
    expect(await failure(download(4))).toMatchObject({ code: 'result-gone' });
  });
});

test('an upload is one form with the file in it', async () => {
  answer = () =>
    Response.json({
      url: '/files/a.png',
      sha256: 'a',
      bytes: 3,
      media_type: 'image/png',
      width: 1,
      height: 1,
    });
  const file = new Blob(['abc'], { type: 'image/png' });
  expect((await uploadFile(file, 'photo.png', { session })).url).toBe('/files/a.png');
  const form = sent[0]?.init.body as FormData;
  expect((form.get('file') as File).name).toBe('photo.png');
});
