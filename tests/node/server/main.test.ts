import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import { expect, test, vi } from 'vitest';

import { ConfigurationError, readConfig } from '../../../server/config.ts';
import { freeBytesFloorDefault, storedBytesPerPersonDefault } from '../../../src/domain/storage.ts';
import { createClient, temporaryFolder } from './fixtures/platform.ts';

// Real processes start here, several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

test('the server says in one line where it is and where its data lies, works, and stops in order', async () => {
  const folder = await temporaryFolder();
  const data = path.join(folder, 'data');
  const root = path.resolve(import.meta.dirname, '../../..');
  const { DATABASE_URL: _own, ...inherited } = process.env;
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...inherited,
      PORT: '0',
      KILN_DATA: data,
      KILN_LOG_LEVEL: 'silent',
      HORDE_API_KEY: 'off',
      KILN_GALLERY_SAMPLES: 'false',
      KILN_SUPER_USERS: '10001',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child.stdout, 'data');
    const [, url = ''] = /^Kiln is ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
    const client = createClient(() => url);
    const models = await client.call('GET', '/pgmodels.json');
    expect(models.body[0]).toMatchObject({ engine: 'builtin', available: true });

    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(data);
    expect(existsSync(path.join(data, 'database/postmaster.pid'))).toBe(false);
  } finally {
    if (child.exitCode === null) child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
});

test('an environment that cannot work is refused by the names of its variables', () => {
  const wrong = {
    PORT: '99999',
    DATABASE_URL: 'mysql://user:secret@host/db',
    KILN_LOG_LEVEL: 'loud',
    KILN_REGISTRATION_CREDITS: '-1',
    KILN_TRUST_PROXY: 'maybe',
  };
  const read = () => readConfig(wrong);
  expect(read).toThrow(ConfigurationError);
  for (const name of Object.keys(wrong)) expect(read).toThrow(name);
  expect(read).not.toThrow('secret');
});

test('a chat endpoint needs its model, and none is asked without one', () => {
  const KILN_CHAT_URL = 'https://api.openai.com/v1';
  expect(() => readConfig({ KILN_CHAT_URL })).toThrow('KILN_CHAT_MODEL');
  expect(readConfig({}).chat).toBeNull();
  const { chat } = readConfig({ KILN_CHAT_URL, KILN_CHAT_MODEL: 'm', KILN_CHAT_KEY: 'k' });
  expect(chat).toEqual({ url: KILN_CHAT_URL, model: 'm', key: 'k', hasVision: false });
});

test('films are made by the ffmpeg on PATH, by one that is named, or by none', () => {
  expect(readConfig({}).ffmpeg).toBe('ffmpeg');
  expect(readConfig({ KILN_FFMPEG: '/opt/ffmpeg/bin/ffmpeg' }).ffmpeg).toBe(
    '/opt/ffmpeg/bin/ffmpeg',
  );
  expect(readConfig({ KILN_FFMPEG: 'off' }).ffmpeg).toBeNull();
});

test('an empty environment is a usable one, open to this machine only', () => {
  const config = readConfig({ PORT: '', KILN_DATA: '/somewhere' });
  expect(config).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    registrationCredits: 50,
    comfyui: null,
    databaseUrl: null,
    storedBytesPerPerson: storedBytesPerPersonDefault,
    freeBytesFloor: freeBytesFloorDefault,
  });
  const more = readConfig({
    HORDE_API_KEY: '0000000000',
    KILN_SUPER_USERS: '10001, 10002',
    KILN_TRUST_PROXY: 'true',
    KILN_STORED_BYTES_PER_PERSON: '0',
    KILN_DATA: '/x',
  });
  expect(more).toMatchObject({
    trustedProxies: 1,
    storedBytesPerPerson: 0,
    horde: { apiKey: '0000000000', baseUrl: 'https://aihorde.net/api', isNamed: true },
  });
  expect([...more.superUsers]).toEqual(['10001', '10002']);
});

test('volunteers’ computers are there by themselves where nothing else makes pictures, until somebody says otherwise', () => {
  const horde = (variables: Record<string, string>) =>
    readConfig({ KILN_DATA: '/x', ...variables }).horde;
  const apiKey = '0000000000';
  const baseUrl = 'https://aihorde.net/api';
  expect(horde({})).toEqual({ apiKey, baseUrl, isNamed: false });
  expect(horde({ HORDE_API_URL: 'http://horde.local/api/' })).toEqual({
    apiKey,
    baseUrl: 'http://horde.local/api',
    isNamed: false,
  });
  expect(horde({ COMFYUI_URL: 'http://127.0.0.1:8188' })).toBeNull();
  expect(horde({ KILN_ENGINES: '{"engines":[]}' })).toBeNull();
  expect(horde({ HORDE_API_KEY: 'Off' })).toBeNull();
  expect(horde({ HORDE_API_KEY: 'mine', COMFYUI_URL: 'http://127.0.0.1:8188' })).toEqual({
    apiKey: 'mine',
    baseUrl,
    isNamed: true,
  });
});

test('the platform may be asked by the names of its settings, and speaks of https only behind a proxy', () => {
  const hosts = (variables: Record<string, string>) =>
    readConfig({ KILN_DATA: '/x', ...variables }).publicHosts;
  expect([...(hosts({}) ?? [])]).toEqual(['127.0.0.1']);
  const named = hosts({
    KILN_PUBLIC_URL: 'https://Kiln.example.com:8443, http://窑.example',
    KILN_WEBHOOK_URL: 'http://10.0.0.2:8787/hooks',
    KILN_HOST: 'Studio.lan',
  });
  expect([...(named ?? [])]).toEqual([
    'kiln.example.com',
    'xn--3rz.example',
    '10.0.0.2',
    'studio.lan',
  ]);
  expect(hosts({ KILN_PUBLIC_URL: '*' })).toBe(null);
  for (const wrong of ['kiln.example.com', 'https://kiln.example.com/app', 'ftp://kiln.example'])
    expect(() => hosts({ KILN_PUBLIC_URL: wrong })).toThrow('KILN_PUBLIC_URL');

  const hsts = (variables: Record<string, string>) =>
    readConfig({ KILN_DATA: '/x', ...variables }).hstsSeconds;
  expect(hsts({})).toBe(0);
  expect(hsts({ KILN_HSTS_DAYS: '365', KILN_TRUST_PROXY: '1' })).toBe(31_536_000);
  expect(() => hsts({ KILN_HSTS_DAYS: '365' })).toThrow('KILN_TRUST_PROXY');
});
