import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { withZip } from '../../../server/workshop/train/zip.ts';
import { zipOf, type Packed } from './lying-zip.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-zip-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What becomes of a zip: its readable files with their text, or the code it is refused with. */
async function open(data: Buffer): Promise<Map<string, string> | string> {
  const file = path.join(folder, 'set.zip');
  await writeFile(file, data);
  try {
    return await withZip(file, async (entries) => {
      const found = new Map<string, string>();
      for (const entry of entries) {
        const read = entry.bytes <= 1024 * 1024 ? await entry.read() : null;
        if (read) found.set(entry.name, read.toString());
      }
      return found;
    });
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}

const files: Packed[] = [
  { name: 'one.txt', data: Buffer.from('the first of three') },
  { name: 'two.txt', data: Buffer.from('the second of three'), stored: true },
  { name: '三.txt', data: Buffer.from('the third of three') },
];

const texts = files.map(({ data }) => data.toString());

/** Refused in words, or nothing but texts that were put in. */
function expectHarmless(found: Map<string, string> | string): void {
  if (typeof found === 'string') expect(found).toBe('unsupported-media');
  else expect(texts).toEqual(expect.arrayContaining([...found.values()]));
}

describe('a training zip', () => {
  test('is read file by file, packed or stored', async () => {
    expect(await open(zipOf(files))).toEqual(
      new Map(files.map(({ name }, index) => [name, texts[index]])),
    );
  });

  test('whose directory claims gigabytes of packed bytes is refused, or its real bytes are read', async () => {
    for (const packed of [0xffff_ffff, 0xffff_fff0, 0x8000_0000, 0x7fff_ffff, 0]) {
      expectHarmless(await open(zipOf(files.map((file) => ({ ...file, claims: { packed } })))));
    }
  });

  test('with any field of its headers changed to an extreme gives only bytes that its checksums allow', async () => {
    const zip = zipOf(files);
    for (let at = 0; at + 4 <= zip.length; at += 1) {
      for (const value of [0, 0x7fff_ffff, 0xffff_ffff]) {
        const changed = Buffer.from(zip);
        changed.writeUInt32LE(value, at);
        expectHarmless(await open(changed));
      }
    }
  }, 120_000);

  test('cut anywhere is refused or gives whole files only', async () => {
    const zip = zipOf(files);
    for (let length = 0; length < zip.length; length += 1) {
      expectHarmless(await open(zip.subarray(0, length)));
    }
  }, 60_000);
});
