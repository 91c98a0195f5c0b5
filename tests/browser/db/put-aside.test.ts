import { afterEach, expect, test } from 'vitest';
import { endTransactionsWhenPutAside } from '../../../src/put-aside.ts';

const original = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!;
afterEach(() => {
  Object.defineProperty(IDBDatabase.prototype, 'transaction', original);
  indexedDB.deleteDatabase('put-aside');
});

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('put-aside');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('works'));
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error('no database')));
  });
}

/** A change that is not at its end for as long as the page runs, as if the page were suspended in the middle of it. */
function neverEnding(database: IDBDatabase): Promise<string> {
  const transaction = database.transaction('works', 'readwrite');
  const goOn = () => {
    const asked = transaction.objectStore('works').put('half', 'one');
    asked.addEventListener('success', goOn);
  };
  goOn();
  return new Promise((resolve) => {
    transaction.addEventListener('abort', () => resolve('aborted'));
    transaction.addEventListener('complete', () => resolve('complete'));
  });
}

const ofNextPage = async (): Promise<unknown> => {
  const database = await open();
  const transaction = database.transaction('works', 'readwrite');
  const asked = transaction.objectStore('works').get('one');
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  database.close();
  return asked.result as unknown;
};

const leave = (persisted: boolean) =>
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

test('what a page was writing when WebKit put it aside keeps no other page waiting, and is not half there', async () => {
  const reloads: string[] = [];
  endTransactionsWhenPutAside(true, () => reloads.push('again'));
  const database = await open();
  const ended = neverEnding(database);
  leave(true);
  expect(await ended).toBe('aborted');
  expect(await ofNextPage()).toBeUndefined();
  comeBack();
  expect(reloads).toEqual(['again']);
  database.close();
});

test('a page that was doing nothing then comes back as it was', async () => {
  const reloads: string[] = [];
  endTransactionsWhenPutAside(true, () => reloads.push('again'));
  await ofNextPage();
  leave(true);
  comeBack();
  expect(reloads).toEqual([]);
});
