/**
 * The cheap checks: `npm run check` runs all of them, two at a time, shows the output of those that
 * fail, and `node scripts/checks.mjs lint types` only the named ones.
 */
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { elapsed, run } from './lib-process.mjs';

/** @typedef {{ name: string, command: string[], hint?: string }} Check */

/** @type {Check[]} */
const checks = [
  { name: 'routes', command: ['scripts/routes.mjs', '--check'] },
  { name: 'types', command: ['tsc', '-b', '--pretty'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'], hint: '`npm run format` formats every file.' },
  { name: 'boundaries', command: ['scripts/check-boundaries.mjs'] },
  { name: 'hooks', command: ['scripts/check-hooks.mjs'] },
  {
    name: 'dead code',
    command: ['knip', '--cache', '--cache-location', '.cache/knip'],
    hint: 'Remove what nothing uses; a new kind of entry belongs into knip.json.',
  },
  {
    name: 'catalogs in step',
    command: ['lingui', 'check', 'sync', '--clean'],
    hint: '`npm run i18n:extract` writes new texts into locales/.',
  },
  {
    name: 'translations complete',
    command: ['lingui', 'check', 'missing', '--mode', 'catalog'],
    hint: 'Translate the empty msgstr in locales/<code>/*.po.',
  },
];

/**
 * @param {string[]} [only] names; all without
 * @returns {Promise<{ name: string, ok: boolean }[]>}
 */
export async function runChecks(only = []) {
  const chosen = only.length === 0 ? checks : checks.filter(({ name }) => only.includes(name));
  const waiting = [...chosen];
  /** @type {{ name: string, ok: boolean }[]} */
  const results = [];
  /** @param {Check} check */
  const perform = async ({ name, command, hint }) => {
    const start = performance.now();
    const { ok, output } = await run(command, { capture: true });
    results.push({ name, ok });
    process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${elapsed(start)})\n`);
    if (ok) return;
    process.stdout.write(`${output.trimEnd()}\n`);
    if (hint !== undefined) process.stdout.write(`→ ${hint}\n`);
  };
  const next = async () => {
    const check = waiting.shift();
    if (check !== undefined) await perform(check);
    return check !== undefined;
  };
  // The first may write the route tree, which the others read.
  await next();
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      while (await next());
    }),
  );
  return results;
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const results = await runChecks(process.argv.slice(2));
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  process.stdout.write(
    failed.length === 0 ? `${results.length} checks passed.\n` : `Failed: ${failed.join(', ')}.\n`,
  );
  process.exitCode ||= results.length > 0 && failed.length === 0 ? 0 : 1;
}
