import { randomBytes } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register(1_000);
});
afterAll(() => platform?.stop());

const picture = (width = 320, height = 200, background = { r: 200, g: 80, b: 20 }) =>
  sharp({ create: { width, height, channels: 3, background } });

function upload(data: Buffer, name = 'photo.png', field = 'file', who = person): Promise<Answer> {
  const form = new FormData();
  form.append('note', 'a field before the file');
  form.append(field, new Blob([new Uint8Array(data)]), name);
  return platform.call('POST', '/api/v2/upload', { person: who, body: form });
}

async function storedFiles(): Promise<string[]> {
  const names = await readdir(path.join(platform.dataFolder, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return names.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('an upload is stored once per person, by its content, and comes back byte for byte', async () => {
  const data = await picture().png().toBuffer();
  const first = await upload(data);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    bytes: data.length,
    media_type: 'image/png',
    width: 320,
    height: 200,
  });
  const repeats = await Promise.all([upload(data, 'other-name.jpg'), upload(data), upload(data)]);
  for (const repeat of repeats) expect(repeat.body).toEqual(first.body);
  const fetched = await platform.call('GET', first.body.url);
  expect(fetched.body.equals(data)).toBe(true);
  const other = await upload(data, 'photo.png', 'file', await platform.register());
  expect(other.body.url).not.toBe(first.body.url);
});

test('the same new bytes twice at the same moment are one file', async () => {
  const data = await picture(33, 44, { r: 1, g: 2, b: 3 }).png().toBuffer();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(data)));
  expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
  const id = /files\/(.{36})/.exec(answers[0]?.body.url as string)?.[1];
  const before = await storedFiles();
  expect(before.filter((name) => name.startsWith(id ?? '-'))).toHaveLength(1);
});

test('a photo has the size in which it is seen', async () => {
  const data = await picture(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect((await upload(data, 'turned.jpg')).body).toMatchObject({
    media_type: 'image/jpeg',
    width: 40,
    height: 60,
  });
});

test('what is no picture is refused in words, whatever it is called', async () => {
  const wrong: [string, Buffer][] = [
    ['html.png', Buffer.from('<html><script>alert(1)</script></html>')],
    ['svg.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['sound.png', Buffer.concat([Buffer.from('OggS'), randomBytes(100)])],
    ['cut.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['cut.bmp', Buffer.from('BM')],
  ];
  for (const [name, data] of wrong) {
    const answer = await upload(data, name);
    expect([name, answer.status, answer.body.code]).toEqual([name, 415, 'unsupported-media']);
  }
});

test('a small file that unpacks to far too many pixels is refused', async () => {
  const bomb = await picture(16_000, 8_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  const answer = await upload(bomb);
  expect(answer.status).toBe(413);
  expect(answer.body.message).toContain('16000 × 8000');
});

test('a file beyond the limit is refused, with and without a length told before', async () => {
  const huge = Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(41 * 1024 * 1024)]);
  expect((await upload(huge)).status).toBe(413);
  const parts = [
    `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`,
    huge,
    '\r\n--b--\r\n',
  ];
  const stream = new ReadableStream({
    start(controller) {
      for (const part of parts)
        controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      controller.close();
    },
  });
  const response = await fetch(`${platform.url}/api/v2/upload`, {
    method: 'POST',
    headers: { ...person.headers, 'Content-Type': 'multipart/form-data; boundary=b' },
    body: stream,
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(413);
});

test('forms that are broken, empty or without the file are refused', async () => {
  const type = 'multipart/form-data; boundary=b';
  const part = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n';
  const bodies = [
    '',
    'nonsense',
    '--b--',
    `${part}abc`,
    `${part}abc\r\n--b`,
    `${part}\r\n--b--`,
    `--b\r\n${'x'.repeat(30_000)}`,
    `${part}abc\r\n--bxx`,
  ];
  for (const body of bodies) {
    const answer = await platform.call('POST', '/api/v2/upload', {
      person,
      body,
      headers: { 'Content-Type': type },
    });
    expect(answer.status, JSON.stringify(body.slice(0, 40))).toBeGreaterThanOrEqual(400);
    expect(answer.status, JSON.stringify(body.slice(0, 40))).toBeLessThan(500);
  }
  expect((await upload(await picture().png().toBuffer(), 'x.png', 'other')).status).toBe(400);
  const json = await platform.call('POST', '/api/v2/upload', { person, body: { file: 'x' } });
  expect(json.status).toBe(415);
});

test('parts, validators and thumbnails of a file', async () => {
  const data = await picture(900, 600).png().toBuffer();
  const { url, sha256 } = (await upload(data)).body as { url: string; sha256: string };
  const get = (headers: Record<string, string>, target = url) =>
    platform.call('GET', target, { headers });

  const whole = await get({});
  expect(whole.headers.get('Content-Length')).toBe(String(data.length));
  expect(whole.headers.get('Cache-Control')).toMatch(/^private, max-age=\d+, immutable$/);
  expect(whole.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(whole.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');

  const middle = await get({ Range: 'bytes=10-19' });
  expect([middle.status, middle.headers.get('Content-Range')]).toEqual([
    206,
    `bytes 10-19/${data.length}`,
  ]);
  expect(middle.body.equals(data.subarray(10, 20))).toBe(true);
  expect((await get({ Range: 'bytes=-5' })).body.equals(data.subarray(-5))).toBe(true);
  expect((await get({ Range: `bytes=${data.length - 3}-` })).body.equals(data.subarray(-3))).toBe(
    true,
  );
  expect((await get({ Range: `bytes=${data.length}-` })).status).toBe(416);
  expect((await get({ Range: 'bytes=0-4', 'If-Range': '"another"' })).status).toBe(200);
  expect((await get({ Range: 'bytes=0-4', 'If-Range': `"${sha256}"` })).status).toBe(206);
  expect((await get({ 'If-None-Match': `"${sha256}"` })).status).toBe(304);

  const head = await fetch(platform.url + url, { method: 'HEAD' });
  expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(data.length)]);

  const thumbnails = await Promise.all([1, 2, 3].map(() => get({}, `${url}&width=300`)));
  for (const thumbnail of thumbnails) {
    expect(thumbnail.headers.get('Content-Type')).toBe('image/webp');
    expect(await sharp(thumbnail.body).metadata()).toMatchObject({
      width: 300,
      height: 200,
      format: 'webp',
    });
  }
  expect((await get({}, `${url}&width=301`)).status).toBe(400);
  for (const wrong of [
    '/files/x.png',
    url.replace('.png', '.jpg'),
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/',
  ]) {
    expect((await get({}, wrong)).status).toBe(404);
  }
});

test('a source must be a file of the same person, of a kind that the model takes', async () => {
  const submit = (image: string, who = person) =>
    platform.call('POST', '/api/v2/playground_generate', {
      person: who,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image } },
    });
  const { url } = (await upload(await picture(50, 50).png().toBuffer())).body as { url: string };
  const accepted = await submit(url);
  expect(accepted.status).toBe(200);
  const ended = await platform.ended(person, accepted.body.id);
  expect(ended.body.state).toBe('Finished');
  const works = await platform.call('POST', '/api/v2/get_generate_works', { person, body: {} });
  expect(works.body.data[0]).toMatchObject({ originalfile: url, jobtype: 'Upscaling' });

  expect((await submit(url, await platform.register())).status).toBe(400);
  const webp = (await upload(await picture(50, 50).webp().toBuffer())).body as { url: string };
  for (const image of [webp.url, 'https://example.org/a.png', 'file:///etc/passwd', '']) {
    const answer = await submit(image);
    expect([image, answer.status, Object.keys(answer.body.errors as object)]).toEqual([
      image,
      400,
      ['image'],
    ]);
  }
});

test('the AI Horde form brings its source picture along', async () => {
  const source = await picture(40, 40, { r: 9, g: 9, b: 9 }).jpeg().toBuffer();
  const answer = await platform.call('POST', '/api/v2/generate/async', {
    person,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { prompt: 'x', models: ['test-upscaler'], source_image: source.toString('base64') },
  });
  expect(answer.status).toBe(202);
  expect((await platform.ended(person, answer.body.id)).body.state).toBe('Finished');
});

test('deleted works take their files along, and only their owner can delete them', async () => {
  const { body } = await platform.generate(person, 'to be deleted');
  const [work] = (await platform.ended(person, body.id)).body.generations as {
    id: string;
    img: string;
  }[];
  await platform.call('GET', `${work?.img}&width=200`);
  const remove = (who: Person) =>
    platform.call('POST', '/api/v2/works_delete', { person: who, body: { image_ids: [work?.id] } });
  expect((await remove(await platform.register())).body).toEqual({ data: { deleted: 0 } });
  expect((await remove(person)).body).toEqual({ data: { deleted: 1 } });
  expect((await remove(person)).body).toEqual({ data: { deleted: 0 } });
  expect((await platform.call('GET', work?.img ?? '')).status).toBe(404);
  const id = work?.img.slice(7, 43) ?? '-';
  expect((await storedFiles()).some((name) => name.includes(id))).toBe(false);
  const thumbnails = await readdir(path.join(platform.dataFolder, 'thumbnails'));
  expect(thumbnails.some((name) => name.includes(id))).toBe(false);
});

test('a start removes files that nothing refers to, and only those', async () => {
  const { url } = (await upload(await picture(21, 21).png().toBuffer())).body as { url: string };
  const orphan = '0a000000-0000-4000-8000-000000000000.png';
  const folder = path.join(platform.dataFolder, 'files', url.slice(7, 9));
  await writeFile(path.join(folder, orphan), 'left by a crash');
  await writeFile(path.join(platform.dataFolder, 'incoming', 'half'), 'half an upload');
  const old = new Date(Date.now() - 60_000);
  await utimes(path.join(folder, orphan), old, old);
  await utimes(path.join(platform.dataFolder, 'incoming', 'half'), old, old);
  await platform.restart(createTestEngine());
  // A stop waits for the sweep.
  await platform.restart(createTestEngine());
  expect(await storedFiles()).not.toContain(orphan);
  expect(await readdir(path.join(platform.dataFolder, 'incoming'))).toEqual([]);
  expect((await platform.call('GET', url)).status).toBe(200);
});
