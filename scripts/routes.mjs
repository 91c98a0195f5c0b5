/**
 * Writes src/routeTree.gen.ts from the files in src/routes, as the build and `npm run dev` do too.
 * `--check` fails when that changed the file: it is committed, so that types work in a fresh clone.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { Generator, getConfig } from '@tanstack/router-generator';

import { root } from './lib-process.mjs';

const file = path.join(root, 'src/routeTree.gen.ts');
const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const before = read();
await new Generator({ root, config: getConfig({}, root) }).run();
if (process.argv.includes('--check') && read() !== before) {
  process.stderr.write('src/routeTree.gen.ts was out of date. It is written anew: commit it.\n');
  process.exitCode = 1;
}
