import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { examinePicture } from '../../../server/files/examine-picture.ts';
import { Problem } from '../../../server/http/problem.ts';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { uploadMaxFrames, uploadMaxScans } from '../../../src/domain/limits.ts';
import { bitmap } from '../engines/pictures.ts';
import { startTestPlatform, type Person, type TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const size = { width: 40, height: 30 };
let folder = '';
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-intake-'));
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register();
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const plain = () => sharp({ create: { ...size, channels: 3, background: '#597' } });

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A PNG with more pieces, behind its header. */
async function pngWith(...pieces: Buffer[]): Promise<Buffer> {
  const png = await plain().png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...pieces, png.subarray(33)]);
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

async function answerTo(data: Uint8Array): Promise<string> {
  const file = path.join(folder, 'picture');
  await writeFile(file, data);
  try {
    const found = await examinePicture(file, sniffMediaType(data) ?? '', 1);
    return `${found.width} × ${found.height} to ${found.end}`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.status} ${error.message}`;
  }
}

/** A GIF with so many frames of one pixel on a screen of this size. */
function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.concat([latin('GIF89a'), Buffer.alloc(7), Buffer.alloc(6)]);
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head[10] = 0x80;
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

describe('a picture is held against its bounds before a decoder opens it', () => {
  test('what every encoder writes is taken whole', async () => {
    const photo = plain().withExif({ IFD0: { Artist: 'Ann' } });
    const frames = [await plain().png().toBuffer(), await plain().negate().png().toBuffer()];
    const moving = () => sharp(frames, { join: { animated: true } });
    const files = {
      png: await photo.clone().png().withIccProfile('p3').toBuffer(),
      jpeg: await photo.clone().jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
      webp: await photo.clone().webp().toBuffer(),
      'webp without loss': await photo.clone().webp({ lossless: true }).toBuffer(),
      'plain webp': await plain().webp().toBuffer(),
      'moving webp': await moving().webp().toBuffer(),
      gif: await plain().gif().toBuffer(),
      'moving gif': await moving().gif().toBuffer(),
    };
    for (const [name, data] of Object.entries(files)) {
      expect(`${name}: ${await answerTo(data)}`).toBe(`${name}: 40 × 30 to ${data.length}`);
    }
  });

  test('50 MB of text in 50 KB are not inflated, in whatever piece they lie', async () => {
    const bomb = deflateSync(Buffer.alloc(50 * 1024 * 1024), { level: 9 });
    const pieces = {
      zTXt: chunk('zTXt', Buffer.concat([latin('Comment\0\0'), bomb])),
      iTXt: chunk('iTXt', Buffer.concat([latin('XML:com.adobe.xmp\0\u0001\0en\0\0'), bomb])),
      iCCP: chunk('iCCP', Buffer.concat([latin('ICC\0\0'), bomb])),
    };
    for (const [name, piece] of Object.entries(pieces)) {
      expect(`${name} ${await answerTo(await pngWith(piece))}`).toMatch(/413 .*beside its pixels/);
      // A decoder takes what comes before it finds that the checksum is wrong.
      const damaged = Buffer.from(piece);
      damaged[damaged.length - 6]! ^= 0xff;
      expect(`${name} ${await answerTo(await pngWith(damaged))}`).toMatch(/413 .*beside its pix/);
    }
    const small = deflateSync(Buffer.alloc(1024 * 1024), { level: 9 });
    const many = Array.from({ length: 6 }, () =>
      chunk('zTXt', Buffer.concat([latin('Comment\0\0'), small])),
    );
    expect(await answerTo(await pngWith(...many))).toMatch(/413 .*beside its pixels/);
    expect(await answerTo(await pngWith(...many.slice(0, 3)))).toMatch(/^40 × 30/);
    const broken = many.map((piece) =>
      Buffer.from(piece.map((byte, at) => (at === piece.length - 6 ? byte ^ 0xff : byte))),
    );
    expect(await answerTo(await pngWith(...broken))).toMatch(/413 .*beside its pixels/);
  });

  test('a file of nothing but empty pieces keeps nobody else waiting', async () => {
    const empty = (piece: Buffer) => Buffer.alloc(38 * 1024 * 1024, piece);
    const webp = Buffer.concat([latin('RIFF\0\0\0\0WEBP'), empty(latin('ALPH\0\0\0\0'))]);
    webp.writeUInt32LE(webp.length - 8, 4);
    const png = await pngWith(empty(chunk('IDAT', Buffer.alloc(0))));
    const jpeg = await plain().jpeg().toBuffer();
    const stuffed = Buffer.concat([
      jpeg.subarray(0, -2),
      empty(Buffer.from([0xff, 0])),
      jpeg.subarray(-2),
    ]);
    for (const data of [webp, png, stuffed]) {
      let beats = 0;
      const beating = setInterval(() => (beats += 1), 1);
      // What is asked of the file system and of a process takes a hundred turns of this one, the walk many more.
      expect(await answerTo(data)).toMatch(/^(?:40 × 30 to \d+|4(?:13|15) .+)$/);
      clearInterval(beating);
      expect(beats).toBeGreaterThan(20);
    }
  });

  test('too many pieces, frames, passes or bytes beside the pixels are refused in words', async () => {
    const text = chunk('tEXt', latin('Comment\0x'));
    const jpeg = await plain().jpeg().toBuffer();
    const app = Buffer.alloc(65_535 + 2, 1);
    app.set([0xff, 0xe5, 0xff, 0xff]);
    const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
    const passes = Array.from({ length: uploadMaxScans }, () => scan);
    const refused = {
      'many texts': await pngWith(...Array.from({ length: 5_000 }, () => text)),
      'many segments': Buffer.concat([
        jpeg.subarray(0, 2),
        ...Array.from({ length: 300 }, () => app),
        jpeg.subarray(2),
      ]),
      'many frames': gif(40, 30, uploadMaxFrames + 1),
      'many passes': Buffer.concat([jpeg.subarray(0, -2), ...passes, jpeg.subarray(-2)]),
      'a large frame on a small screen': Buffer.from(
        gif(40, 30, 1).map((byte, at) => (at >= 24 && at < 28 ? 0xff : byte)),
      ),
    };
    for (const [name, data] of Object.entries(refused)) {
      expect(`${name}: ${await answerTo(data)}`).toMatch(/: 413 The picture /);
    }
    expect(await answerTo(gif(40, 30, 20))).toMatch(/^40 × 30/);
  });

  test('lengths that lie lead nowhere', async () => {
    const files = [
      await plain().png().toBuffer(),
      await plain().jpeg().toBuffer(),
      await plain().webp().toBuffer(),
      await plain().gif().toBuffer(),
    ];
    for (const data of files) {
      for (let at = 4; at < Math.min(data.length, 400); at += 3) {
        const changed = Buffer.from(data);
        changed.fill(0xff, at, Math.min(data.length, at + 4));
        expect(await answerTo(changed)).toMatch(/^(?:\d+ × \d+ to \d+|4(?:13|15) .+)$/);
      }
    }
  });
});

describe('an upload', () => {
  async function upload(data: Uint8Array, name = 'picture.png') {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(data)]), name);
    return platform.call('POST', '/api/v2/upload', { person, body: form });
  }

  test('ends where its picture ends: what follows is neither kept nor served', async () => {
    const secret = Buffer.from('PK\u0003\u0004 something else');
    const made = {
      png: await plain().png().toBuffer(),
      jpeg: await plain().jpeg().toBuffer(),
      gif: await plain().gif().toBuffer(),
      webp: await plain().webp().toBuffer(),
      bmp: bitmap(2, 2),
    };
    for (const [name, data] of Object.entries(made)) {
      const sent = Buffer.concat([data, secret]);
      const { status, body } = await upload(sent);
      expect({ name, status, bytes: body.bytes }).toEqual({
        name,
        status: 200,
        bytes: data.length,
      });
      const served = await platform.call('GET', body.url as string);
      expect(Buffer.compare(served.body, data)).toBe(0);
      // The same bytes again are known by what was sent.
      expect((await upload(sent)).body.url).toBe(body.url);
    }
  });

  test('of a HEIC, an AVIF or a TIFF is refused with what to do', async () => {
    const photo = (brands: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), latin(brands)]);
    const heic = await upload(photo('ftypheic\0\0\0\0mif1heic'), 'photo.heic');
    expect([heic.status, heic.body.message]).toEqual([
      415,
      'Format Not Supported: a HEIC photo has to be saved as JPEG first',
    ]);
    const avif = await upload(await plain().avif().toBuffer(), 'picture.avif');
    expect([avif.status, avif.body.code]).toEqual([415, 'unsupported-media']);
    expect(avif.body.message).toContain('AVIF');
    const tiff = await upload(await plain().tiff().toBuffer(), 'scan.tif');
    expect(tiff.body.message).toContain('TIFF');
  });
});
