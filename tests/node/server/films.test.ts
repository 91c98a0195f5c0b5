import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { BufferSource, Input, MP3, MP4, WEBM } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { InputValues } from '../../../src/domain/model.ts';
import { drawScene } from '../engines/pictures.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';

let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createBuiltinEngine({ processes: 1 }));
  person = await platform.register(100);
});
afterAll(() => platform?.stop());

/** Making one, on a machine that may have other things to do. */
const makingMs = 50_000;

/** Asks for something as a device does. @returns what it has become, with its bytes */
async function make(model: string, type: string, input: InputValues) {
  const accepted = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model, job_type: type, input },
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  const status = await vi.waitFor(
    async () => {
      const answer = await platform.ended(person, accepted.body.id as string);
      expect(answer.body).toMatchObject({ state: 'Finished', finished: 1 });
      return answer;
    },
    { timeout: makingMs },
  );
  const [output] = status.body.generations;
  const file = await platform.call('GET', output.img as string);
  expect(createHash('sha256').update(file.body).digest('hex')).toBe(output.sha256);
  expect(file.headers.get('Content-Type')).toBe(output.media_type);
  return { output, data: file.body as unknown as Buffer };
}

const smallPicture = (path: string, width = 200) => platform.call('GET', `${path}&width=${width}`);

const durationOf = (data: Buffer): Promise<number> =>
  new Input({
    source: new BufferSource(new Uint8Array(data)),
    formats: [MP3, MP4, WEBM],
  }).computeDuration();

async function upload(data: Buffer, mediaType: string, purpose: string): Promise<string> {
  const sha256 = createHash('sha256').update(data).digest('hex');
  const metadata = { sha256, purpose, filetype: mediaType };
  const encoded = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const headers = { ...person.headers, 'Tus-Resumable': '1.0.0' };
  const begun = await fetch(`${platform.url}/api/v2/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'Upload-Length': String(data.length),
      'Upload-Metadata': encoded.join(','),
    },
  });
  const sent = await fetch(platform.url + begun.headers.get('Location'), {
    method: 'PATCH',
    headers: {
      ...headers,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(data),
  });
  if (sent.status !== 204) return String(sent.status);
  const found = await platform.call('GET', `/api/v2/upload/${sha256}`, { person });
  return found.body.file.url as string;
}

test('a film from words comes with small pictures, gets a sound, and so does one that was sent', async () => {
  const words = { prompt: '海 日落', duration: 2, width: 512, height: 320, steps: 5 };
  const film = await make('kiln-film', 'Txt2Video', words);
  expect(film.output).toMatchObject({ media_type: 'video/webm', width: 512, height: 320 });
  expect(await durationOf(film.data)).toBeCloseTo(2, 1);
  for (const width of [200, 512]) {
    const small = await smallPicture(film.output.img, width);
    expect(small.headers.get('Content-Type')).toBe('image/webp');
    expect((await sharp(small.body).metadata()).width).toBe(width);
  }

  const sound = { prompt: 'happy pop', sound: 'music' };
  const own = await make('kiln-soundtrack', 'VideoVoice', { ...sound, video: film.output.img });
  expect(await durationOf(own.data)).toBeCloseTo(2, 1);
  expect((await smallPicture(own.output.img)).status).toBe(200);

  const mp4 = await readFile(new URL('../../fixtures/film.mp4', import.meta.url));
  const sent = [
    { data: own.data, media_type: 'video/webm', width: 512, height: 320 },
    { data: mp4, media_type: 'video/mp4', width: 128, height: 96 },
  ];
  for (const { data, ...same } of sent) {
    const video = await upload(data, same.media_type, 'film');
    const spoken = { prompt: 'The sea at sunset', sound: 'voice', video };
    const narrated = await make('kiln-soundtrack', 'VideoVoice', spoken);
    expect(narrated.output).toMatchObject(same);
  }
});

test('a picture moves, music plays and a text is read aloud', async () => {
  const picture = await (await drawScene(192, 128)).png().toBuffer();
  const image = await upload(picture, 'image/png', 'source');
  const moving = await make('kiln-motion', 'Img2Video', { image, duration: 2, resolution: 512 });
  expect(moving.output).toMatchObject({ media_type: 'video/webm', width: 512, height: 336 });

  const music = await make('kiln-music', 'GenMusic', { prompt: '欢快的流行音乐', duration: 10 });
  expect(music.output).toMatchObject({ media_type: 'audio/mpeg', width: 0, height: 0 });
  expect(await durationOf(music.data)).toBeCloseTo(10, 0);
  expect((await smallPicture(music.output.img)).headers.get('Content-Type')).toBe('image/webp');

  // Ten syllables each, three to five a second, and a pause or two.
  for (const prompt of ['窑火正旺，我们开始画画吧', 'The kiln is hot, let us begin to paint now']) {
    const voice = await make('kiln-voice', 'Text2Voice', { prompt });
    expect(voice.output).toMatchObject({ media_type: 'audio/mpeg', width: 0, height: 0 });
    const seconds = await durationOf(voice.data);
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(5.5);
    expect((await smallPicture(voice.output.img)).status).toBe(200);
  }
});

test('a film is no picture, and a picture no film', async () => {
  const picture = await (await drawScene(40, 30)).png().toBuffer();
  expect(await upload(picture, 'image/png', 'film')).toBe('415');
  const url = await upload(picture, 'image/png', 'source');
  const refused = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: 'kiln-soundtrack', job_type: 'VideoVoice', input: { prompt: 'x', video: url } },
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('Format Not Supported');
});
