import type { DBCore, Dexie } from 'dexie';

/** Only a request is written together with the form that it came from. */
const requestTables = ['intents', 'personalDrafts'];

/**
 * Browsers call a write committed once the system has it, which outlives the page and the browser but not a power
 * cut. "Kept" is said of a request, so its row waits for the disk; every other row is either made anew from what
 * the platform knows or costs one press.
 */
export function installDurability(database: Dexie): void {
  database.use({
    stack: 'dbcore',
    name: 'durability',
    create: (core: DBCore) => ({
      ...core,
      transaction: (tables, mode, options) => {
        const isRequest =
          mode === 'readwrite' && requestTables.every((table) => tables.includes(table));
        return core.transaction(tables, mode, isRequest ? { durability: 'strict' } : options);
      },
    }),
  });
}
