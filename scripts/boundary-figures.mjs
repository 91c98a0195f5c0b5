/** `npm run boundaries -- --figures`: the picture of the imports in figures. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { circlesOf, targetOf } from './import-graph.mjs';

/** @typedef {import('./import-graph.mjs').Import} Import */

/** @param {number[]} values */
const median = (values) => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
};

/**
 * @param {string} root @param {Map<string, Import[]>} imports
 * @param {(file: string) => string} roomNameOf
 * @returns {string} lines of text
 */
export function describeFigures(root, imports, roomNameOf) {
  /** @type {Map<string, { file: string, lines: number }[]>} */
  const rooms = new Map();
  /** @type {Map<string, Set<string>>} */
  const arrows = new Map();
  for (const [file, named] of imports) {
    const room = roomNameOf(file);
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    rooms.set(room, [...(rooms.get(room) ?? []), { file, lines }]);
    for (const { specifier } of named) {
      if (!specifier.startsWith('.')) continue;
      const target = targetOf(file, specifier);
      if (!imports.has(target)) continue;
      const other = roomNameOf(target);
      if (other !== room) arrows.set(room, (arrows.get(room) ?? new Set()).add(other));
    }
  }
  const circles = circlesOf(imports);
  const count = [...arrows.values()].reduce((sum, to) => sum + to.size, 0);
  const all = [...rooms.values()].flat();
  const longest = (/** @type {{ file: string, lines: number }[]} */ files) =>
    files.toSorted((left, right) => right.lines - left.lines)[0];
  const table = [...rooms]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([room, files]) => {
      const most = longest(files);
      const to = [...(arrows.get(room) ?? [])].toSorted().join(', ');
      return [
        `${room.padEnd(24)}${String(files.length).padStart(5)} files`,
        `median ${String(median(files.map(({ lines }) => lines))).padStart(3)}`,
        `longest ${String(most?.lines ?? 0).padStart(3)} (${most?.file ?? ''})`,
        to === '' ? '' : `→ ${to}`,
      ]
        .filter(Boolean)
        .join('  ');
    });
  const top = longest(all);
  return [
    ...table,
    '',
    `${rooms.size} rooms, ${count} arrows between them, ${all.length} files`,
    `${circles.length} circles of files${circles.length === 0 ? '' : `, the largest of ${circles[0]?.length}`}`,
    `median file ${median(all.map(({ lines }) => lines))} lines, longest ${top?.lines ?? 0} (${top?.file ?? ''})`,
  ].join('\n');
}
