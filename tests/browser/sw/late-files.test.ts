import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { keepLateFiles } from '../../../sw/late-files.ts';

const path = '/assets/late-1.js';
const built = 'export const solid = 1;';
const other = 'export const solid = 2;';

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest))).slice(0, 8);
}

const script = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });

/** Answers of the network, in their order; the cache modes in which it was asked. */
function answerWith(...answers: (Response | Error)[]): (RequestCache | undefined)[] {
  const asked: (RequestCache | undefined)[] = [];
  vi.stubGlobal('fetch', async (_request: unknown, init?: RequestInit) => {
    asked.push(init?.cache);
    const next = answers.shift();
    if (!next || next instanceof Error) throw next ?? new TypeError('nobody is there');
    return next;
  });
  return asked;
}

const forget = () => caches.delete('kiln-late-v1');
const ask = () => new Request(new URL(path, location.href));

beforeEach(forget);
afterEach(async () => {
  vi.unstubAllGlobals();
  await forget();
});

describe('parts of the app that come late', () => {
  test('come once, and open without a network from then on', async () => {
    const files = keepLateFiles([
      { url: 'assets/late-1.js', revision: null, hash: await hashOf(built) },
    ]);
    const asked = answerWith(script(built));
    await files.fetchAll();
    expect(await (await files.answer(ask())).text()).toBe(built);
    expect(asked).toHaveLength(1);
  });

  test('are asked for past the browser’s cache when what came is not what was built', async () => {
    const files = keepLateFiles([
      { url: 'assets/late-1.js', revision: null, hash: await hashOf(built) },
    ]);
    const asked = answerWith(script(other), script(built));
    expect(await (await files.answer(ask())).text()).toBe(built);
    expect(asked).toEqual([undefined, 'reload']);
    answerWith(new TypeError('no network'));
    expect(await (await files.answer(ask())).text()).toBe(built);
  });

  test('are not kept while a portal answers in their place, nor is anybody told of it', async () => {
    const files = keepLateFiles([
      { url: 'assets/late-1.js', revision: null, hash: await hashOf(built) },
    ]);
    const portal = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
    answerWith(portal(), script(other));
    await files.fetchAll();
    answerWith(new TypeError('no network'), new TypeError('no network'));
    await files.fetchAll();
    answerWith(script(built));
    expect(await (await files.answer(ask())).text()).toBe(built);
  });

  test('are asked for anew when a newer build has another picture under the same name', async () => {
    const cover = '/covers/one.webp';
    const picture = (text: string) =>
      new Response(text, { headers: { 'Content-Type': 'image/webp' } });
    const of = async (text: string) =>
      keepLateFiles([{ url: 'covers/one.webp', revision: 'x', hash: await hashOf(text) }]);
    const ask = () => new Request(new URL(cover, location.href));
    answerWith(picture('one'));
    await (await of('one')).answer(ask());
    answerWith(picture('two'));
    const answer = await (await of('two')).answer(ask());
    expect(await answer.text()).toBe('two');
  });

  test('of a newer build are kept by their kind', async () => {
    const files = keepLateFiles([]);
    const asked = answerWith(script(other));
    await files.answer(ask());
    expect(await (await files.answer(ask())).text()).toBe(other);
    expect(asked).toHaveLength(1);
  });
});
