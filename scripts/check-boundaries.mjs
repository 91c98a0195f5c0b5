/** Checks that every import goes in a direction of boundary-rules.mjs, and says what to do instead. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { parseSync, Visitor } from 'rolldown/utils';

import { browserPackages, pagePackages, rooms, serverPackages } from './boundary-rules.mjs';

/** @typedef {{ file: string, line: number, specifier: string, problem: string, advice: string }} Violation */

const ways = 'Write the relative path with its extension, as in ../domain/intent.ts.';

/** @param {string} file */
function roomOf(file) {
  return rooms.find((room) => room.match.test(file));
}

/** @param {string} file @returns {string} `src/features/queue/`, `workers/search/` … */
function compartmentOf(file) {
  const depth = file.startsWith('src/') ? 3 : 2;
  return `${file.split('/').slice(0, depth).join('/')}/`;
}

/**
 * Every module that a file names: imports, re-exports, dynamic imports and types.
 * @param {string} file @param {string} source
 */
function importsOf(file, source) {
  /** @type {{ specifier: string, line: number }[]} */
  const found = [];
  /** @param {{ source?: { type: string, value?: unknown, start: number } | null }} node */
  const add = ({ source: literal }) => {
    if (typeof literal?.value !== 'string') return;
    const line = source.slice(0, literal.start).split('\n').length;
    found.push({ specifier: literal.value, line });
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  new Visitor({
    ImportDeclaration: add,
    ExportAllDeclaration: add,
    ExportNamedDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return found;
}

/** @param {import('./boundary-rules.mjs').Room} room @param {string} name @returns {string | undefined} */
function problemOfPackage(room, name) {
  if (room.packages === 'none') return `${room.name} imports no packages`;
  if (room.packages === 'headless' && pagePackages.test(name)) return `${name} needs a page`;
  if (room.packages !== 'server' && serverPackages.test(name)) return `${name} is for the server`;
  if (room.packages === 'server' && (pagePackages.test(name) || browserPackages.test(name))) {
    return `${name} is for the browser`;
  }
  return undefined;
}

/**
 * @param {import('./boundary-rules.mjs').Room} room room of the importing file
 * @param {string} file importing file @param {string} target imported file, both relative to the root
 * @returns {string | undefined}
 */
function problemOfFile(room, file, target) {
  if (target === 'src/routeTree.gen.ts') {
    return room.mayImport.includes('route tree') ? undefined : 'only main.tsx loads the route tree';
  }
  if (target.startsWith('locales/')) {
    return room.mayImport.includes('catalog') ? undefined : `${room.name} loads no catalogs`;
  }
  const other = roomOf(target);
  if (other === undefined) return `${target} is outside of the rooms`;
  if (other.name === 'route') return 'nothing imports routes';
  if (room.mayImport.includes(other.name)) return undefined;
  if (compartmentOf(file) === compartmentOf(target)) {
    if (other.name === 'feature' && room.mayImport.includes('own feature')) return undefined;
    const ofWorkers = other.name.startsWith('worker');
    if (ofWorkers && room.mayImport.includes('own worker')) return undefined;
    if (other.name === 'worker-contract' && room.mayImport.includes('own worker contract')) {
      return undefined;
    }
  }
  if (other.name === 'feature' && room.name === 'feature')
    return 'features do not import each other';
  return `${room.name} may not import ${other.name}`;
}

/**
 * @param {string} root folder that holds src/, sw/, workers/ and server/
 * @returns {{ files: number, violations: Violation[] }}
 */
export function checkBoundaries(root) {
  const files = globSync('{src,sw,workers,server}/**/*.{ts,tsx,mts,js,jsx,mjs}', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.endsWith('.gen.ts'))
    .toSorted();
  /** @type {Violation[]} */
  const violations = [];
  for (const file of files) {
    const room = roomOf(file);
    if (room === undefined) {
      const advice = 'Move it into a room, or describe a new room in scripts/boundary-rules.mjs.';
      violations.push({ file, line: 1, specifier: '', problem: 'belongs to no room', advice });
      continue;
    }
    for (const { specifier, line } of importsOf(
      file,
      readFileSync(path.join(root, file), 'utf8'),
    )) {
      /** @param {string} problem @param {string} [advice] */
      const report = (problem, advice = room.advice) =>
        violations.push({ file, line, specifier, problem, advice });
      // Vite's virtual modules have no files.
      if (specifier.startsWith('virtual:')) continue;
      if (!specifier.startsWith('.')) {
        const problem = /^([/#~]|@\/|src\/)/.test(specifier)
          ? 'only relative imports'
          : problemOfPackage(room, specifier);
        if (problem !== undefined)
          report(problem, problem === 'only relative imports' ? ways : undefined);
        continue;
      }
      const target = path.posix.normalize(
        path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')),
      );
      if (path.posix.extname(target) === '') report('the extension is missing', ways);
      else if (target !== 'src/routeTree.gen.ts' && !existsSync(path.join(root, target))) {
        report('no such file', ways);
      } else {
        const problem = problemOfFile(room, file, target);
        if (problem !== undefined) report(problem);
      }
    }
  }
  return { files: files.length, violations };
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const { files, violations } = checkBoundaries(fileURLToPath(new URL('..', import.meta.url)));
  for (const { file, line, specifier, problem, advice } of violations) {
    process.stderr.write(`${file}:${line}  '${specifier}': ${problem}.\n    ${advice}\n`);
  }
  process.stdout.write(`${files} files, ${violations.length} imports against the boundaries.\n`);
  process.exitCode = violations.length === 0 && files > 0 ? 0 : 1;
}
