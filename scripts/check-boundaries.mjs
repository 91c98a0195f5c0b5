/** Checks that every import goes in a direction of boundary-rules.mjs, and says what to do instead. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import {
  browserPackages,
  pagePackages,
  reservations,
  rooms,
  serverPackages,
} from './boundary-rules.mjs';
import { describeFigures } from './boundary-figures.mjs';
import { circlesOf, readImports, targetOf } from './import-graph.mjs';
import { mayNameTables, problemOfServerFile, problemOfServerPackage } from './server-rooms.mjs';

/** @typedef {{ file: string, line: number, specifier: string, problem: string, advice: string }} Violation */

const outOfCircles =
  'Move what both sides need, often a type, into a file of its own that imports neither.';
const ways = 'Write the relative path with its extension, as in ../domain/intent.ts.';

/** @param {string} file */
function roomOf(file) {
  return rooms.find((room) => room.match.test(file));
}

/**
 * @param {string} file @param {number} [depth]
 * @returns {string} `src/features/queue/`, `workers/search/`, `server/engines/cog/` …
 */
function compartmentOf(file, depth = file.startsWith('src/') ? 3 : 2) {
  return `${file.split('/').slice(0, depth).join('/')}/`;
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
  if (room.mayImport.includes(other.name)) {
    const isApart = room.name === other.name && room.name === 'server/engine kind';
    const isOwn = compartmentOf(file, 3) === compartmentOf(target, 3);
    return isApart && !isOwn ? 'engines do not import each other' : undefined;
  }
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
  const imports = readImports(root);
  /** @type {Violation[]} */
  const violations = [];
  for (const [file, named] of imports) {
    const room = roomOf(file);
    if (room === undefined) {
      const advice = 'Move it into a room, or describe a new room in scripts/boundary-rules.mjs.';
      violations.push({ file, line: 1, specifier: '', problem: 'belongs to no room', advice });
      continue;
    }
    for (const { specifier, line } of named) {
      /** @param {string} problem @param {string} [advice] */
      const report = (problem, advice = room.advice) =>
        violations.push({ file, line, specifier, problem, advice });
      /** @param {string} name */
      const reportReserved = (name) => {
        const kept = reservations.find(({ match }) => match.test(name));
        if (kept && !kept.rooms.includes(room.name)) report(kept.problem, kept.advice);
      };
      // Vite's virtual modules have no files.
      if (specifier.startsWith('virtual:')) continue;
      if (!specifier.startsWith('.')) {
        const problem = /^([/#~]|@\/|src\/)/.test(specifier)
          ? 'only relative imports'
          : problemOfPackage(room, specifier);
        const spoken = problemOfServerPackage(file, specifier);
        if (problem !== undefined)
          report(problem, problem === 'only relative imports' ? ways : undefined);
        else if (spoken !== undefined) report(spoken.problem, spoken.advice);
        else reportReserved(specifier);
        continue;
      }
      const target = targetOf(file, specifier);
      if (path.posix.extname(target) === '') report('the extension is missing', ways);
      else if (target !== 'src/routeTree.gen.ts' && !existsSync(path.join(root, target))) {
        report('no such file', ways);
      } else {
        const walled = problemOfServerFile(file, target);
        const problem = walled?.problem ?? problemOfFile(room, file, target);
        if (problem === undefined) reportReserved(target);
        // Neither a foreign key nor a join is an arrow between rooms.
        else if (walled !== undefined || !mayNameTables(file, target))
          report(problem, walled?.advice);
      }
    }
  }
  for (const circle of circlesOf(imports)) {
    const problem = `imports itself in a circle: ${circle.join(', ')}`;
    violations.push({
      file: circle[0] ?? '',
      line: 1,
      specifier: '',
      problem,
      advice: outOfCircles,
    });
  }
  return { files: imports.size, violations };
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (process.argv.includes('--figures')) {
    const figures = describeFigures(
      root,
      readImports(root),
      (file) => roomOf(file)?.name ?? 'no room',
    );
    process.stdout.write(`${figures}\n`);
  }
  const { files, violations } = checkBoundaries(root);
  for (const { file, line, specifier, problem, advice } of violations) {
    process.stderr.write(`${file}:${line}  '${specifier}': ${problem}.\n    ${advice}\n`);
  }
  process.stdout.write(`${files} files, ${violations.length} imports against the boundaries.\n`);
  process.exitCode = violations.length === 0 && files > 0 ? 0 : 1;
}
