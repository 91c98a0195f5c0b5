/** Which file imports which, read from the source: imports, re-exports, dynamic imports and types alike. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parseSync, Visitor } from 'rolldown/utils';

/** @typedef {{ specifier: string, line: number }} Import */

/** @param {string} file @param {string} source @returns {Import[]} every module that a file names */
function importsOf(file, source) {
  /** @type {Import[]} */
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

/** @param {string} file @param {string} specifier a relative one @returns {string} relative to the root */
export const targetOf = (file, specifier) =>
  path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')));

/**
 * @param {string} root folder that holds src/, sw/, workers/ and server/
 * @returns {Map<string, Import[]>} by file, in alphabetical order
 */
export function readImports(root) {
  const files = globSync('{src,sw,workers,server}/**/*.{ts,tsx,mts,js,jsx,mjs}', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.endsWith('.gen.ts'))
    .toSorted();
  return new Map(
    files.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), 'utf8'))]),
  );
}

/**
 * Files that import each other, directly or over others: strongly connected components, by Tarjan's algorithm.
 * @param {Map<string, Import[]>} imports
 * @returns {string[][]} the largest first
 */
export function circlesOf(imports) {
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const circles = [];
  /** @param {string} file */
  const visit = (file) => {
    const state = { index: seen.size, low: seen.size, isOpen: true };
    seen.set(file, state);
    open.push(file);
    for (const { specifier } of imports.get(file) ?? []) {
      if (!specifier.startsWith('.')) continue;
      const target = targetOf(file, specifier);
      if (!imports.has(target)) continue;
      const known = seen.get(target);
      if (known === undefined) state.low = Math.min(state.low, visit(target).low);
      else if (known.isOpen) state.low = Math.min(state.low, known.index);
    }
    if (state.low === state.index) {
      const circle = open.splice(open.indexOf(file));
      for (const one of circle)
        /** @type {NonNullable<typeof state>} */ (seen.get(one)).isOpen = false;
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return state;
  };
  for (const file of imports.keys()) if (!seen.has(file)) visit(file);
  return circles.toSorted((left, right) => right.length - left.length);
}
