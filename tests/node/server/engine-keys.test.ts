import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { engineKeys } from '../../../server/engine-keys/tables.ts';
import { createEngineKeys } from '../../../server/engine-keys/keys.ts';
import { loadSecret } from '../../../server/engine-keys/secret.ts';
import type { Engine } from '../../../server/engines/contract/engine.ts';
import { startTestPlatform, temporaryFolder } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const usedKeys: (string | null | undefined)[] = [];

/** The test engine, with a key of one's own if there is one. */
function createKeyedEngine(): Engine {
  const engine = createTestEngine();
  return {
    ...engine,
    takesOwnKeys: true,
    async run(job, context) {
      usedKeys.push(await context.ownKey?.());
      return engine.run(job, context);
    },
  };
}

let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createKeyedEngine());
  person = await platform.register();
});
afterAll(() => platform?.stop());

const list = async (of: Person) =>
  (await platform.call('GET', '/api/account/engine_keys', { person: of })).body.data;
const set = (of: Person, key: string, engine = 'test') =>
  platform.call('POST', '/api/account/engine_keys', { person: of, body: { engine, key } });
const run = async (of: Person, prompt = 'a cat') => {
  const { body } = await platform.generate(of, prompt);
  return (await platform.ended(of, body.id as string)).body;
};

test('a key of one’s own is used for one’s own jobs, and never told', async () => {
  expect(await list(person)).toEqual([{ engine: 'test', is_set: false }]);
  expect((await set(person, 'sk-my-very-own')).status).toBe(200);
  const told = await list(person);
  expect(told).toEqual([{ engine: 'test', is_set: true }]);
  expect((await run(person)).state).toBe('Finished');
  expect(usedKeys.at(-1)).toBe('sk-my-very-own');

  const stranger = await platform.register();
  await run(stranger);
  expect(usedKeys.at(-1)).toBe(null);
});

test('it lies sealed in the database, and opens in its own row only', async () => {
  await set(person, 'sk-my-very-own');
  const of = eq(engineKeys.userId, person.uid);
  const [row] = await platform.database.select().from(engineKeys).where(of);
  expect(row?.sealed.toString('latin1')).not.toContain('very-own');
  // The same words are never the same bytes twice.
  await set(person, 'sk-my-very-own');
  const [again] = await platform.database.select().from(engineKeys).where(of);
  expect(again?.sealed.equals(row!.sealed)).toBe(false);

  const thief = await platform.register();
  await platform.database
    .insert(engineKeys)
    .values({ userId: thief.uid, engine: 'test', sealed: row!.sealed });
  const ended = await run(thief);
  expect(ended).toMatchObject({ state: 'Failed', code: 'invalid-input', cost: 0 });
  expect(ended.message).toMatch(/own key/);
});

test('it can be replaced and removed, as often as one likes', async () => {
  await set(person, 'sk-the-second');
  await run(person);
  expect(usedKeys.at(-1)).toBe('sk-the-second');
  const remove = () => platform.call('DELETE', '/api/account/engine_keys/test', { person });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(200);
  expect(await list(person)).toEqual([{ engine: 'test', is_set: false }]);
  await run(person);
  expect(usedKeys.at(-1)).toBe(null);
});

test('what is no key, no engine or nobody is refused', async () => {
  expect((await set(person, 'short')).status).toBe(400);
  expect((await set(person, 'with spaces inside')).status).toBe(400);
  expect((await set(person, 'x'.repeat(201))).status).toBe(400);
  expect((await set(person, 'long-enough-key', 'nowhere')).status).toBe(404);
  const nobody = await platform.call('GET', '/api/account/engine_keys');
  expect(nobody.status).toBe(403);
});

test('the secret is made once, for the platform alone to read', async () => {
  const file = path.join(platform.dataFolder, 'secret.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const folder = await temporaryFolder();
  const together = await Promise.all([1, 2, 3].map(() => loadSecret(folder, null)));
  for (const secret of together) expect(secret.equals(together[0]!)).toBe(true);
  expect((await loadSecret(folder, null)).equals(together[0]!)).toBe(true);
  // Words that several processes share do as well, and need no file.
  const shared = await loadSecret('/nowhere', 'thirty-two characters or even more');
  expect(shared).toHaveLength(32);
  await writeFile(path.join(folder, 'secret.key'), 'damaged');
  await expect(loadSecret(folder, null)).rejects.toThrow(/secret\.key/);
});

test('after a restart it is still there; with another secret it is told to be entered again', async () => {
  await set(person, 'sk-kept-it');
  await platform.restart(createKeyedEngine());
  expect((await run(person)).state).toBe('Finished');
  expect(usedKeys.at(-1)).toBe('sk-kept-it');
  const secret = await readFile(path.join(platform.dataFolder, 'secret.key'));
  const other = createEngineKeys(platform.database, Buffer.from(secret.map((byte) => byte ^ 1)));
  await expect(other.read(person.uid, 'test')).rejects.toMatchObject({ code: 'invalid-input' });
});
