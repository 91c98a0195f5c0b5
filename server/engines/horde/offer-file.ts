import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { modelsAnswer, type ServedModel } from '../../../src/horde/answers.ts';

/** The models that were served when the Horde last answered, so that a start without it knows them, too. */
export interface OfferFile {
  /** Empty where nothing is known. Never rejects. */
  read(): Promise<ServedModel[]>;
  /** Never rejects: without it the next start only knows less. */
  keep(served: readonly ServedModel[]): Promise<void>;
}

export function createOfferFile(file: string): OfferFile {
  let kept = '';
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '[]');
      try {
        return z.parse(modelsAnswer, JSON.parse(text));
      } catch {
        return [];
      }
    },
    async keep(served) {
      // How long its queues are changes with every look, and says nothing at the next start.
      const names = served.map(({ name }) => name).toSorted();
      if (kept === names.join('\n')) return;
      const draft = `${file}.${randomBytes(6).toString('hex')}`;
      try {
        await writeFile(draft, JSON.stringify(served));
        // Whole or not at all, also where several processes share the folder.
        await rename(draft, file);
        kept = names.join('\n');
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}
