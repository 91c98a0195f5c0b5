import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL refuses to run as root, so under root it gets the identity of somebody harmless. */
export interface Identity {
  uid: number;
  gid: number;
  name: string;
}

const candidates = ['kiln', 'postgres', 'nobody'];

function knownUsers(): Identity[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Whom the database runs as.
 * @param existingFolder a database folder of an earlier start, whose owner is kept
 * @returns null when this process isn't root: then it runs as this process does
 * @throws when the machine has no user to take
 */
export function databaseIdentity(existingFolder: string): Identity | null {
  if (!isRoot()) return null;
  const users = knownUsers();
  const owner = statSync(existingFolder, { throwIfNoEntry: false })?.uid;
  const found =
    users.find((user) => user.uid === owner && user.uid !== 0) ??
    candidates.map((name) => users.find((user) => user.name === name)).find(Boolean);
  if (!found || found.uid === 0) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this machine has no user "kiln", "postgres" or ' +
        '"nobody" to run it as. Create one, start Kiln as an ordinary user, or set DATABASE_URL.',
    );
  }
  return found;
}

/** The first folder on the way to `folder` that `identity` may not walk through; null when none. */
export function closedFolderOnTheWay(folder: string, identity: Identity): string | null {
  const resolved = path.resolve(folder);
  const steps = resolved
    .split(path.sep)
    .map((_, index, all) => all.slice(0, index + 1).join('/') || '/');
  for (const step of steps) {
    const stats = statSync(step, { throwIfNoEntry: false });
    // What does not exist yet is made by us, open enough.
    if (!stats) return null;
    const bit = stats.uid === identity.uid ? 0o100 : stats.gid === identity.gid ? 0o010 : 0o001;
    if ((stats.mode & bit) === 0) return step;
  }
  return null;
}

/**
 * `data` in the project. Under root a project that the database's user can't walk into (a clone in
 * /root) gets the place the system has for such data.
 */
export function chooseDataFolder(projectFolder: string, embeddedDatabase: boolean): string {
  const usual = path.join(projectFolder, 'data');
  if (!isRoot() || !embeddedDatabase) return usual;
  const identity = databaseIdentity(path.join(usual, 'database'));
  if (identity === null || closedFolderOnTheWay(usual, identity) === null) return usual;
  return '/var/lib/kiln';
}
