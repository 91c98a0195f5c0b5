/**
 * Builds the app into dist/: bundle, then .br and .gz beside each compressible file. The new build
 * takes the old one's place only when all of it succeeded (a failed bundle still leaves a sw.js behind).
 * `--if-changed` does nothing when no input changed since the last build.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { elapsed, root } from './lib-process.mjs';

const output = path.join(root, 'dist');

const inputs = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'lingui.config.ts',
  'postcss.config.mjs',
  'tsr.config.json',
  'scripts/{build.mjs,vite-*.ts}',
  '{src,sw,workers,locales,public}/**/*',
];

/** A name for the content of everything that goes into the build. */
async function buildId() {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(glob(inputs, { cwd: root, withFileTypes: true }));
  const names = files
    .filter((file) => file.isFile())
    .map((file) => path.relative(root, path.join(file.parentPath, file.name)))
    // Written by the build itself, from the files beside it.
    .filter((name) => !name.endsWith('.gen.ts'))
    .toSorted();
  for (const name of names) {
    hash.update(`${name}\0`).update(await readFile(path.join(root, name)));
  }
  return hash.digest('hex');
}

/** @param {string} folder */
async function refuseInlineScripts(folder) {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  const inline = html.match(/<script(?![^>]*\ssrc=)[^>]*>/g);
  if (inline !== null) {
    throw new Error(
      `index.html contains an inline script (${inline.join(' ')}), which the content security ` +
        'policy refuses. Move it into a module under src/.',
    );
  }
}

/** `Content-Encoding: br` and its line's end. */
const codingHeaderBytes = 24;

/**
 * @param {string} folder
 * @returns {Promise<number>} how many files got compressed companions
 */
async function precompress(folder) {
  const pattern = '**/*.{css,html,ico,js,json,mjs,svg,txt,wasm,webmanifest,xml}';
  let count = 0;
  for await (const name of glob(pattern, { cwd: folder })) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (name.startsWith('.')) continue;
    const [small, smaller] = await Promise.all([
      promisify(gzip)(content, { level: 9 }),
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    ]);
    // The header that names the coding takes bytes, too.
    const isWorthIt = (/** @type {Buffer} */ packed) =>
      packed.length + codingHeaderBytes < content.length;
    if (isWorthIt(small)) await writeFile(`${file}.gz`, small);
    if (isWorthIt(smaller)) await writeFile(`${file}.br`, smaller);
    count += 1;
  }
  return count;
}

/** @param {string} id */
async function buildApp(id) {
  // Loaded only when needed: a start without changes takes no time for it.
  const { build } = await import('vite');
  const fresh = path.join(root, '.cache', `build-${process.pid}`);
  try {
    await build({
      root,
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await refuseInlineScripts(fresh);
    await precompress(fresh);
    await writeFile(path.join(fresh, '.build-id'), id);
    const old = path.join(root, '.cache', `replaced-${process.pid}`);
    if (existsSync(output)) await rename(output, old);
    await rename(fresh, output);
    await rm(old, { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const start = performance.now();
const id = await buildId();
const last = await readFile(path.join(output, '.build-id'), 'utf8').catch(() => '');
if (process.argv.includes('--if-changed') && last === id) {
  process.stdout.write('The build is up to date.\n');
} else {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  await buildApp(id);
  const { size } = await stat(path.join(output, 'index.html'));
  process.stdout.write(`Built dist/ in ${elapsed(start)} (index.html ${size} bytes).\n`);
}
