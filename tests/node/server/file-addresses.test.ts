import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { secrets } from '../../../server/database/tables.ts';
import { createFileAddresses } from '../../../server/files/addresses.ts';
import { fileParameters, lastingAddress } from '../../../src/api/contract/files.ts';
import { fileAddressMs } from '../../../src/domain/limits.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const file = { id: '0a000000-0000-4000-8000-000000000000', extension: 'png' };
const key = Buffer.alloc(32, 7);

describe('an address', () => {
  const clock = { nowMs: 0 };
  const addresses = createFileAddresses(key, () => clock.nowMs);
  function passOf(address: string, id = file.id, by = addresses) {
    const { searchParams } = new URL(address, 'http://platform.test');
    return by.check(id, (name) => searchParams.get(name) ?? undefined).kind;
  }

  test('is the same for a whole day, and good for one at least and two at most', () => {
    const given = new Set<string>();
    for (let part = 0; part < 24; part += 1) {
      clock.nowMs = (1_000 + part / 24) * fileAddressMs;
      const address = addresses.of(file);
      given.add(address);
      clock.nowMs += fileAddressMs;
      expect(passOf(address)).toBe('good');
      clock.nowMs += fileAddressMs;
      expect(passOf(address)).toBe('expired');
    }
    expect(given.size).toBe(1);
    clock.nowMs = 1_001 * fileAddressMs;
    expect(given.has(addresses.of(file))).toBe(false);
  });

  test('opens no other file, and not for longer than it says', () => {
    clock.nowMs = 1_000 * fileAddressMs;
    const address = addresses.of(file);
    const { searchParams } = new URL(address, 'http://platform.test');
    const until = Number(searchParams.get(fileParameters.until));
    expect(passOf(address, file.id.replace('0a', '0b'))).toBe('expired');
    expect(passOf(address.replace(String(until), String(until + 1)))).toBe('expired');
    expect(passOf(address.slice(0, -2))).toBe('expired');
    expect(passOf(`${lastingAddress(address)}?until=${until}`)).toBe('expired');
    expect(passOf(address, file.id, createFileAddresses(Buffer.alloc(32, 8)))).toBe('expired');
    expect(passOf(lastingAddress(address))).toBe('none');
  });

  test('is remembered without what expires of it, and others stay as they are', () => {
    const address = addresses.of(file);
    expect(lastingAddress(address)).toBe(`/files/${file.id}.png`);
    expect(lastingAddress(`${address}&width=512`)).toBe(`/files/${file.id}.png?width=512`);
    for (const other of ['/files/a.png', '/community/1', 'https://else.test/files/a?until=1', '']) {
      expect(lastingAddress(other)).toBe(other);
    }
  });
});

describe('the platform', () => {
  let platform: TestPlatform;
  let person: Person;
  let data: Buffer;
  let address: string;
  let name: string;

  beforeAll(async () => {
    platform = await startTestPlatform(createTestEngine());
    person = await platform.register(1_000);
    data = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    address = await uploaded();
    name = lastingAddress(address);
  });
  afterAll(() => platform?.stop());

  async function uploaded(): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(data)]), 'photo.png');
    return (await platform.call('POST', '/api/v2/upload', { person, body: form })).body
      .url as string;
  }

  const expired = () =>
    createFileAddresses(key, () => Date.now() - 3 * fileAddressMs).of({
      id: name.slice('/files/'.length, -'.png'.length),
      extension: 'png',
    });

  test('gives a file to whoever has its address, for caches no longer than that is good', async () => {
    const answer = await platform.call('GET', address);
    expect([answer.status, answer.body.equals(data)]).toEqual([200, true]);
    const [, seconds] =
      /^private, max-age=(\d+), immutable$/.exec(answer.headers.get('Cache-Control') ?? '') ?? [];
    const until = new URL(address, platform.url).searchParams.get(fileParameters.until);
    const endsAt = Math.floor(Date.now() / 1_000) + Number(seconds);
    expect(endsAt).toBeLessThanOrEqual(Number(until));
    expect(Number(until) - endsAt).toBeLessThan(60);
  });

  test('gives it to nobody who only knows its name, and says whether it is there to nobody', async () => {
    const unknown = `/files/${crypto.randomUUID()}.png`;
    const ended = { userKey: person.headers.userKey ?? '', userToken: 'ended' };
    for (const path of [name, `${name}?width=200`, unknown]) {
      for (const headers of [{}, ended]) {
        const answer = await platform.call('GET', path, { headers });
        expect([answer.status, answer.body.code]).toEqual([403, 'login-required']);
        expect(answer.headers.get('Cache-Control')).toBe('no-store');
      }
      const stranger = await platform.register();
      const answer = await platform.call('GET', path, { person: stranger });
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
    }
  });

  test('says of an address that has expired, or is none of its own, just that', async () => {
    const stranger = await platform.register();
    const other = `/files/${crypto.randomUUID()}.png${new URL(address, platform.url).search}`;
    const changed = address.replace(/until=(\d+)/, (_all, until) => `until=${Number(until) + 60}`);
    for (const path of [expired(), changed, other, `${address}x`, `${name}?signature=`]) {
      for (const who of [undefined, stranger]) {
        const answer = await platform.call('GET', path, who && { person: who });
        expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'address-expired']);
      }
    }
  });

  test('gives a person their own file by its name and by an address of last week, past every cache', async () => {
    for (const path of [name, expired()]) {
      const answer = await platform.call('GET', path, { person });
      expect([answer.status, answer.body.equals(data)]).toEqual([200, true]);
      expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
      expect(answer.headers.get('Vary')).toContain('userToken');
      const headers = { ...person.headers, 'If-None-Match': answer.headers.get('ETag') ?? '' };
      expect((await platform.call('GET', path, { headers })).status).toBe(304);
      const part = { ...person.headers, Range: 'bytes=3-7', 'If-Range': headers['If-None-Match'] };
      const middle = await platform.call('GET', path, { headers: part });
      expect([middle.status, middle.body.equals(data.subarray(3, 8))]).toEqual([206, true]);
    }
    const small = await platform.call('GET', `${name}?width=200`, { person });
    expect(small.headers.get('Content-Type')).toBe('image/webp');
  });

  test('takes an expired address as a source, and knows a repeat by it', async () => {
    const idempotencyKey = crypto.randomUUID();
    const submit = (image: string) =>
      platform.call('POST', '/api/v2/playground_generate', {
        person,
        headers: { 'Idempotency-Key': idempotencyKey },
        body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image } },
      });
    const first = await submit(expired());
    expect(first.status).toBe(200);
    for (const image of [name, address]) expect((await submit(image)).body).toEqual(first.body);
  });

  test('goes on with its addresses after a restart, and with a new secret loses only what was given', async () => {
    await platform.restart(createTestEngine());
    expect((await platform.call('GET', address)).status).toBe(200);
    await platform.database.delete(secrets).where(eq(secrets.name, 'file-addresses'));
    await platform.restart(createTestEngine());
    expect((await platform.call('GET', address)).body.code).toBe('address-expired');
    expect((await platform.call('GET', address, { person })).status).toBe(200);
    expect((await platform.call('GET', await uploaded())).status).toBe(200);
  });
});
