import { expose } from 'comlink';
import { takeFiles } from './take-files.ts';
import { fetchAll } from './fetch-all.ts';
import type { ModelFilesWorker } from './contract.ts';
import { readModelFolder } from '../../src/diffusion/model-folder.ts';
import { openModelsFolder } from '../../src/media/model-files.ts';

const worker: ModelFilesWorker = {
  fetchAll,
  takeFiles,
  async readFolder(name, files) {
    const byName = new Map(files.map((one) => [one.name, one.file]));
    const fileOf = (file: string): File => {
      const found = byName.get(file);
      if (!found) throw new Error(`${file} is missing`);
      return found;
    };
    try {
      return await readModelFolder({
        name,
        files: files.map((one) => ({ name: one.name, bytes: one.file.size })),
        readText: (file) => fileOf(file).text(),
        readEnd: async (file, bytes) =>
          new Uint8Array(await fileOf(file).slice(-bytes).arrayBuffer()),
      });
    } catch (error) {
      return String(error);
    }
  },
  async remove(folder) {
    const models = await openModelsFolder();
    await models?.removeEntry(folder, { recursive: true }).catch(() => undefined);
  },
};

expose(worker);
