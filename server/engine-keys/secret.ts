import { createHash, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const fileName = 'secret.key';
const bytes = 32;

/** Appears whole or not at all, and of several processes that start together one makes it. */
async function makeFile(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(bytes));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * The platform's own secret: what is sealed in the database opens with it alone, so whoever has only the
 * database has nothing. Made at the first start, in the data folder, readable by the platform's user.
 * @param given words that several processes with folders of their own share instead
 * @returns 32 bytes
 */
export async function loadSecret(dataFolder: string, given: string | null): Promise<Buffer> {
  if (given !== null) return createHash('sha256').update(`kiln secret\n${given}`).digest();
  const file = path.join(dataFolder, fileName);
  const read = () => readFile(file).catch(() => null);
  if ((await read()) === null) await makeFile(file);
  const secret = await read();
  if (secret?.length !== bytes) throw new Error(`${file} is not the ${bytes} bytes it was`);
  return secret;
}
