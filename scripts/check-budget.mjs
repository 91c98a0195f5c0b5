/**
 * Holds the first load of the playground to its budget: all JavaScript a visitor of /generate fetches
 * before it can be used, compressed by gzip. Reads the manifest of the build in dist/.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const budgetBytes = 200 * 1024;
const route = '/generate';

/**
 * The path at which TanStack Router serves a split part of a route file, and whether other routes
 * render inside of it. Undefined for chunks that are no part of a route's first appearance.
 * @param {string} key key of the manifest: `src/routes/generate.tsx?tsr-split=component`
 */
function routeOf(key) {
  const match = /^src\/routes\/(.+)\.tsx\?tsr-split=(component|loader|pendingComponent)/.exec(key);
  if (match?.[1] === undefined) return undefined;
  // Groups, pathless layouts and optional parameters take no place in the shortest path.
  const parts = match[1].split(/[/.]/).filter((part) => !/^(_.*|\(.*\)|\{-\$.*|route)$/.test(part));
  const isIndex = parts.at(-1) === 'index';
  if (isIndex) parts.pop();
  return { path: parts.map((part) => `/${part}`).join(''), isLayout: !isIndex };
}

/**
 * @param {Manifest} manifest
 * @returns {string[]} keys of the chunks that load before the playground shows
 * @throws when the build has no entry or no chunk for the playground
 */
export function initialChunks(manifest) {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('The manifest of the build has no entry.');
  const routes = Object.keys(manifest).filter((key) => {
    const found = routeOf(key);
    if (found === undefined) return false;
    return found.path === route || (found.isLayout && route.startsWith(`${found.path}/`));
  });
  if (!routes.some((key) => routeOf(key)?.path === route)) {
    throw new Error(`The build has no chunk for ${route}: is the route there, and split?`);
  }
  // One catalog loads ahead of the first paint, in one language; the largest stands for all.
  const catalog = Object.keys(manifest)
    .filter((key) => /^locales\/[^/]+\/messages\.po$/.test(key))
    .toSorted((one, other) => sizeOf(manifest, other) - sizeOf(manifest, one))
    .slice(0, 1);
  /** @type {Set<string>} */
  const seen = new Set();
  const waiting = [entry, ...routes, ...catalog];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    waiting.push(...(manifest[key]?.imports ?? []));
  }
  return [...seen];
}

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** @param {Manifest} manifest @param {string} key */
function sizeOf(manifest, key) {
  const file = path.join(dist, manifest[key]?.file ?? '');
  return existsSync(file) ? gzipSync(readFileSync(file), { level: 9 }).length : 0;
}

function main() {
  const file = path.join(dist, '.vite/manifest.json');
  if (!existsSync(file)) {
    process.stderr.write('There is no build to measure: run `npm run build` first.\n');
    return 1;
  }
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(file, 'utf8')));
  const rows = initialChunks(manifest)
    .map((key) => ({ name: manifest[key]?.file ?? key, bytes: sizeOf(manifest, key) }))
    .toSorted((one, other) => other.bytes - one.bytes);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  /** @param {number} bytes */
  const kilobytes = (bytes) => (bytes / 1024).toFixed(1).padStart(7);
  for (const { name, bytes } of rows) process.stdout.write(`${kilobytes(bytes)} KB  ${name}\n`);
  process.stdout.write(
    `${kilobytes(total)} KB  first load of ${route}, gzip (budget ${budgetBytes / 1024} KB)\n`,
  );
  if (total <= budgetBytes) return 0;
  process.stderr.write(
    'Over budget. Load what the first screen does not show by React.lazy() or import(), ' +
      'and look for a large package among the chunks above.\n',
  );
  return 1;
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  try {
    process.exitCode = main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
