/**
 * Runs `npm ci` when, and only when, node_modules does not match the lockfile, and sees to the pinned Node. Plain
 * Node 20 and no packages: it runs before anything is installed. Nothing here needs a network when all is in place.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { bringPinnedNode, hasPinnedNode, pinnedNode } from './pinned-node.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Compares what npm installed (its hidden lockfile) with what the lockfile asks for. By content: a
 * fresh clone and `git checkout` change times, not versions.
 * @param {string} root folder of package.json
 * @returns {string | undefined} the reason why an installation is needed
 */
export function installReason(root) {
  const modules = path.join(root, 'node_modules');
  if (!existsSync(modules)) return 'nothing is installed yet';
  /** @param {string} file @returns {Record<string, LockedPackage> | undefined} */
  const read = (file) => {
    try {
      return /** @type {Lockfile} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;
    } catch {
      return undefined;
    }
  };
  const wanted = read(path.join(root, 'package-lock.json'));
  const installed = read(path.join(modules, '.package-lock.json'));
  if (wanted === undefined) return 'package-lock.json cannot be read';
  if (installed === undefined) return 'node_modules was not made by npm';
  for (const [location, entry] of Object.entries(wanted)) {
    // Optional packages of other platforms are rightly absent.
    if (location === '' || entry.link) continue;
    const found = installed[location];
    if (found === undefined) {
      if (entry.optional) continue;
      return `${location} is missing`;
    }
    if (found.version !== entry.version)
      return `${location} is ${found.version}, not ${entry.version}`;
    if (!existsSync(path.join(root, location))) return `${location} is missing`;
  }
  for (const location of Object.keys(installed)) {
    if (!(location in wanted)) return `${location} is no longer wanted`;
  }
  return undefined;
}

/**
 * @param {string} root
 * @returns {number} the exit code
 */
function installPackages(root) {
  const reason = installReason(root);
  if (reason === undefined) return 0;
  process.stderr.write(`Installing packages (npm ci): ${reason}.\n`);
  // NODE_ENV=production would leave out the build tools. Warnings are about the Node that npm runs on.
  const command = 'npm ci --include=dev --no-audit --no-fund --loglevel=error';
  const run = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true });
  if (run.status !== 0) {
    process.stderr.write('npm ci failed; its messages are above. It needs the network once.\n');
    return run.status ?? 1;
  }
  const left = installReason(root);
  if (left === undefined) return 0;
  process.stderr.write(`npm ci ended well, yet ${left}. Remove node_modules and start again.\n`);
  return 1;
}

async function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    process.stderr.write(`Kiln needs Node 20 or newer to start; this is ${process.version}.\n`);
    return 1;
  }
  const failed = installPackages(root);
  if (failed !== 0 || hasPinnedNode(root)) return failed;
  process.stderr.write(
    `Fetching Node ${pinnedNode.version}: npm has brought none for this machine.\n`,
  );
  const problem = await bringPinnedNode(root);
  if (problem === undefined) return 0;
  process.stderr.write(`${problem}\n`);
  return 1;
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  process.exitCode = await main();
}
