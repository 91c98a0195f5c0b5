import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readConfig } from '../../../server/config.ts';
import { parseRange } from '../../../server/http/send-file.ts';
import { callerNetwork, clientAddress, isSecure } from '../../../server/http/client-address.ts';
import { isKnownHost } from '../../../server/http/known-hosts.ts';
import { applySecurityHeaders } from '../../../server/http/security-headers.ts';
import { createStaticApp, type WorkIntroduction } from '../../../server/http/static-app.ts';
import type { StaticApp } from '../../../server/http/static-app.ts';
import { preferredLanguage } from '../../../server/models/routes.ts';
import { openTagLists } from '../../../server/tags/lists.ts';
import type { TagListSource } from '../../../server/tags/lists.ts';
import { readHostConfiguration } from '../../../src/api/contract/host-configuration.ts';
import { tagListMaxBytes } from '../../../src/domain/limits.ts';
import { createWrittenPages } from '../../../server/pages/written-pages.ts';
import { modelItem } from '../../fixtures/models.ts';
import { temporaryFolder } from './fixtures/platform.ts';

describe('the built app', () => {
  let folder = '';
  let app: StaticApp;
  const script = 'console.log("kiln");'.repeat(100);

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
    await writeFile(path.join(folder, 'sw.js'), 'self');
    await writeFile(path.join(folder, '.build-id'), 'secret');
    await writeFile(path.join(folder, 'assets/app-abc.js'), script);
    await writeFile(path.join(folder, 'assets/app-abc.js.br'), brotliCompressSync(script));
    await writeFile(path.join(folder, 'assets/app-abc.js.gz'), gzipSync(script));
    app = await createStaticApp(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const get = (target: string, headers: Record<string, string> = {}) =>
    app(new Request(`http://kiln.test${target}`, { headers }));

  test('sends what was compressed before to those who take it', async () => {
    for (const [accepts, expected] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/assets/app-abc.js', { 'Accept-Encoding': accepts });
      expect(answer?.headers.get('Content-Encoding')).toBe(expected);
      expect(answer?.headers.get('Vary')).toBe('Accept-Encoding');
      await answer?.body?.cancel();
    }
    const plain = await get('/assets/app-abc.js');
    expect(await plain?.text()).toBe(script);
  });

  describe('a page that says something before the app does', () => {
    const body = '<h1>Terms</h1>';
    const english = { title: 'Terms & use', description: 'What "holds".', body, style: '.a{}' };
    const chinese = { title: '使用条款', description: '约定。', body: '<h1>条款</h1>', style: '' };
    const pages = {
      terms: { en: english, cn: chinese },
      history: { en: { ...english, title: 'Works' }, cn: chinese },
      '': { en: { ...english, title: '', body: '' }, cn: { ...chinese, title: '', body: '' } },
    };
    const invitations = {
      Text2Img: {
        en: { body: '<p>\uE000</p>', style: '.b{}' },
        cn: { body: '<b>\uE000</b>', style: '' },
      },
    };
    const place = (language: string) =>
      `<div data-shell="${language}"><div class="kiln-shell-newcomer kiln-shell-invitation" data-invitation="true"></div><div data-written="true"></div></div>`;
    const describedAs = (text: string, text_en: string) => ({ text, text_en });
    const models = [
      modelItem({ description: describedAs('画。', 'Paints & draws.') }),
      modelItem({ model: 'second', description: describedAs('第二。', 'Comes second.') }),
    ];
    let built = '';

    beforeAll(async () => {
      built = await temporaryFolder();
      const works = {
        picture: { body: '<img src="\uE002" width="\uE004"><h1>\uE001</h1>', style: '.c{}' },
        video: { body: '<p><img src="\uE002"></p><h1>\uE001</h1>', style: '.d{}' },
      };
      const written = { pages, invitations, works };
      await writeFile(path.join(built, 'written-pages.json'), JSON.stringify(written));
      await writeFile(
        path.join(built, 'index.html'),
        `<html lang="zh-CN" data-x><title>Kiln</title><meta\n name="description"\n content="before" />${place('cn')}${place('en')}<p>app</p>`,
      );
    });
    afterAll(() => rm(built, { recursive: true }));

    const workId = '01930000-0000-7000-8000-000000000001';
    const picture = {
      kind: 'picture' as const,
      address: '/g/x/picture?width=1024',
      width: 1216,
      height: 832,
    };
    const published = { title: 'Sails & \uE002', head: '<meta property="og:x">', picture };

    const failing = '01930000-0000-7000-8000-00000000000f';
    const serving = async (brand?: () => string, work: WorkIntroduction = published) => {
      const own = await createStaticApp(
        built,
        {},
        undefined,
        await createWrittenPages(built, brand),
      );
      return async (target: string, headers: Record<string, string>) =>
        (await own(
          new Request(`http://inner.test${target}`, {
            headers: { Accept: 'text/html', ...headers },
          }),
          {
            origin: 'https://kiln.test',
            models: () => models,
            work: (id) =>
              id === failing
                ? Promise.reject(new Error('no database'))
                : Promise.resolve(id === workId ? work : null),
          },
        ))!;
    };

    test('has its head in the language of who asks', async () => {
      const ask = await serving();
      const answer = await ask('/terms', { 'Accept-Language': 'en-GB,en' });
      const html = await answer.text();
      expect(html).toContain('<title>Terms &amp; use · Kiln 窑</title>');
      expect(html).toContain('<meta name="description" content="What &quot;holds&quot;." />');
      expect(html).not.toContain('before');
      expect(html).toContain('<p>app</p>');
      expect(answer.headers.get('Vary')).toBe('Accept-Language');
      const etag = answer.headers.get('ETag') ?? '';
      const again = await ask('/terms', { 'Accept-Language': 'en', 'If-None-Match': etag });
      expect(again.status).toBe(304);
      expect(await (await ask('/agreement', {})).text()).toContain(
        '<title>使用条款 · Kiln 窑</title>',
      );
      expect(await (await ask('/terms/else', {})).text()).toContain('<title>Kiln</title>');
      // Built before there was such a page.
      expect(await (await ask('/privacy', {})).text()).toContain('<title>Kiln</title>');
    });

    test('names its address as a whole, which is the same whatever leads to it', async () => {
      const ask = await serving();
      const html = await (await ask('/agreement', { 'Accept-Language': 'en' })).text();
      expect(html).toContain('<link rel="canonical" href="https://kiln.test/terms" />');
      expect(html).toContain('<meta property="og:url" content="https://kiln.test/terms" />');
      const home = await (await ask('/', { 'Accept-Language': 'en' })).text();
      expect(home).toContain('<link rel="canonical" href="https://kiln.test/" />');
      expect(home).toContain('<title>Kiln 窑</title>');
      expect(home).toContain('"@type":"WebApplication"');
    });

    test('is there to be read in one language before any script has run', async () => {
      const ask = await serving();
      const html = await (await ask('/terms', { 'Accept-Language': 'en' })).text();
      expect(html).toContain('<html data-written="en" data-first="written" lang="en" data-x>');
      expect(html).toContain(place('cn'));
      expect(html).toContain('<div data-written="true"><h1>Terms</h1></div>');
      expect(html).toContain('<style>.a{}</style>');
      // The shell has home already.
      const home = await (await ask('/', { 'Accept-Language': 'en' })).text();
      expect(home).toContain('<html lang="en" data-x>');
    });

    test("is not for search engines where it is somebody's own", async () => {
      const ask = await serving();
      const html = await (await ask('/history', { 'Accept-Language': 'en' })).text();
      expect(html).toContain('<title>Works · Kiln 窑</title>');
      expect(html).toContain('<h1>Terms</h1>');
      expect(html).not.toContain('canonical');
      expect(html).not.toContain('og:');
    });

    test('is called by what the deployment calls itself', async () => {
      const ask = await serving(() => 'Pots & <more>');
      const html = await (await ask('/terms', { 'Accept-Language': 'en' })).text();
      expect(html).toContain('<title>Terms &amp; use · Pots &amp; &lt;more&gt;</title>');
      const home = await (await ask('/', { 'Accept-Language': 'en' })).text();
      expect(home).toContain('"name":"Pots & \\u003cmore>"');
    });

    test('is, of a form, what the model says of itself, as it stands in the address', async () => {
      const ask = await serving();
      const at = async (path: string) => (await ask(path, { 'Accept-Language': 'en' })).text();
      const inOurForm = '<p>Paints &amp; draws.</p>';
      for (const path of ['/generate', '/generate/', '/generate/Text2Img'])
        expect(await at(path)).toContain(inOurForm);
      const named = await at('/generate/Text2Img/second');
      expect(named).toContain('<p>Comes second.</p>');
      expect(named).toContain('<style>.b{}</style>');
      // A form that begins with a picture, and one that no model is for.
      expect(await at('/generate/Upscaling')).toContain('<title>Kiln</title>');
      expect(await at('/generate/Upscaling')).not.toContain('<p>Paints');
      expect(await at('/generate/GenMusic')).not.toContain('<p>Paints');
    });

    test('is, of a published work, its picture, its title and its facts', async () => {
      const at = async (path: string, work?: WorkIntroduction) => {
        const ask = await serving(undefined, work);
        return (await ask(path, { 'Accept-Language': 'en' })).text();
      };
      const html = await at(`/work/c_${workId}`);
      expect(html).toContain('<html data-written="en" data-first="written" lang="en" data-x>');
      expect(html).toContain('<title>Sails &amp; \uE002 · Kiln 窑</title>');
      expect(html).toContain('<meta property="og:x">');
      expect(html).toContain('<style>.c{}</style>');
      expect(html).toContain(
        '<img src="/g/x/picture?width=1024" width="1216"><h1>Sails &amp; \uE002</h1>',
      );
      const video = await at(`/work/c_${workId}`, {
        ...published,
        picture: { ...picture, kind: 'video' },
      });
      expect(video).toContain('<style>.d{}</style>');
      expect(video).toContain(
        '<p><img src="/g/x/picture?width=1024"></p><h1>Sails &amp; \uE002</h1>',
      );
      // One of nobody knows what size comes with the app.
      const unsized = await at(`/work/c_${workId}`, { ...published, picture: null });
      expect(unsized).toContain('<meta property="og:x">');
      expect(unsized).not.toContain('data-written="en"');
      const unknown = await at('/work/c_01930000-0000-7000-8000-000000000002');
      expect(unknown).toContain('<title>Kiln</title>');
      expect(await at('/work/c_1')).toContain('<title>Kiln</title>');
      // The app comes without its database.
      expect(await at(`/work/c_${failing}`)).toContain('<title>Kiln</title>');
    });

    test('does not ask to sign in where there are no accounts', async () => {
      await writeFile(path.join(built, 'kiln.json'), JSON.stringify({ platform: false }));
      const ask = await serving();
      const works = await (await ask('/history', { 'Accept-Language': 'en' })).text();
      expect(works).not.toContain('<h1>Terms</h1>');
      expect(await (await ask('/terms', { 'Accept-Language': 'en' })).text()).toContain(body);
      await rm(path.join(built, 'kiln.json'));
    });
  });

  test('is kept for good where the name has a hash, and asked for again where not', async () => {
    const caching = async (target: string) => {
      const answer = await get(target, { Accept: 'text/html' });
      await answer?.body?.cancel();
      return answer?.headers.get('Cache-Control');
    };
    expect(await caching('/assets/app-abc.js')).toBe('public, max-age=31536000, immutable');
    for (const target of ['/', '/index.html', '/sw.js'])
      expect(await caching(target)).toBe('no-cache');
    const first = await get('/sw.js');
    const again = await get('/sw.js', { 'If-None-Match': first?.headers.get('ETag') ?? '' });
    expect(again?.status).toBe(304);
  });

  test('opens at every address a person may visit, but a missing chunk is missing', async () => {
    const page = await get('/work/c_1', { Accept: 'text/html,*/*' });
    expect(await page?.text()).toBe('<!doctype html>');
    expect(await get('/work/c_1', { 'Sec-Fetch-Mode': 'cors', Accept: 'text/html' })).toBe(null);
    expect(await get('/assets/gone-123.js', { 'Sec-Fetch-Mode': 'navigate' })).toBe(null);
    expect(await get('/picture.png', { Accept: 'image/*' })).toBe(null);
  });

  test('nothing outside of it or hidden in it can be had', async () => {
    for (const target of [
      '/.build-id',
      '/..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/%',
      '/assets',
      '/assets/',
    ]) {
      expect(await get(target)).toBe(null);
    }
  });
});

describe('lists of tags', () => {
  let folder = '';
  let app: StaticApp;
  const text = 'long_hair,0,4350743,longhair\n'.repeat(100);

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(path.join(folder, 'lists'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
    await writeFile(path.join(folder, 'kiln.json'), '{ "platform": true, "tags": {} }');
    await writeFile(path.join(folder, 'lists/danbooru.csv'), text);
    await writeFile(path.join(folder, 'lists/secret.csv'), 'secret');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const open = async (source: TagListSource | null) => {
    const lists = await openTagLists(source);
    app = await createStaticApp(folder, lists.addresses);
    return lists;
  };
  const told = async () => {
    const answer = await app(new Request('http://kiln.test/kiln.json'));
    return readHostConfiguration(await answer?.json())?.tagLists;
  };
  const policy = async () => {
    const answer = await app(
      new Request('http://kiln.test/', { headers: { Accept: 'text/html' } }),
    );
    await answer?.body?.cancel();
    return answer?.headers.get('Content-Security-Policy') ?? null;
  };

  test('tools that are hidden at the moment are told beside them', async () => {
    let hidden: string[] = [];
    app = await createStaticApp(folder, {}, () =>
      hidden.length > 0 ? { hidden_tools: hidden } : {},
    );
    const tools = async () => {
      const answer = await app(new Request('http://kiln.test/kiln.json'));
      return readHostConfiguration(await answer?.json())?.hiddenTools;
    };
    expect(await tools()).toEqual([]);
    hidden = ['Condition', 'Upscaling'];
    expect(await tools()).toEqual(hidden);
  });

  test('that lie in a folder are told to the app and sent to it, packed once', async () => {
    const lists = await open({ folder: path.join(folder, 'lists') });
    expect(await told()).toEqual({ danbooru: '/tags/danbooru.csv' });
    expect(await policy()).toBeNull();
    const get = (name: string, headers: Record<string, string> = {}) =>
      lists.send(new Request(`http://kiln.test/tags/${name}`, { headers }), name);
    const packed = await get('danbooru.csv', { 'Accept-Encoding': 'gzip, br' });
    expect(packed?.headers.get('Content-Encoding')).toBe('br');
    expect(packed?.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(brotliDecompressSync(await packed!.arrayBuffer()).toString()).toBe(text);
    expect(await (await get('danbooru.csv'))?.text()).toBe(text);
    const again = await get('danbooru.csv', {
      'Accept-Encoding': 'br',
      'If-None-Match': packed?.headers.get('ETag') ?? '',
    });
    expect(again?.status).toBe(304);

    await writeFile(path.join(folder, 'lists/danbooru.csv'), `${text}newer,0,1\n`);
    const newer = await get('danbooru.csv', { 'Accept-Encoding': 'br' });
    expect(brotliDecompressSync(await newer!.arrayBuffer()).toString()).toContain('newer');
    for (const name of ['e621.csv', 'secret.csv', '../kiln.json', '..%2fkiln.json']) {
      expect(await get(name)).toBeNull();
    }
  });

  test('of another host are told to the app, which may then ask that host and no other', async () => {
    const lists = await open({ url: 'https://static.example/tags' });
    expect(await told()).toEqual({
      danbooru: 'https://static.example/tags/danbooru.csv',
      e621: 'https://static.example/tags/e621.csv',
    });
    expect(await policy()).toContain("connect-src 'self' https://static.example;");
    expect(await lists.send(new Request('http://kiln.test/'), 'danbooru.csv')).toBeNull();
  });

  test('are not spoken of where there are none, and missed by name where there should be some', async () => {
    await open(null);
    expect(await told()).toEqual({});
    await expect(openTagLists({ folder })).rejects.toThrow(
      `KILN_TAG_LISTS: there is neither danbooru.csv nor e621.csv in ${folder}`,
    );
    await writeFile(path.join(folder, 'lists/e621.csv'), 'x'.repeat(tagListMaxBytes + 1));
    await expect(openTagLists({ folder: path.join(folder, 'lists') })).rejects.toThrow(
      'e621.csv is larger than the 12 MB',
    );
  });

  test('are named by a folder or by an address', () => {
    const sourceOf = (given: string) => readConfig({ KILN_TAG_LISTS: given }).tagLists;
    expect(sourceOf('lists')).toEqual({ folder: path.resolve('lists') });
    expect(sourceOf('https://static.example/tags/')).toEqual({
      url: 'https://static.example/tags',
    });
    expect(() => sourceOf('ftp://static.example')).toThrow('KILN_TAG_LISTS: must be a folder');
  });
});

test('the page may run no inline script and be framed by nobody', () => {
  const headers = new Headers();
  applySecurityHeaders(headers, 'app');
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-eval');
});

test('the workers that bring WebAssembly may run it, and nothing else of the app may', async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'assets'));
  const names = [
    'index.html',
    'assets/video.worker-a1B2.js',
    'assets/solid.worker-a1B2-coep.js',
    'assets/video-a1B2.js',
    'assets/imaging.worker-a1B2.js',
  ];
  for (const name of names) await writeFile(path.join(folder, name), '');
  const app = await createStaticApp(folder);
  const policies = await Promise.all(
    names.map(async (name) => {
      const answer = await app(new Request(`http://kiln.test/${name}`));
      const headers = new Headers(answer?.headers);
      applySecurityHeaders(headers, 'app');
      return headers.get('Content-Security-Policy') ?? '';
    }),
  );
  expect(policies.map((policy) => /script-src ([^;]*)/.exec(policy)?.[1])).toEqual([
    "'self'",
    "'self' 'wasm-unsafe-eval'",
    "'self' 'wasm-unsafe-eval'",
    "'self'",
    "'self'",
  ]);
  await rm(folder, { recursive: true });
});

test('a forwarded address counts only behind proxies that are known', () => {
  const incoming = {
    socket: { remoteAddress: '10.0.0.1' },
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' },
  } as unknown as IncomingMessage;
  expect(clientAddress(incoming, 0)).toBe('10.0.0.1');
  expect(clientAddress(incoming, 1)).toBe('10.0.0.2');
  expect(clientAddress(incoming, 2)).toBe('203.0.113.7');
});

test('limits count an IPv4 address by itself and an IPv6 one by its /64, however it is spelt', () => {
  const same = (network: string, spellings: string[]) => {
    for (const spelling of spellings)
      expect([spelling, callerNetwork(spelling)]).toEqual([spelling, network]);
  };
  same('203.0.113.7', [
    '203.0.113.7',
    ' 203.0.113.7:4711 ',
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
    '[::ffff:203.0.113.7]:443',
    '64:ff9b::203.0.113.7',
    '::ffff:0:203.0.113.7',
  ]);
  same('2001:db8:0:1::/64', [
    '2001:db8:0:1::1',
    '2001:DB8:0:1:ffff:ffff:ffff:ffff',
    '2001:0db8:0000:0001:0000:0000:0000:0002',
    '[2001:db8:0:1::3]',
    '"[2001:db8:0:1::4]:52100"',
    '2001:db8::1:0:0:192.0.2.1',
  ]);
  same('fe80:0:0:0::/64', ['fe80::1%eth0', 'fe80::2']);
  same('unknown', [
    'unknown',
    '',
    '_hidden',
    '203.0.113',
    '0xcb007107',
    '203.0.113.7.9',
    '1::2::3',
  ]);
  expect(callerNetwork('2001:db8:0:2::1')).not.toBe(callerNetwork('2001:db8:0:1::1'));
});

test('only a proxy that is known says that a caller came by https', () => {
  const by = (proto: string | undefined, proxies: number) =>
    isSecure({ headers: { 'x-forwarded-proto': proto } } as unknown as IncomingMessage, proxies);
  expect([by('https', 0), by('https', 1), by('HTTPS, http', 2), by(undefined, 1)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([by('https, http', 1), by('http', 1)]).toEqual([false, false]);
});

test('a request by an address, the machine’s own name or a name of the settings is let in, no other', () => {
  const known = new Set(['kiln.example.com', 'xn--3rz.example']);
  const own = hostname();
  for (const host of [
    undefined,
    'localhost:8787',
    'LOCALHOST.',
    'kiln.localhost',
    '192.168.1.20:8787',
    '[::1]:8787',
    '[2001:db8::1]',
    own,
    `${own}.local:8787`,
    'Kiln.Example.com:8443',
    '窑.example',
  ]) {
    expect([host, isKnownHost(host, known)]).toEqual([host, true]);
  }
  for (const host of [
    'evil.example',
    'kiln.example.com.evil.example',
    'evil-kiln.example.com',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'notlocalhost',
    '',
    'a b',
    '[::1',
  ]) {
    expect([host, isKnownHost(host, known)]).toEqual([host, false]);
  }
});

test('ranges are read as RFC 9110 says', () => {
  expect(parseRange('bytes=0-0', 10)).toEqual({ from: 0, to: 0 });
  expect(parseRange('bytes=5-', 10)).toEqual({ from: 5, to: 9 });
  expect(parseRange('bytes=5-100', 10)).toEqual({ from: 5, to: 9 });
  expect(parseRange('bytes=-100', 10)).toEqual({ from: 0, to: 9 });
  expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable');
  expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
  for (const header of [
    undefined,
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,3-4',
    'items=0-1',
  ]) {
    expect(parseRange(header, 10)).toBe(null);
  }
});

test('the language of labels is the first of ours that is asked for, and Chinese otherwise', () => {
  expect(preferredLanguage('fr, en-GB;q=0.9, zh;q=0.8')).toBe('en');
  expect(preferredLanguage('zh-CN,en')).toBe('cn');
  expect(preferredLanguage(undefined)).toBe('cn');
});
