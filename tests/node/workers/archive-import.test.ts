import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeAlbum, listAlbums } from '../../../src/db/albums/albums.ts';
import { listMembers, listTags } from '../../../src/db/albums/memberships.ts';
import { db } from '../../../src/db/database.ts';
import { getOriginal } from '../../../src/db/media/media.ts';
import { listWorks } from '../../../src/db/works/works.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { bringAlbums } from '../../../workers/archive-import/bring-albums.ts';
import type { ImportProgress } from '../../../workers/archive-import/contract.ts';
import { WorkerGoneError } from '../../../workers/asked-worker.ts';
import { ImportRun } from '../../../workers/archive-import/run-import.ts';
import { openSources } from '../../../workers/archive-import/sources.ts';
import {
  artBotArchive,
  hashOf,
  kilnArchive,
  olderArtBotArchive,
  pictureBytes,
  stableUiArchive,
} from '../../fixtures/archives.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { nodeImportTools } from '../../fixtures/import-tools.ts';
import { pilText, pngWith } from '../../fixtures/recipes.ts';
import { jsonBytes, textBytes, zipFile } from '../../fixtures/zip.ts';

beforeEach(freshDevice);

async function bring(files: readonly File[], person: UserKey = owner, tell = false) {
  const { sources, refused } = await openSources(files);
  const progress: ImportProgress[] = [];
  const order = { owner: person, tell };
  const run = new ImportRun(sources, order, nodeImportTools, (at) => progress.push(at));
  const end = await run.run();
  const albums = await bringAlbums(
    order,
    sources.flatMap((source) => source.albums),
  );
  const before = [...refused, ...sources.flatMap((source) => source.refused)];
  return {
    ...end,
    albums,
    format: sources[0]?.format,
    refused: [...before, ...end.refused.told].map(({ file, entry, reason }) => [
      entry ?? file,
      reason,
    ]),
    progress,
  };
}

const works = () => listWorks({ owner, order: 'oldest', limit: 100 });

describe('an archive of stable-ui', () => {
  test('comes in whole, with what its sidecars tell', async () => {
    const end = await bring([await zipFile('stable_horde.zip', stableUiArchive(5))]);
    expect(end).toMatchObject({ format: 'stable-ui', added: 5, known: 0, refused: [] });
    const found = await works();
    expect(found.map(({ seed }) => seed)).toEqual(['1000', '1001', '1002', '1003', '1004']);
    expect(found[1]).toMatchObject({
      origin: 'imported',
      jobType: 'Text2Img',
      model: 'horde/Deliberate',
      modelLabel: { cn: 'Deliberate', en: 'Deliberate' },
      prompt: 'a lantern "1" in fog: 雪山',
      negativePrompt: 'blurry, bad',
      starred: 1,
      sha256: hashOf(pictureBytes(1)),
      width: 21,
      height: 16,
    });
    expect(found[1]?.parameters).toMatchObject({
      sampler_name: 'k_dpmpp_2m',
      steps: 24,
      cfg_scale: 7.5,
      karras: true,
      post_processing: ['GFPGAN'],
    });
    expect(found[1]?.parameters).not.toHaveProperty('workerName');
    const original = await getOriginal(found[1]!.id);
    expect(hashOf(await original!.blob.bytes())).toBe(hashOf(pictureBytes(1)));
  });

  test('is one whatever format its pictures were saved in, and packed or not', async () => {
    const packed = stableUiArchive(3, 'webp').map((file) => ({ ...file, deflate: true }));
    const end = await bring([await zipFile('stable_horde.zip', packed)]);
    // By their bytes they are PNG, whatever they are called.
    expect(end).toMatchObject({ format: 'stable-ui', added: 3, refused: [] });
    expect((await works())[0]?.mediaType).toBe('image/png');
  });

  test('brings a picture whose sidecar is broken, or missing', async () => {
    const files = stableUiArchive(3);
    files[3] = { ...files[3]!, data: textBytes('{"prompt": ') };
    files.pop();
    expect(await bring([await zipFile('stable_horde.zip', files)])).toMatchObject({
      added: 3,
      refused: [],
    });
    expect((await works()).filter(({ prompt }) => prompt === '')).toHaveLength(2);
  });

  test('adds nothing the second time', async () => {
    const file = () => zipFile('stable_horde.zip', stableUiArchive(30));
    expect(await bring([await file()])).toMatchObject({ added: 30, known: 0 });
    expect(await bring([await file()])).toMatchObject({ added: 0, known: 30, bytes: 0 });
    expect(await works()).toHaveLength(30);
  });
});

describe('an archive of ArtBot', () => {
  test('comes in with what was asked of the Horde', async () => {
    const end = await bring([await zipFile('artbot.zip', artBotArchive(3))]);
    expect(end).toMatchObject({ format: 'artbot', added: 3, refused: [] });
    expect((await works())[0]).toMatchObject({
      model: 'horde/AlbedoBase XL (SDXL)',
      prompt: 'a quiet harbour',
      negativePrompt: 'people',
      parameters: { steps: 12, sampler_name: 'k_euler_a', clip_skip: 2, loras: ['247778:0.8'] },
      createdAtMs: new Date(2024, 2, 14, 21, 26, 53).getTime(),
    });
  });

  test('comes in by its list where it is of the older kind', async () => {
    const end = await bring([await zipFile('artbot-image-export.zip', olderArtBotArchive(4))]);
    expect(end).toMatchObject({ format: 'artbot', added: 4, refused: [] });
    expect((await works())[0]).toMatchObject({
      prompt: 'a fox',
      negativePrompt: 'dogs',
      model: 'horde/stable_diffusion',
      parameters: { sampler_name: 'k_heun', steps: 30, cfg_scale: 9 },
      createdAtMs: Date.UTC(2023, 1, 3, 4, 5, 6),
    });
  });
});

describe('an archive of Kiln', () => {
  test('comes back under the names that its works had', async () => {
    const end = await bring([await zipFile('kiln.zip', kilnArchive(4))]);
    expect(end).toMatchObject({ format: 'kiln', added: 4, refused: [] });
    const [first] = await works();
    expect(first).toMatchObject({
      id: '0192f000-0000-7000-8000-000000000000',
      jobType: 'Img2Img',
      model: 'horde-redraw/Deliberate',
      modelLabel: { cn: '审慎', en: 'Deliberate' },
      parameters: { steps: 30, cfg_scale: 7, loras: ['riso:0.6'] },
      starred: 1,
      rating: 0,
      createdAtMs: Date.UTC(2026, 2, 4, 5, 6, 7),
    });
  });

  test('brings them under other names where these are another person’s on this device', async () => {
    await bring([await zipFile('kiln.zip', kilnArchive(2))], '9@kiln' as UserKey);
    expect(await bring([await zipFile('kiln.zip', kilnArchive(2))])).toMatchObject({ added: 2 });
    expect(await bring([await zipFile('kiln.zip', kilnArchive(2))])).toMatchObject({
      added: 0,
      known: 2,
    });
    expect(await works()).toHaveLength(2);
  });

  test('has no picture opened that was open where it comes from, unless it is not the one that is meant', async () => {
    const blur = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
    // As wide as kilnArchive makes them, all of them 16 high.
    const width = (index: number) => 20 + ((40 + index) % 9);
    const said: object[] = [
      { thumbhash: blur },
      // Taken with the camera held upright.
      { thumbhash: blur, width: 16, height: width(1) },
      // The rest is opened: no blur, none of ours, another size, and told of other bytes.
      {},
      { thumbhash: 'javascript:alert(1)' },
      { thumbhash: blur, width: 4_000, height: 16 },
      { thumbhash: blur, sha256: 'f'.repeat(64) },
    ];
    let number = -1;
    const files = kilnArchive(said.length).map(({ name, data }) => {
      if (!/^works\/.*\.json$/.test(String(name))) return { name, data };
      number += 1;
      const told = JSON.parse(new TextDecoder().decode(data)) as object;
      return { name, data: jsonBytes({ ...told, width: width(number), ...said[number] }) };
    });
    let opened = 0;
    const tools: typeof nodeImportTools = {
      ...nodeImportTools,
      picture: (...given) => {
        opened += 1;
        return nodeImportTools.picture(...given);
      },
    };
    const { sources } = await openSources([await zipFile('kiln.zip', files)]);
    const order = { owner, tell: false };
    const end = await new ImportRun(sources, order, tools, () => undefined).run();
    expect(end).toMatchObject({ added: 6, refused: { count: 0 } });
    expect(opened).toBe(4);
    const found = (await works()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(found.map(({ thumbhash, width, height }) => [thumbhash, width, height])).toEqual([
      [blur, width(0), 16],
      [blur, 16, width(1)],
      ...[2, 3, 4, 5].map((index) => ['blur', width(index), 16]),
    ]);
  });

  test('bytes that its list vouches for come in whatever their checksum; others are held against it', async () => {
    const files = kilnArchive(3);
    const spoilt = files[2]!.data.slice();
    spoilt[40]! ^= 1;
    files[0] = { ...files[0]!, claims: { crc: 1 } };
    files[2] = { ...files[2]!, data: spoilt, claims: { crc: 1 } };
    files[5] = { ...files[5]!, claims: { crc: 1 } };
    const end = await bring([await zipFile('kiln.zip', files)]);
    expect(end.added).toBe(2);
    expect(end.refused).toEqual([[files[2].name, 'entry-damaged']]);
    // What lies beside the last one can't be believed.
    expect((await works()).map(({ prompt }) => prompt).toSorted()).toEqual(['', 'a kiln 0']);
  });

  test('names what is in its list and not in it, and what is not what the list says', async () => {
    const files = kilnArchive(4);
    files.splice(0, 1);
    files[1] = { ...files[1]!, data: pictureBytes(99) };
    const end = await bring([await zipFile('kiln.zip', files)]);
    expect(end.added).toBe(2);
    expect(end.refused.map(([, reason]) => reason)).toEqual(['listed-but-missing', 'wrong-hash']);
  });

  const albumId = '0192f000-0000-7000-9000-00000000000a';
  const idOf = (index: number) => `0192f000-0000-7000-8000-00000000000${index}`;
  const listed = {
    albums: [
      {
        id: albumId,
        name: '  远方  ',
        kind: 'album',
        rule: null,
        cover: idOf(1),
        workIds: [idOf(0), idOf(1), idOf(1), 'nobody knows this one'],
      },
      { id: 'snow', name: '#snow', kind: 'tag', workIds: [idOf(2)] },
      { id: 'x', name: 'no id', kind: 'album', workIds: [idOf(0)] },
      { id: albumId, name: '', kind: 'album', workIds: [idOf(0)] },
      { id: albumId, name: 7, kind: 'album', workIds: 'all' },
      'an album',
      null,
    ],
  };
  const archive = () => zipFile('kiln.zip', kilnArchive(4, listed)).then((file) => [file]);
  const intents = () => db.intents.where('owner').equals(owner).toArray();

  test('puts its works into their albums and gives them their tags, once; nobody else is told', async () => {
    expect(await bring(await archive())).toMatchObject({ albums: { added: 1, tooMany: 0 } });
    expect(await bring(await archive())).toMatchObject({ albums: { added: 0, tooMany: 0 } });
    const [album, ...others] = await listAlbums(owner);
    expect(others).toEqual([]);
    expect(album).toMatchObject({ id: albumId, name: '远方', coverId: idOf(1), rule: null });
    expect(await listMembers(owner, album!.id)).toEqual([idOf(0), idOf(1)]);
    expect(await listTags(owner)).toEqual(['snow']);
    expect(await listMembers(owner, '#snow')).toEqual([idOf(2)]);
    expect(await intents()).toEqual([]);
  });

  test('brings an album to other devices where its works go there, and else with its first change', async () => {
    await bring(await archive());
    await changeAlbum(owner, (await listAlbums(owner))[0]!.id, { name: '近处' });
    const [told] = await intents();
    expect(told?.payload).toMatchObject({
      albumId,
      change: { name: '近处', coverId: idOf(1), rule: null, isDeleted: false },
    });
    await freshDevice();
    await bring(await archive(), owner, true);
    const kinds = (await intents()).map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['change-album', 'collect-works', 'collect-works', 'keep-work']);
  });

  test('brings a deleted album back, and another person’s under an id of its own', async () => {
    await bring(await archive());
    await changeAlbum(owner, (await listAlbums(owner))[0]!.id, { isDeleted: true });
    expect(await bring(await archive())).toMatchObject({ albums: { added: 1 } });
    const other = '9@kiln' as UserKey;
    await bring(await archive(), other);
    await bring(await archive(), other);
    const theirs = await listAlbums(other);
    expect(theirs.map(({ name }) => name)).toEqual(['远方']);
    expect(theirs[0]?.id).not.toBe(albumId);
    expect(await listMembers(other, theirs[0]!.id)).toHaveLength(2);
    expect(await listMembers(owner, theirs[0]!.id)).toEqual([]);
  });

  test('that was cut short goes on where it was', async () => {
    const whole = kilnArchive(30);
    const { sources } = await openSources([await zipFile('kiln.zip', whole)]);
    // The tab was closed after the first change.
    const cut = sources.map((source) => ({ ...source, works: source.works.slice(0, 24) }));
    await new ImportRun(cut, { owner, tell: false }, nodeImportTools, () => undefined).run();
    const again = await openSources([await zipFile('kiln.zip', whole)]);
    const read: string[] = [];
    for (const source of again.sources)
      for (const work of source.works) {
        const { entry } = work;
        work.entry = {
          ...entry,
          read: () => {
            read.push(entry.name);
            return entry.read();
          },
        };
      }
    const run = new ImportRun(again.sources, { owner, tell: false }, nodeImportTools, () => {});
    expect(await run.run()).toMatchObject({ added: 6, known: 24 });
    expect(read).toHaveLength(6);
  });
});

describe('loose files', () => {
  const loose = (name: string, data: Uint8Array<ArrayBuffer>) =>
    new File([data], name, { lastModified: Date.UTC(2025, 0, 2) });
  const infotext =
    'a red fox\nNegative prompt: snow\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 42, Size: 8x8, Model: dreamshaper_8';

  test('tell of themselves what they can', async () => {
    const a1111 = pngWith(pilText('parameters', infotext));
    const graph = {
      3: {
        class_type: 'KSampler',
        inputs: {
          seed: 7,
          steps: 9,
          cfg: 3,
          sampler_name: 'euler',
          scheduler: 'normal',
          denoise: 1,
          model: ['4', 0],
          positive: ['6', 0],
          negative: ['7', 0],
          latent_image: ['5', 0],
        },
      },
      4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'flux.safetensors' } },
      5: { class_type: 'EmptyLatentImage', inputs: { width: 8, height: 8 } },
      6: { class_type: 'CLIPTextEncode', inputs: { text: 'a blue door' } },
      7: { class_type: 'CLIPTextEncode', inputs: { text: '' } },
    };
    const comfy = pngWith(pilText('prompt', JSON.stringify(graph)));
    const end = await bring([loose('a.png', a1111), loose('b.png', comfy)]);
    expect(end).toMatchObject({ format: 'loose', added: 2, refused: [] });
    const found = new Map((await works()).map((work) => [work.prompt, work]));
    expect(found.get('a red fox')).toMatchObject({
      negativePrompt: 'snow',
      seed: '42',
      model: 'dreamshaper_8',
      parameters: { steps: 20, cfg_scale: 7 },
      createdAtMs: Date.UTC(2025, 0, 2),
    });
    expect(found.get('a blue door')).toMatchObject({ model: 'flux.safetensors', seed: '7' });
  });

  test('are told of by a text beside them', async () => {
    const end = await bring([
      loose('00001-42.png', pictureBytes(3)),
      loose('00001-42.txt', textBytes(infotext)),
    ]);
    expect(end).toMatchObject({ added: 1, refused: [] });
    expect((await works())[0]).toMatchObject({ prompt: 'a red fox', seed: '42' });
  });

  test('may be films, and what is nothing of all that is named', async () => {
    const film = new Uint8Array(await readFile('tests/fixtures/film.mp4'));
    const end = await bring([
      loose('film.mp4', film),
      loose('words.pdf', textBytes('%PDF-1.4')),
      loose('cut.png', pictureBytes(1).slice(0, 60)),
      loose('lie.png', textBytes('no picture at all')),
      loose('broken.zip', textBytes('PK or not')),
    ]);
    expect(end.added).toBe(1);
    expect((await works())[0]).toMatchObject({ mediaType: 'video/mp4', jobType: 'Txt2Video' });
    expect((await works())[0]?.width).toBeGreaterThan(0);
    expect(new Map(end.refused as [string, string][])).toEqual(
      new Map([
        ['broken.zip', 'archive-damaged'],
        ['words.pdf', 'unknown-type'],
        ['cut.png', 'does-not-decode'],
        ['lie.png', 'unknown-type'],
      ]),
    );
  });

  test('in an archive without an order come in, and litter is passed over', async () => {
    const end = await bring([
      await zipFile('pictures.zip', [
        { name: 'a/one.png', data: pictureBytes(1) },
        { name: '__MACOSX/a/._one.png', data: textBytes('x') },
        { name: 'a/.DS_Store', data: textBytes('x') },
        { name: 'inner.zip', data: textBytes('PK') },
        { name: 'notes.md', data: textBytes('x') },
      ]),
    ]);
    expect(end).toMatchObject({
      format: 'loose',
      added: 1,
      refused: [
        ['inner.zip', 'nested-archive'],
        ['notes.md', 'unknown-type'],
      ],
    });
  });

  test('with the same bytes are one work', async () => {
    const end = await bring([loose('a.png', pictureBytes(1)), loose('b.png', pictureBytes(1))]);
    expect(end).toMatchObject({ added: 1, known: 1 });
    expect(await db.works.count()).toBe(1);
  });

  test('whose sidecars mean mischief change nothing but themselves', async () => {
    const files = stableUiArchive(2);
    const mischief =
      '{"prompt":"x","seed":"1","__proto__":{"polluted":1},"constructor":{"a":1},"toString":"y"}';
    files[1] = { ...files[1]!, data: textBytes(mischief) };
    files[3] = { ...files[3]!, data: jsonBytes({ prompt: 'p'.repeat(500_000), seed: {} }) };
    expect(await bring([await zipFile('stable_horde.zip', files)])).toMatchObject({ added: 2 });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const found = await works();
    expect(found.map(({ parameters }) => Object.keys(parameters))).toEqual([[], []]);
  });
});

test('progress counts works and bytes up to all of them', async () => {
  const { progress } = await bring([await zipFile('stable_horde.zip', stableUiArchive(60))]);
  expect(progress.length).toBeGreaterThan(1);
  const last = progress.at(-1)!;
  expect(last).toMatchObject({ done: 60, of: 60, added: 60, refused: 0 });
  expect(last.doneBytes).toBe(last.ofBytes);
});

test('where those that decode are gone, no picture is called damaged: the import stops, and goes on another time', async () => {
  const file = () => zipFile('stable_horde.zip', stableUiArchive(5));
  const { sources } = await openSources([await file()]);
  const tools = { ...nodeImportTools, picture: () => Promise.reject(new WorkerGoneError()) };
  const run = new ImportRun(sources, { owner, tell: false }, tools, () => undefined);
  await expect(run.run()).rejects.toBeInstanceOf(WorkerGoneError);
  expect(await bring([await file()])).toMatchObject({ added: 5, refused: [] });
});
