/**
 * `npm run backup -- <folder>` copies the data folder with its embedded database, while Kiln runs or not.
 * `npm run restore -- <folder>` puts such a copy in the place of the data folder, which is put aside.
 */
import path from 'node:path';
import process from 'node:process';

import { readConfig } from '../server/config.ts';
import { backUp, restore } from '../server/database/backup.ts';
import { elapsed } from './lib-process.mjs';

/** @param {string} sentence */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const isRestore = process.argv.includes('--restore');
const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
if (given === undefined) {
  stop(`Name a folder: npm run ${isRestore ? 'restore' : 'backup'} -- /path/to/backup`);
}
const folder = path.resolve(given ?? '');
const start = performance.now();
try {
  const { dataFolder, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== null) {
    stop(
      'The rows are in a PostgreSQL of your own (DATABASE_URL): pg_dump --format=custom backs them up, and ' +
        `${dataFolder} holds the files. docs/watching.md says in which order.`,
    );
  }
  if (isRestore) {
    const aside = await restore(folder, dataFolder);
    process.stdout.write(`Restored ${dataFolder} in ${elapsed(start)}.\n`);
    if (aside) process.stdout.write(`What was there is in ${aside}.\n`);
  } else {
    const { files, bytes, wasRunning } = await backUp(dataFolder, folder);
    const how = wasRunning ? 'while Kiln was running' : 'while Kiln was not running';
    process.stdout.write(
      `Copied ${files} files, ${(bytes / 2 ** 20).toFixed(1)} MiB, to ${folder} in ${elapsed(start)}, ${how}.\n`,
    );
  }
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
