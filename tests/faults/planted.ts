import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** One line of one file, and what stands in its place. */
interface Change {
  file: string;
  line: string;
  instead: string;
}

/** A bug as somebody could make it. */
interface Plant {
  name: string;
  changes: readonly Change[];
  /** Where it shows first. */
  shownBy: 'simulated' | 'browser';
  /** What the stories must say of it: that something else broke is no proof that they see this. */
  violation: RegExp;
}

const plants: readonly Plant[] = [
  {
    name: 'every attempt to submit is a submission of its own',
    changes: [
      {
        file: 'src/jobs/kinds/generate.ts',
        line: 'idempotencyKey: intent.id,',
        instead: 'idempotencyKey: crypto.randomUUID(),',
      },
    ],
    shownBy: 'simulated',
    violation: /was made \d+ times|its job none/,
  },
  {
    name: 'a lease keeps nobody away',
    changes: [
      {
        file: 'src/db/intents/rules.ts',
        line: 'return untilMs > nowMs && untilMs <= nowMs + leaseMaxMs;',
        instead: 'return untilMs > nowMs && untilMs < nowMs;',
      },
    ],
    shownBy: 'simulated',
    violation: /submit \S+ at once|poll at once|has \d+ jobs/,
  },
  {
    name: 'a request that waits for the network is overtaken',
    changes: [
      {
        file: 'src/jobs/engine/plan.ts',
        line: "if (lane === 'send' && holdsOthers(intent)) break;",
        instead: '',
      },
    ],
    shownBy: 'simulated',
    violation: /accepted out of order/,
  },
  {
    name: 'bytes of an answer that tells no length are not held against their checksum',
    changes: [
      {
        file: 'src/api/files.ts',
        line: 'await options.onStart(await startOf(response, options));',
        instead:
          "await options.onStart(await startOf(response, options)); globalThis.hasLength = response.headers.has('Content-Length');",
      },
      {
        file: 'src/media/verify.ts',
        line: 'if (sha256 !== promised.sha256) throw damaged(`checksum ${sha256}`);',
        instead:
          'if (globalThis.hasLength && sha256 !== promised.sha256) throw damaged(`checksum ${sha256}`);',
      },
    ],
    shownBy: 'simulated',
    violation: /bytes of \S+ on the device are wrong/,
  },
  {
    name: 'bytes are not held against their checksum',
    changes: [
      {
        file: 'src/media/verify.ts',
        line: 'if (sha256 !== promised.sha256) throw damaged(`checksum ${sha256}`);',
        instead: '',
      },
    ],
    shownBy: 'browser',
    violation: /bytes of \S+ on the device are wrong/,
  },
  {
    name: 'the platform keeps the credits of a job that failed',
    changes: [
      {
        file: 'server/queue/finish.ts',
        line: 'await settle(transaction, job.userId, job.cost, 0, job);',
        instead: 'await settle(transaction, job.userId, job.cost, job.cost, job);',
      },
    ],
    shownBy: 'browser',
    violation: /charges are not the jobs/,
  },
];

const root = path.resolve(import.meta.dirname, '../..');
/** Made here, not part of the source. */
const leftOut = new Set(['node_modules', 'dist', '.cache', '.git', 'test-results']);

/** A copy of the project with one bug more. */
async function plant({ changes }: Plant, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(root)) {
    if (leftOut.has(name)) continue;
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const { file, line, instead } of changes) {
    const target = path.join(folder, file);
    const source = await readFile(target, 'utf8');
    const parts = source.split(line);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${line}`);
    await writeFile(target, parts.join(instead));
  }
}

/**
 * Proves that the stories find bugs: plants one after the other and tells stories until one breaks.
 * @returns whether all were found
 */
export async function findPlanted(seeds: number): Promise<boolean> {
  let found = 0;
  for (const each of plants) {
    const folder = path.join(root, '.cache/planted');
    await plant(each, folder);
    const story = ['tests/faults/run.ts', '--only', each.shownBy, '--until-broken'];
    const child = spawn(process.execPath, [...story, '--seeds', String(seeds)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const [code] = (await once(child, 'exit')) as [number | null];
    const seed = /seed (\d+)/.exec(output)?.[1];
    const isFound = code !== 0 && seed !== undefined && each.violation.test(output);
    if (isFound) found += 1;
    else process.stdout.write(output);
    const words = isFound
      ? `found by seed ${seed} (${each.shownBy}): ${each.violation.exec(output)?.[0]}`
      : `NOT FOUND in ${seeds} seeds`;
    process.stdout.write(`${isFound ? '✓' : '✗'} ${each.name}: ${words}\n`);
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${found} of ${plants.length} planted bugs found\n`);
  return found === plants.length;
}
