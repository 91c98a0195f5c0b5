import type { AnswerOf } from '../../src/api/contract/endpoint.ts';
import {
  deviceModelFilePath,
  deviceRuntimePath,
  listDeviceModels,
} from '../../src/api/contract/device-models.ts';
import { actOnPack, listPacks } from '../../src/api/contract/packs.ts';
import type { PackTrial } from '../../src/domain/packs.ts';
import type { App, Mount } from '../http/mount.ts';
import { refusals, type ApiDocument } from '../http/openapi.ts';
import { notFound, Problem } from '../http/problem.ts';
import { appPolicy } from '../http/security-headers.ts';
import { sendFile } from '../http/send-file.ts';
import { machineMemoryBytes } from '../processes/memory.ts';
import { deviceRuntimeId, type DeviceOffers } from './for-devices.ts';
import type { Packs } from './service.ts';

export interface PacksRoutes {
  packs: Packs;
  offers: DeviceOffers;
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
  app: App,
  mount: Mount,
  document: ApiDocument,
  { packs, offers, freeBytes, triedOut, modelsFolder }: PacksRoutes,
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
          for_devices: offers.isOffered(manifest.id),
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
    } else if (act === 'offer' || act === 'withdraw') {
      if (offers.isOffered(id) === null) {
        throw new Problem(409, 'conflict', 'Devices could not use this model pack');
      }
      await offers.offer(id, act === 'offer');
      // Without it they could do nothing with the model.
      if (act === 'offer') await packs.install(deviceRuntimeId);
    } else {
      await packs[act](id);
    }
    return described();
  });

  mount(listDeviceModels, () => Promise.resolve({ status: true, data: offers.list() }));

  document.addOperation(deviceModelFilePath, 'get', {
    operationId: 'readDeviceModelFile',
    summary: 'A file of a model that devices may have',
    security: [],
    parameters: [
      {
        name: 'sha256',
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
    ],
    responses: {
      200: { description: 'The file' },
      206: { description: 'A part of it' },
      304: { description: 'The caller has it already' },
      416: { description: 'It has no such part' },
      ...refusals([404, 429, 500]),
    },
  });

  app.get(deviceModelFilePath.replace('{sha256}', ':sha256'), async (context) => {
    const file = offers.modelFile(context.req.param('sha256') ?? '');
    const answer =
      file &&
      (await sendFile(context.req.raw, {
        path: file.path,
        etag: `"${file.sha256}"`,
        ranges: true,
        // The device keeps it elsewhere: it need not lie in the browser's cache as well.
        headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' },
      }));
    if (!answer) throw notFound('File of a model');
    return answer;
  });

  app.get('/assets/:name', async (context, next) => {
    const name = context.req.param('name');
    const file = deviceRuntimePath.test(context.req.path) ? offers.runtimeFile(name) : null;
    const isProgram = name.endsWith('.wasm');
    const answer =
      file &&
      (await sendFile(context.req.raw, {
        path: file.path,
        etag: `"${file.sha256}"`,
        ranges: false,
        headers: {
          'Content-Type': isProgram ? 'application/wasm' : 'text/javascript; charset=utf-8',
          'Cache-Control': 'public, max-age=31536000, immutable',
          // Its threads are workers, which obey the policy that their script came with.
          ...(!isProgram && { 'Content-Security-Policy': appPolicy([], { webAssembly: true }) }),
        },
      }));
    return answer ?? next();
  });
}
