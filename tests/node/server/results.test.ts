import { createHash } from 'node:crypto';

import sharp from 'sharp';
import { expect, test, vi } from 'vitest';

import type { EngineOutput } from '../../../server/engines/contract/engine.ts';
import { storeOutputs } from '../../../server/queue/finish.ts';
import { engineErrorFrom } from '../engines/conformance.ts';
import { drawScene } from '../engines/pictures.ts';

// Pictures are looked at in processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const tail = Buffer.from('PK\u0003\u0004 what somebody else put here');

const outputOf = (data: Uint8Array, mediaType: string, index = 0): EngineOutput => ({
  index,
  data,
  mediaType,
  width: 48,
  height: 32,
  seed: '1',
  model: 'other',
  parameters: {},
  censored: false,
  warnings: [],
});

/** Stores as the queue does, and says what was written. */
async function stored(outputs: EngineOutput[], asked = outputs.length) {
  const written: Buffer[] = [];
  const store = {
    write: (_: unknown, data: Uint8Array) => Promise.resolve(void written.push(Buffer.from(data))),
    remove: () => Promise.resolve(),
  } as unknown as Parameters<typeof storeOutputs>[0];
  return { kept: await storeOutputs(store, { outputs: asked }, outputs), written };
}

test('an engine’s picture is kept up to its end, whatever follows there', async () => {
  const scene = await drawScene(48, 32);
  const png = await scene.clone().png().toBuffer();
  const moving = sharp([png, await sharp(png).negate().png().toBuffer()], {
    join: { animated: true },
  });
  const pictures: [string, Buffer][] = [
    ['image/png', png],
    ['image/jpeg', await scene.clone().jpeg({ progressive: true }).toBuffer()],
    ['image/webp', await moving.clone().webp().toBuffer()],
    ['image/gif', await moving.clone().gif().toBuffer()],
  ];
  for (const [mediaType, data] of pictures) {
    for (const sent of [data, Buffer.concat([data, tail])]) {
      const { kept, written } = await stored([outputOf(sent, mediaType)]);
      expect([mediaType, written[0]?.equals(data)]).toEqual([mediaType, true]);
      expect(kept[0]?.file).toMatchObject({
        bytes: data.length,
        sha256: createHash('sha256').update(data).digest('hex'),
      });
      expect(kept[0]?.thumbhash).not.toBe('');
    }
  }
});

test('a result that would be as wrong the next time ends the job at once, one that broke off does not', async () => {
  const png = await (await drawScene(48, 32)).png().toBuffer();
  const cases: [string, EngineOutput[], number, boolean][] = [
    ['another kind than it says', [outputOf(png, 'image/jpeg')], 1, false],
    ['numbered beyond what was asked for', [outputOf(png, 'image/png', 1)], 1, false],
    [
      'a poster that is none',
      [{ ...outputOf(png, 'image/png'), poster: Buffer.alloc(80, 1) }],
      1,
      false,
    ],
    ['cut within its head', [outputOf(png.subarray(0, 3), 'image/png')], 1, true],
  ];
  for (const [what, outputs, asked, retryable] of cases) {
    const error = await engineErrorFrom(stored(outputs, asked));
    expect([what, error.code, error.retryable]).toEqual([what, 'result-damaged', retryable]);
  }
});
