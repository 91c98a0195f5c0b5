import type { AnswerOf } from '../../src/api/contract/endpoint.ts';
import { actOnPack, listPacks } from '../../src/api/contract/packs.ts';
import type { PackTrial } from '../../src/domain/packs.ts';
import type { Mount } from '../http/mount.ts';
import { notFound, Problem } from '../http/problem.ts';
import { machineMemoryBytes } from '../processes/memory.ts';
import type { Packs } from './service.ts';

export interface PacksRoutes {
  packs: Packs;
  freeBytes: () => Promise<number | null>;
  /** How a pack does on this machine, as far as it was tried. */
  triedOut: (id: string) => {
    secondsPerMegapixel: number | null;
    secondsPerPicture: number | null;
    trial: PackTrial;
  };
  /** Where models of one's own are looked for. */
  modelsFolder: string;
}

export function mountPacks(
  mount: Mount,
  { packs, freeBytes, triedOut, modelsFolder }: PacksRoutes,
): void {
  async function described(): Promise<AnswerOf<typeof listPacks>> {
    const memory = machineMemoryBytes();
    const statuses = await packs.statuses();
    return {
      status: true,
      data: {
        packs: statuses.map(({ manifest, ...status }) => ({
          seconds_per_megapixel: triedOut(manifest.id).secondsPerMegapixel,
          seconds_per_picture: triedOut(manifest.id).secondsPerPicture,
          trial: triedOut(manifest.id).trial,
          is_brought: manifest.brought !== undefined,
          id: manifest.id,
          task: manifest.task,
          name: manifest.name,
          about: manifest.about,
          licence: manifest.licence,
          origin: manifest.origin,
          state: status.state,
          problem: status.problem,
          fetch_bytes: status.fetchBytes,
          received_bytes: status.receivedBytes,
          disk_bytes: status.diskBytes,
          memory_bytes: manifest.memory_bytes,
          too_large: manifest.memory_bytes > memory,
          needs: manifest.needs,
          needed_by: status.neededBy,
          installed_at: status.installedAt,
        })),
        models_folder: modelsFolder,
        odd_folders: packs.oddFolders(),
        used_bytes: await packs.usedBytes(),
        free_bytes: await freeBytes(),
        memory_bytes: memory,
      },
    };
  }

  mount(listPacks, described);

  mount(actOnPack, async ({ params: { id, act } }) => {
    if (!packs.has(id)) throw notFound('Model pack');
    if (act === 'remove') {
      if (!(await packs.remove(id))) {
        throw new Problem(409, 'conflict', 'Another model pack needs this one');
      }
    } else {
      await packs[act](id);
    }
    return described();
  });
}
