/**
 * Node for machines for which npm has no package of the pinned one (package.json, `optionalDependencies`): the
 * project's own archive, held against the hash that stands here. Plain Node 20 and no packages: it runs before
 * anything can.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** SHA-256 of each archive, from SHASUMS256.txt of that release. */
export const pinnedNode = {
  version: '24.21.0',
  /** @type {Readonly<Record<string, string>>} */
  archives: {
    'darwin-arm64': 'bed7eea5325e1108f32ce5228ddd6a5f0f08a499ee42aa7442aea583702f6057',
    'darwin-x64': '1462cb3b3046b815cf8ea436d3da450ec1a9f11dac7e5a46b0ada5305d7e8097',
    'linux-arm64': '724282c3b43aec998aa9527380465b45d229e021b58035f5f4f63095eabfe5d5',
    'linux-x64': '6e1db87ef58b8819e5d5402eff1536491b18edd8eb7bee5ef7897876e88dc5ff',
  },
};

/** @param {string} root folder of package.json */
const linkOf = (root) =>
  path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/**
 * @param {string} root folder of package.json
 * @returns {boolean} whether scripts run on the pinned Node, wherever it came from
 */
export function hasPinnedNode(root) {
  if (!existsSync(linkOf(root))) return false;
  const isWindows = process.platform === 'win32';
  const told = spawnSync(linkOf(root), ['--version'], { encoding: 'utf8', shell: isWindows });
  return told.stdout?.trim() === `v${pinnedNode.version}`;
}

/**
 * Brings the pinned Node to where npm would have put it. What was brought once lies in `.cache`, where no installation
 * removes it.
 * @param {string} root folder of package.json
 * @param {{ platform?: string, from?: string, archives?: Readonly<Record<string, string>> }} [source]
 * @returns {Promise<string | undefined>} why it could not be done, and what to do
 */
export async function bringPinnedNode(root, source = {}) {
  const { version } = pinnedNode;
  const { platform = `${process.platform}-${process.arch}`, archives = pinnedNode.archives } =
    source;
  const from = source.from ?? `https://nodejs.org/dist/v${version}`;
  const name = `node-v${version}-${platform}`;
  const instead = `Or start Kiln with Node ${version} of your own.`;
  const cache = path.join(root, '.cache', 'node');
  const program = path.join(cache, name, 'bin', 'node');
  const sha256 = archives[platform];
  if (process.version === `v${version}`) return link(root, process.execPath);
  if (sha256 === undefined) return `There is no Node ${version} for ${platform} here. ${instead}`;
  if (!existsSync(program)) {
    /** @type {Buffer} */
    let archive;
    try {
      const answer = await fetch(`${from}/${name}.tar.gz`);
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      archive = Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      return `${from}/${name}.tar.gz could not be fetched (${String(error)}). ${instead}`;
    }
    if (createHash('sha256').update(archive).digest('hex') !== sha256) {
      return `${from}/${name}.tar.gz is not what was released: it is not used. ${instead}`;
    }
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(path.join(cache, 'unpacked-'));
    try {
      const file = path.join(folder, 'archive.tar.gz');
      writeFileSync(file, archive);
      const unpacked = spawnSync('tar', ['-xzf', file, '-C', folder, `${name}/bin/node`]);
      if (unpacked.status !== 0) return `tar could not unpack Node: is it installed? ${instead}`;
      renameSync(path.join(folder, name), path.join(cache, name));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return link(root, program);
}

/**
 * @param {string} root
 * @param {string} program
 * @returns {undefined}
 */
function link(root, program) {
  mkdirSync(path.dirname(linkOf(root)), { recursive: true });
  rmSync(linkOf(root), { force: true });
  symlinkSync(program, linkOf(root));
}
