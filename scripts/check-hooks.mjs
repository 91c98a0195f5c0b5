/** Checks that React hooks are found by their file's name, and that no hook is written twice. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const exportedHook = /^export (?:async )?(?:function|const) (use[A-Z]\w*)/gm;

/**
 * A file with one hook is called as that hook is; a file with several that belong together begins with `use`.
 * A component may keep a hook of its own in its file, as long as it does not export it.
 * @param {ReadonlyMap<string, string>} sources text of each file by its path
 * @returns {string[]} what is wrong, and what to do instead
 */
export function hookProblems(sources) {
  /** @type {Map<string, string>} */
  const homes = new Map();
  /** @type {string[]} */
  const problems = [];
  for (const [file, source] of sources) {
    const hooks = [...source.matchAll(exportedHook)].map(([, name = '']) => name);
    const stem = path.posix.basename(file).replace(/\.tsx?$/, '');
    const [only] = hooks;
    if (hooks.length === 1 && stem !== only) {
      problems.push(`${file} exports the hook ${only}: move the hook to ${only}.ts.`);
    } else if (hooks.length > 1 && !/^use[A-Z]/.test(stem)) {
      problems.push(`${file} exports ${hooks.join(', ')}: give each its own file.`);
    }
    for (const hook of hooks) {
      const home = homes.get(hook);
      if (home !== undefined) problems.push(`${hook} stands in ${home} and in ${file}: keep one.`);
      homes.set(hook, file);
    }
  }
  return problems;
}

function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('{src,sw,workers}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const problems = hookProblems(
    new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])),
  );
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode ||= problems.length === 0 && files.length > 0 ? 0 : 1;
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  main();
}
