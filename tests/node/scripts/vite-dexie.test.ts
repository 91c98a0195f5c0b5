import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { edited } from '../../../scripts/vite-dexie.ts';

type DexieModule = typeof import('dexie');

const source = readFileSync(
  new URL('../../../node_modules/dexie/dist/modern/dexie.mjs', import.meta.url),
  'utf8',
);

const load = (code: string) =>
  import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<DexieModule>;

/** A database with rows, and what a live query of row 1 has told. */
async function follow({ Dexie, liveQuery }: DexieModule, name: string) {
  const database = new Dexie(name, { cache: 'disabled' });
  database.version(1).stores({ rows: 'id', others: 'id' });
  const rows = database.table<{ id: number; text: string }>('rows');
  const told: (string | undefined)[] = [];
  /** What a reading waits for before it ends. */
  let gate: { reached: () => void; open: Promise<void> } | null = null;
  const query = liveQuery(async () => {
    const row = await rows.get(1);
    gate?.reached();
    await gate?.open;
    return row?.text;
  });
  const subscription = query.subscribe((text) => told.push(text));
  return {
    rows,
    others: database.table<{ id: number }>('others'),
    told,
    /** Does something while a reading is not at its end. */
    async during(begin: () => Promise<unknown>, work: () => Promise<unknown>) {
      const reached = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      // In a task of its own: what is done there is no part of the query.
      gate = { reached: () => void setTimeout(reached.resolve), open: opened.promise };
      await begin();
      await reached.promise;
      await work();
      gate = null;
      opened.resolve();
    },
    stop: () => {
      subscription.unsubscribe();
      database.close();
    },
  };
}

test('a live query is read again after each change of what it read, also of one while it is read', async () => {
  const followed = await follow(await load(edited(source)), 'again');
  const { rows, others, told } = followed;
  await vi.waitFor(() => expect(told).toEqual([undefined]));
  await rows.put({ id: 1, text: 'one' });
  await vi.waitFor(() => expect(told.at(-1)).toBe('one'));
  await others.put({ id: 1 });
  await rows.put({ id: 2, text: 'another' });
  await rows.put({ id: 1, text: 'two' });
  await vi.waitFor(() => expect(told.at(-1)).toBe('two'));
  await followed.during(
    () => rows.put({ id: 1, text: 'three' }),
    () => rows.put({ id: 1, text: 'four' }),
  );
  await vi.waitFor(() => expect(told.at(-1)).toBe('four'));
  followed.stop();
});

test('a live query that has been read looks at nothing that does not concern it', async () => {
  /** How often a change of other rows is looked at more when there is a live query. */
  async function looksOf(code: string, name: string): Promise<number> {
    const module = await load(`${code}\n// ${name}`);
    let looks = 0;
    const change = {
      get [`idb://${name}/others/`]() {
        looks += 1;
        return { d: 1, from: 1, to: 1, l: null, r: null };
      },
    };
    const looksAtIt = () => {
      looks = 0;
      module.Dexie.on.storagemutated.fire(change);
      return looks;
    };
    const without = looksAtIt();
    const { told, stop } = await follow(module, name);
    await vi.waitFor(() => expect(told).toEqual([undefined]));
    const more = looksAtIt() - without;
    stop();
    return more;
  }
  expect(await looksOf(source, 'as-it-comes')).toBeGreaterThan(0);
  expect(await looksOf(edited(source), 'edited')).toBe(0);
});

test('another Dexie than the one that was edited is refused', () => {
  expect(() => edited(source.replace('accumMuts = {};', 'accumMuts = [];'))).not.toThrow();
  expect(() => edited(source.replaceAll('shouldNotify()', 'mayNotify()'))).toThrow(/no longer/);
});
