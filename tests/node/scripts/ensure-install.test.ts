import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { installReason } from '../../../scripts/ensure-install.mjs';

let root: string;

function write(file: string, content: unknown): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), JSON.stringify(content));
}

const packages = {
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kiln-install-'));
  write('package-lock.json', { packages: { '': { version: '0.1.0' }, ...packages } });
  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/hono': { version: '4.0.0' } },
  });
  write('node_modules/hono/package.json', {});
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('nothing is installed when node_modules is what the lockfile asks for', () => {
  expect(installReason(root)).toBeUndefined();
});

test('a lockfile that is merely newer, as after a checkout, installs nothing', () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(path.join(root, 'package-lock.json'), tomorrow, tomorrow);
  expect(installReason(root)).toBeUndefined();
});

test('a changed version, a new, a deleted and a dropped package install', () => {
  rmSync(path.join(root, 'node_modules/hono'), { recursive: true });
  expect(installReason(root)).toBe('node_modules/hono is missing');
  write('node_modules/hono/package.json', {});

  write('package-lock.json', { packages: { 'node_modules/hono': { version: '4.1.0' } } });
  expect(installReason(root)).toBe('node_modules/hono is 4.0.0, not 4.1.0');
  write('package-lock.json', {
    packages: { ...packages, 'node_modules/pg': { version: '8.0.0' } },
  });
  expect(installReason(root)).toBe('node_modules/pg is missing');
  write('package-lock.json', { packages: {} });
  expect(installReason(root)).toBe('node_modules/hono is no longer wanted');

  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  expect(installReason(root)).toBe('node_modules was not made by npm');
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  expect(installReason(root)).toBe('nothing is installed yet');
});
