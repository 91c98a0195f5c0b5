import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { samples } from '../../samples/list.ts';
import { storedZip } from '../../samples/zip.ts';
import type { BuiltinTool } from '../../../server/workshop/tool.ts';
import { builtinTools } from '../../../server/workshop/tools.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import type {
  EngineJob,
  EngineOutput,
  EngineSource,
} from '../../../server/engines/contract/engine.ts';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { uploadMaxPixels } from '../../../src/domain/limits.ts';
import { isPlainSvg } from '../../../src/domain/plain-svg.ts';
import { jobOf, recordingContext } from './conformance.ts';
import {
  extremeFiles,
  plainPicture,
  plainSize,
  refusedFiles,
  turnedFile,
  unusualFiles,
  type OddFile,
} from './hostile.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-hostile-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function sourceOf(field: string, { name, data }: OddFile): Promise<EngineSource> {
  files += 1;
  const file = path.join(folder, `${files}-${name}`);
  await writeFile(file, data);
  return { field, path: file, mediaType: 'image/png', width: 0, height: 0 };
}

interface FileField {
  name: string;
  widget: string | undefined;
}

/** Every field of a tool that takes a file. */
const fileFields = (tool: BuiltinTool): FileField[] =>
  Object.entries(tool.schema('en').properties).flatMap(([name, property]) =>
    property.format === 'uri' ? [{ name, widget: property['x-widget'] }] : [],
  );

const takes = (tool: BuiltinTool, type: string): boolean =>
  tool.model.accept_types.length === 0
    ? type === 'png'
    : tool.model.accept_types.some((name) => name.replace(/^(image|video)\//, '') === type);

/** Something that belongs into a field: the plain picture, a mask or strokes on it, or a zip of pictures. */
async function plainFor(tool: BuiltinTool, { widget }: FileField): Promise<OddFile> {
  const { width, height } = plainSize;
  const drawn = (shapes: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
      ),
    )
      .png()
      .toBuffer();
  if (takes(tool, 'zip')) return zipOf([]);
  if (widget === 'mask')
    return {
      name: 'mask.png',
      data: await drawn(
        '<rect width="100%" height="100%"/><rect x="20" y="16" width="12" height="10" fill="#fff"/>',
      ),
    };
  if (widget === 'strokes')
    return {
      name: 'strokes.png',
      data: await drawn(
        '<rect x="20" y="20" width="8" height="4" fill="#0f0"/><rect x="2" y="42" width="60" height="4" fill="#f00"/>',
      ),
    };
  return { name: 'plain.png', data: await plainPicture() };
}

/** A zip with enough good pictures to learn from, and more. */
async function zipOf(more: readonly OddFile[], good = 3): Promise<OddFile> {
  const picture = await plainPicture();
  const pictures = Array.from({ length: good }, (_, index) => ({
    name: `good-${index}.png`,
    data: picture,
  }));
  return { name: 'set.zip', data: storedZip([...pictures, ...more]) };
}

/** The least that a tool may be asked for, with the words of its sample. */
function leastOf(tool: BuiltinTool): EngineJob['input'] {
  const input = { ...samples.find(({ model }) => model === tool.model.model)?.input };
  const { properties } = tool.schema('en');
  const least = { width: 128, height: 128, duration: 1, n: 1, steps: 10, left: 0, right: 32 };
  for (const [name, value] of Object.entries(least)) {
    const property = properties[name];
    if (property && !property.enum && tool.model.allow_dimensions.length === 0)
      input[name] = Math.max(value, property.minimum ?? value);
  }
  return input;
}

/** Runs a tool with these files, and what belongs there in the fields it cannot do without. */
async function outcome(
  tool: BuiltinTool,
  given: Readonly<Record<string, OddFile | EngineSource>>,
): Promise<EngineOutput[] | EngineError> {
  const { required } = tool.schema('en');
  const sources: EngineSource[] = [];
  for (const field of fileFields(tool)) {
    const file = given[field.name];
    // What takes several pictures has a field for each, and needs two.
    const isNeeded = required.includes(field.name) || field.name === 'image_2';
    if (file) sources.push('data' in file ? await sourceOf(field.name, file) : file);
    else if (isNeeded) sources.push(await sourceOf(field.name, await plainFor(tool, field)));
  }
  const job = jobOf(engine, tool.model.model, { input: leastOf(tool), sources });
  return engine.run(job, recordingContext()).catch((error: unknown) => {
    if (error instanceof EngineError) return error;
    throw error;
  });
}

/** How two results differ: by their bytes and, where they are pictures, by their pixels. */
async function differences(one: Uint8Array, other: Uint8Array): Promise<string> {
  if (Buffer.from(one).equals(other)) return 'the same';
  const pixels = await Promise.all([one, other].map((data) => sharp(data).raw().toBuffer()));
  const [left, right] = pixels as [Buffer, Buffer];
  const places = [...left].flatMap((value, at) => (value === right[at] ? [] : [at]));
  const most = Math.max(0, ...places.map((at) => Math.abs(left[at]! - right[at]!)));
  return `${one.length} and ${other.length} bytes; ${places.length} of ${left.length} values differ, by ${most} at most, first at ${places[0]}`;
}

/** The same file in every field. */
const everywhere = (tool: BuiltinTool, file: OddFile): Record<string, OddFile> =>
  Object.fromEntries(fileFields(tool).map(({ name }) => [name, file]));

async function made(tool: BuiltinTool, file: OddFile): Promise<EngineOutput[]> {
  const outputs = await outcome(tool, everywhere(tool, file));
  if (outputs instanceof EngineError) {
    throw new Error(`${tool.model.model} refused ${file.name}`, { cause: outputs });
  }
  return outputs;
}

/** Said so that a person knows what is wrong; not "the tool failed". */
function expectWords(error: EngineError): void {
  expect(['unsupported-media', 'too-large', 'invalid-input', 'source-missing']).toContain(
    error.code,
  );
  expect(error.message.length).toBeGreaterThan(8);
  expect(error.retryable).toBe(false);
}

/** Something that opens, of the size it says. */
async function expectSane(outputs: EngineOutput[]): Promise<void> {
  expect(outputs.length).toBeGreaterThan(0);
  for (const { data, mediaType, width, height, poster } of outputs) {
    expect(data.length).toBeGreaterThan(20);
    expect(width * height).toBeLessThanOrEqual(uploadMaxPixels);
    if (mediaType === 'image/svg+xml') expect(isPlainSvg(Buffer.from(data).toString())).toBe(true);
    else if (mediaType !== 'model/gltf-binary')
      expect(sniffMediaType(data.subarray(0, 32))).toBe(mediaType);
    const picture = mediaType.startsWith('image/') ? data : poster;
    if (!picture) continue;
    const { info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    if (picture === data && mediaType !== 'image/svg+xml')
      expect([info.width, info.height]).toEqual([width, height]);
  }
}

/** Another run may have the cores. */
const patient = { timeout: 120_000 };

const readers = builtinTools.filter((tool) => fileFields(tool).length > 0);

/** All of them for each tool: `KILN_ALL_PICTURES=1`. */
const takesAll = process.env.KILN_ALL_PICTURES !== undefined;

/**
 * The files that a tool is given. All tools open pictures by the same code, so that each is given every sixth one, and
 * every one comes to several tools.
 */
function shareOf<File>(tool: BuiltinTool, all: Record<string, File>): File[] {
  const turn = readers.indexOf(tool);
  return Object.values(all).filter((_, at) => takesAll || (at + turn) % 6 === 0);
}

describe.each(readers.map((tool) => [tool.model.model, tool] as const))(
  '%s',
  patient,
  (_, tool) => {
    const fields = fileFields(tool);
    const isZip = takes(tool, 'zip');
    const isFilm = takes(tool, 'mp4');

    test('what is no picture, or a bomb, is refused in words from every field', async () => {
      for (const field of fields) {
        const missing = await sourceOf(field.name, { name: 'gone.png', data: Buffer.alloc(0) });
        await rm(missing.path);
        expect(await outcome(tool, { [field.name]: missing })).toMatchObject({
          code: 'source-missing',
        });
        for (const [kind, { code, ...file }] of Object.entries(await refusedFiles())) {
          const error = await outcome(tool, { [field.name]: file });
          if (!(error instanceof EngineError))
            throw new Error(`${kind} was taken in ${field.name}`);
          expectWords(error);
          if (!isZip && !isFilm)
            expect([field.name, kind, error.code]).toEqual([field.name, kind, code]);
        }
      }
    });

    test.runIf(!isZip && !isFilm)('unusual pictures are taken as the plain one is', async () => {
      const plain = await made(tool, { name: 'plain.png', data: await plainPicture() });
      await expectSane(plain);
      const sizes = plain.map(({ width, height }) => [width, height]);
      for (const file of shareOf(tool, await unusualFiles())) {
        const outputs = await made(tool, file);
        await expectSane(outputs);
        expect(outputs.map(({ width, height }) => [width, height])).toEqual(sizes);
        if (file.name === 'moving.gif' && tool.model.upload !== null)
          expect(outputs[0]!.warnings).toContain('first-frame-only');
      }
      // Upright its pixels are the same, and so is what is made of them.
      const turned = await made(tool, await turnedFile());
      const apart = turned.map(({ data }, index) => differences(data, plain[index]!.data));
      expect(await Promise.all(apart)).toEqual(plain.map(() => 'the same'));
    });

    test.runIf(!isZip && !isFilm)('extreme sizes work or are answered in words', async () => {
      for (const field of fields) {
        for (const file of shareOf(tool, await extremeFiles())) {
          const outputs = await outcome(tool, { [field.name]: file });
          if (outputs instanceof EngineError) expectWords(outputs);
          else await expectSane(outputs);
        }
      }
    });

    test.runIf(isZip)(
      'a zip is learnt from whatever else is in it, and refused without',
      async () => {
        const odd = [
          ...Object.values(await refusedFiles()),
          ...Object.values(await unusualFiles()),
          ...Object.values(await extremeFiles()),
        ].map(({ data }, index) => ({ name: `odd-${index}.png`, data }));
        const outputs = await made(tool, await zipOf(odd));
        if (outputs instanceof EngineError) throw outputs;
        await expectSane(outputs);
        const refused = Object.values(await refusedFiles());
        const error = await outcome(tool, everywhere(tool, await zipOf(refused, 0)));
        expect(error).toMatchObject({ code: 'invalid-input' });
        expectWords(error as EngineError);
      },
    );
  },
);

describe('pictures of extreme shape', patient, () => {
  const plainTool = (name: string) => readers.find(({ model }) => model.model === name)!;

  test('a 30,000 px wide picture is restored, and too wide to enlarge', async () => {
    const wide = (await extremeFiles())['30,000 px wide']!;
    const [restored] = await made(plainTool('kiln-restore'), wide);
    expect([restored!.width, restored!.mediaType]).toEqual([30_000, 'image/png']);
    const error = await outcome(plainTool('kiln-upscale'), { image: wide });
    expect(error).toMatchObject({ code: 'too-large' });
  });

  test('a ribbon is cut to its place without being enlarged as a whole', async () => {
    const combine = plainTool('kiln-combine');
    const wide = (await extremeFiles())['30,000 px wide']!;
    const sources = [await sourceOf('image', wide), await sourceOf('image_2', wide)];
    const input = { ...leastOf(combine), width: 1024, height: 1024 };
    const job = jobOf(engine, combine.model.model, { input, sources });
    await expectSane(await engine.run(job, recordingContext()));
  });
});
