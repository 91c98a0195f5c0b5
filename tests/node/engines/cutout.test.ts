import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { cutGrid, directionsOf } from '../../../server/workshop/cutout/max-flow.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { EngineOutput } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { addNoise } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-cutout-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

const width = 240;
const height = 180;

const drawn = (shapes: string, size = { width, height }): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const vase =
  'M120 20 C150 20 135 60 150 80 C185 120 165 165 120 165 C75 165 55 120 90 80 C105 60 90 20 120 20Z';
const inside = drawn(`<path d="${vase}" fill="#fff"/>`);

/** A vase of two colours; on busy ground one of them is also behind it. */
async function still(isBusy: boolean): Promise<Buffer> {
  const behind = isBusy
    ? '<rect width="240" height="180" fill="#4a6"/><path d="M0 0 H70 V60 H0Z M190 120 H240 V180 H190Z" fill="#d8b24a"/><path d="M30 0 L60 180 M200 0 L230 180" stroke="#274" stroke-width="9"/>'
    : '<rect width="240" height="180" fill="#cfd2d6"/>';
  const scene = await drawn(
    `${behind}<path d="${vase}" fill="#b3392c"/><path d="M88 100 H152 V120 H88Z" fill="#d8b24a"/>`,
  );
  const flat = await sharp(scene).removeAlpha().raw().toBuffer();
  return sharp(addNoise(flat, 4), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const keepPaths = 'M120 35 V150 M95 110 H145';
const dropPaths = 'M15 15 V165 M225 15 V165 M60 12 H90 M150 12 H200';
const strokes = (keep: string, drop: string, ground = ''): Promise<Buffer> =>
  drawn(
    `${ground}<g fill="none" stroke-width="5"><path d="${keepPaths}" stroke="${keep}"/><path d="${dropPaths}" stroke="${drop}"/></g>`,
  );

async function cut(picture: Uint8Array, marks: Uint8Array | null): Promise<EngineOutput> {
  const sources = [];
  for (const [field, data] of Object.entries({ image: picture, strokes: marks })) {
    if (!data) continue;
    const file = path.join(folder, `${field}.png`);
    await writeFile(file, data);
    sources.push({ field, path: file, mediaType: 'image/png', width: 0, height: 0 });
  }
  const [output] = await engine.run(jobOf(engine, 'kiln-cutout', { sources }), recordingContext());
  return output!;
}

/** Share of what either has that both have. */
async function overlap(output: EngineOutput): Promise<number> {
  const alpha = await sharp(output.data).extractChannel('alpha').raw().toBuffer();
  const truth = await sharp(await inside)
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  let both = 0;
  let either = 0;
  for (let pixel = 0; pixel < truth.length; pixel += 1) {
    both += Math.min(alpha[pixel]!, truth[pixel]!);
    either += Math.max(alpha[pixel]!, truth[pixel]!);
  }
  return both / either;
}

describe('cutting out', () => {
  test('a few strokes are enough on busy ground that has the subject’s colours', async () => {
    const output = await cut(await still(true), await strokes('#0c0', '#d00'));
    expect([output.width, output.height, output.warnings]).toEqual([width, height, []]);
    expect(await overlap(output)).toBeGreaterThan(0.93);
  });

  test('green or white keeps, red or dark drops; white on black is a mask', async () => {
    const picture = await still(true);
    const coloured = await cut(picture, await strokes('#0c0', '#d00'));
    const plain = await cut(picture, await strokes('#fff', '#000'));
    expect(Buffer.from(plain.data).equals(Buffer.from(coloured.data))).toBe(true);
    const ground = '<rect width="240" height="180" fill="#000"/>';
    const opaque = await sharp(await strokes('#fff', '#000', ground))
      .removeAlpha()
      .png()
      .toBuffer();
    expect(await overlap(await cut(await still(false), opaque))).toBeGreaterThan(0.93);
  });

  test('without strokes a thing on plain ground is found, and said to be a guess', async () => {
    const output = await cut(await still(false), null);
    expect(output.warnings).toEqual(['subject-guessed']);
    expect(await overlap(output)).toBeGreaterThan(0.93);
  });

  test('the background does not shine through at the outline', async () => {
    const picture = await drawn(
      '<rect width="240" height="180" fill="#00d020"/><circle cx="120" cy="90" r="60" fill="#d01010"/>',
    );
    const output = await cut(picture, null);
    const { data } = await sharp(output.data).raw().toBuffer({ resolveWithObject: true });
    let rim = 0;
    let green = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3]! < 60 || data[at + 3]! > 240) continue;
      rim += 1;
      if (data[at + 1]! > data[at]!) green += 1;
    }
    expect(rim).toBeGreaterThan(50);
    expect(green / rim).toBeLessThan(0.05);
  });

  test('the same task gives the same bytes', async () => {
    const marks = await strokes('#0c0', '#d00');
    const once = await cut(await still(true), marks);
    const again = await cut(await still(true), marks);
    expect(Buffer.from(again.data).equals(Buffer.from(once.data))).toBe(true);
  });

  test('tiny, narrow, even, damaged and very wide pictures end well', async () => {
    for (const size of [
      { width: 1, height: 1 },
      { width: 3, height: 200 },
      { width: 30_000, height: 24 },
    ]) {
      const even = await sharp({ create: { ...size, channels: 3, background: '#864' } })
        .png()
        .toBuffer();
      const marks = await drawn('<rect width="9" height="9" fill="#0c0"/>', {
        width: 20,
        height: 20,
      });
      for (const marked of [null, marks]) {
        const output = await cut(even, marked);
        expect(output.width).toBe(Math.min(2048, size.width));
        expect((await sharp(output.data).metadata()).width).toBe(output.width);
      }
    }
    const damaged = await engineErrorFrom(cut(await still(false), Buffer.from('none')));
    expect(damaged.code).toBe('unsupported-media');
  });
});

test('the minimum cut is the cheapest of all cuts, as trying them all shows', () => {
  const inner = 3;
  const wide = inner + 2;
  const steps = directionsOf(wide);
  let state = 7;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const at = (index: number): number =>
    (Math.floor(index / inner) + 1) * wide + (index % inner) + 1;
  const nodes = Array.from({ length: inner * inner }, (_, index) => at(index));
  for (let turn = 0; turn < 60; turn += 1) {
    const capacity = new Float32Array(wide * wide * 8);
    const terminal = new Float32Array(wide * wide);
    for (const node of nodes) {
      terminal[node] = Math.round(20 * (next() - 0.5));
      for (let direction = 0; direction < 8; direction += 1) {
        if (nodes.includes(node + steps[direction]!))
          capacity[node * 8 + direction] = Math.round(8 * next());
      }
    }
    const costOf = (isSource: (node: number) => boolean): number => {
      let cost = 0;
      for (const node of nodes) {
        const pull = terminal[node]!;
        if (isSource(node) ? pull < 0 : pull > 0) cost += Math.abs(pull);
        for (let direction = 0; direction < 8; direction += 1) {
          if (isSource(node) && !isSource(node + steps[direction]!))
            cost += capacity[node * 8 + direction]!;
        }
      }
      return cost;
    };
    let cheapest = Infinity;
    for (let labels = 0; labels < 2 ** nodes.length; labels += 1) {
      const chosen = new Set(nodes.filter((_, index) => (labels >> index) & 1));
      cheapest = Math.min(
        cheapest,
        costOf((node) => chosen.has(node)),
      );
    }
    const emptied = { capacity: capacity.slice(), terminal: terminal.slice() };
    const sides = cutGrid({ width: wide, height: wide, ...emptied });
    expect(costOf((node) => sides[node] === 1)).toBe(cheapest);
  }
});
