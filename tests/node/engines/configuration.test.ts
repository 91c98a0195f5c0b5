import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { ConfigurationError } from '../../../server/config.ts';
import { readEngines } from '../../../server/engines/configuration.ts';
import type { Engine } from '../../../server/engines/contract/engine.ts';
import { commonSettings, defineKind } from '../../../server/engines/kind.ts';
import type { EngineTools } from '../../../server/engines/kind.ts';
import { createLog } from '../../../server/log.ts';
import { describeModel } from '../../../src/domain/schema-fields.ts';

const made: { settings: { name: string; key?: string | undefined }; tools: EngineTools }[] = [];
const kinds = {
  pottery: defineKind(
    commonSettings.extend({ glaze: z.enum(['blue', 'green']) }),
    (settings, tools) => {
      made.push({ settings, tools });
      const models = () =>
        ['bowl', 'cup'].map((name) =>
          describeModel({
            model: `${settings.name}/${name}`,
            name,
            label_cn: name,
            label_en: name,
            type: 'Text2Img',
            description: { text: '', text_en: '' },
            params: { default_steps: 4 },
          }),
        );
      return Promise.resolve({ name: settings.name, models } as unknown as Engine);
    },
  ),
};
const entry = { kind: 'pottery', name: 'north', url: 'http://127.0.0.1:5000/', glaze: 'blue' };

const read = (value: unknown, variables: Record<string, string> = {}) =>
  readEngines(
    typeof value === 'string' ? value : JSON.stringify(value),
    kinds,
    ['builtin'],
    variables,
  );

function complaint(value: unknown, variables: Record<string, string> = {}): string {
  try {
    read(value, variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('expected a complaint');
}

describe('KILN_ENGINES', () => {
  test('as inline JSON names several engines of one kind, each with its own name', async () => {
    const engines = read(
      {
        engines: [
          { ...entry, key: { env: 'NORTH_KEY' } },
          { ...entry, name: 'south' },
        ],
      },
      { NORTH_KEY: ' secret ' },
    );
    expect(engines.map(({ name }) => name)).toEqual(['north', 'south']);
    await engines[0]?.create({ log: createLog('silent'), webhookUrl: null });
    expect(made.at(-1)).toMatchObject({
      settings: { name: 'north', url: 'http://127.0.0.1:5000', key: 'secret' },
      tools: { folder: process.cwd() },
    });
  });

  test('as a path names a file, whose folder is where paths in it start', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kiln-engines-'));
    try {
      const file = path.join(folder, 'engines.json');
      await writeFile(file, `\uFEFF${JSON.stringify({ $schema: 'x', engines: [entry] })}`);
      await read(file)[0]?.create({ log: createLog('silent'), webhookUrl: null });
      expect(made.at(-1)?.tools.folder).toBe(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('says what choosing a model puts into a form: for every model, and for one of them', async () => {
    const defaults = {
      '*': { default_negative_prompt: 'cracks', default_steps: 20 },
      cup: { default_prompt: 'a cup', use_default_prompt: true, default_steps: 8 },
    };
    const [plain, told] = read({ engines: [entry, { ...entry, name: 'south', defaults }] });
    const tools = { log: createLog('silent'), webhookUrl: null };
    const recordsOf = async (engine: typeof plain) =>
      (await engine!.create(tools))
        .models()
        .map(({ params, use_default_prompt }) => ({ ...params, use_default_prompt }));
    const four = { default_steps: 4, use_default_prompt: false };
    expect(await recordsOf(plain)).toEqual([four, four]);
    expect(await recordsOf(told)).toEqual([
      { default_negative_prompt: 'cracks', default_steps: 20, use_default_prompt: false },
      {
        default_prompt: 'a cup',
        default_negative_prompt: 'cracks',
        default_steps: 8,
        use_default_prompt: true,
      },
    ]);
    const wrong = { cup: { default_stepps: 8, default_width: 5 } };
    const said = complaint({ engines: [{ ...entry, defaults: wrong }] });
    expect(said).toContain('default_stepps');
    expect(said).toContain('defaults.cup.default_width');
  });

  test('is refused in words that name entry and field, and no secret', () => {
    const text = complaint({
      engines: [
        { ...entry, glaze: 'red', key: 'hush-hush', colour: 1 },
        { ...entry, kind: 'weaving', name: 'loom' },
        { ...entry, name: 'builtin' },
        { ...entry, name: 'Not A Name' },
        { ...entry, name: 'east', url: 'http://me:hush-hush@host/?key=hush-hush' },
        { name: 'nobody' },
      ],
    });
    expect(text).toContain(`engines[0] ("north"): glaze: Invalid option`);
    expect(text).toContain('Unrecognized key: "colour"');
    expect(text).toContain(`engines[1] ("loom"): kind: must be one of pottery`);
    expect(text).toContain(`engines[2] ("builtin"): name: there is another engine of this name`);
    expect(text).toContain('engines[3] ("Not A Name"): name: must be lower-case letters');
    expect(text).toContain('engines[4] ("east"): url: must be an address such as');
    expect(text).toContain('engines[5]: kind: Invalid input');
    expect(text).not.toContain('hush-hush');
  });

  test.each([
    ['a file that is not there', '/no/such/file.json', 'there is no file /no/such/file.json'],
    ['broken JSON', '{ "engines": [ hush ] }', 'it is not JSON'],
    ['another shape', '{ "motors": [] }', 'engines: Invalid input'],
    [
      'a variable that is not set',
      { engines: [{ ...entry, key: { env: 'GONE' } }] },
      'variable GONE',
    ],
  ])('complains about %s', (_, value, words) => {
    const text = complaint(value);
    expect(text).toContain(words);
    expect(text).not.toContain('hush');
  });
});
