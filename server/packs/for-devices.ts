import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeviceRuntime, DeviceRuntimes } from '../../src/api/contract/device-models.ts';
import type { OfferedModel } from '../../src/api/contract/device-models.ts';
import type { DeviceWork } from '../../src/diffusion/device-model.ts';
import { neededFiles } from '../../src/diffusion/needed-files.ts';
import type { PackManifest } from './manifest.ts';
import type { InstalledPack, Packs } from './service.ts';

/** The program that devices run models with. */
export const deviceRuntimeId = 'onnxruntime-web';

const offeredName = 'for-devices.json';

/** A file that a device may have. */
export interface GivenFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Models that devices may have, as whoever runs the platform has said. */
export interface DeviceOffers {
  /** Whether devices may have a pack; null: it is none that they could use. */
  isOffered(id: string): boolean | null;
  /** @throws where the folder cannot be written to */
  offer(id: string, isOffered: boolean): Promise<void>;
  list(): { runtimes: DeviceRuntimes | null; models: OfferedModel[] };
  /** @param sha256 hex; null: devices may have no such file */
  modelFile(sha256: string): GivenFile | null;
  /** @param name last part of an address that `list` gave */
  runtimeFile(name: string): GivenFile | null;
}

const builds = {
  wasm: {
    entry: 'dist/ort.wasm.min.mjs',
    glue: 'dist/ort-wasm-simd-threaded.mjs',
    program: 'dist/ort-wasm-simd-threaded.wasm',
  },
  webgpu: {
    entry: 'dist/ort.webgpu.min.mjs',
    glue: 'dist/ort-wasm-simd-threaded.asyncify.mjs',
    program: 'dist/ort-wasm-simd-threaded.asyncify.wasm',
  },
} as const;

function workOf(manifest: PackManifest): DeviceWork | null {
  switch (manifest.task) {
    case 'diffusion':
      return { task: manifest.task, run: manifest.run };
    case 'upscale':
      return { task: manifest.task, run: manifest.run };
    case 'deblur':
      return { task: manifest.task, run: manifest.run };
    default:
      return null;
  }
}

function modelOf({ manifest, files }: InstalledPack): OfferedModel | null {
  const work = workOf(manifest);
  if (!work) return null;
  const { id, name, about, licence, origin, memory_bytes } = manifest;
  const needed = neededFiles(work, files);
  return {
    id,
    name,
    about,
    licence,
    origin,
    memory_bytes,
    work,
    files: needed.map(({ name: file, bytes, sha256 }) => ({ name: file, bytes, sha256 })),
  };
}

const codeName = (name: string, sha256: string): string =>
  `onnxruntime-${sha256.slice(0, 16)}${path.extname(name)}`;

/** @param folder of the packs, where it is noted what was said */
export function createDeviceOffers({
  packs,
  folder,
}: {
  packs: Pick<Packs, 'usable'>;
  folder: string;
}): DeviceOffers {
  const place = path.join(folder, offeredName);

  /** Read each time: `npm run models` writes it, too. */
  function offered(): ReadonlySet<string> {
    try {
      const read = JSON.parse(readFileSync(place, 'utf8')) as unknown;
      return new Set(Array.isArray(read) ? read.map(String) : []);
    } catch {
      return new Set();
    }
  }

  const given = (): { pack: InstalledPack; model: OfferedModel }[] =>
    packs.usable().flatMap((pack) => {
      const model = offered().has(pack.manifest.id) ? modelOf(pack) : null;
      return model ? [{ pack, model }] : [];
    });

  const runtimePack = (): InstalledPack | undefined =>
    packs.usable().find(({ manifest }) => manifest.id === deviceRuntimeId);

  function runtimes(): DeviceRuntimes | null {
    const files = runtimePack()?.files ?? [];
    const codeOf = (name: string) => {
      const file = files.find((one) => one.name === name);
      if (!file) return null;
      const { bytes, sha256 } = file;
      return { address: `/assets/${codeName(name, sha256)}`, bytes, sha256 };
    };
    const buildOf = ({ entry, glue, program }: (typeof builds)['wasm' | 'webgpu']) => {
      const found = { entry: codeOf(entry), glue: codeOf(glue), program: codeOf(program) };
      const isWhole = Object.values(found).every((code) => code !== null);
      return isWhole ? (found as DeviceRuntime) : null;
    };
    const wasm = buildOf(builds.wasm);
    const webgpu = buildOf(builds.webgpu);
    return wasm && webgpu ? { wasm, webgpu } : null;
  }

  return {
    isOffered(id) {
      const pack = packs.usable().find(({ manifest }) => manifest.id === id);
      return pack && modelOf(pack) ? offered().has(id) : null;
    },
    async offer(id, isOffered) {
      const ids = new Set(offered());
      if (isOffered) ids.add(id);
      else ids.delete(id);
      await mkdir(folder, { recursive: true });
      await writeFile(`${place}.part`, JSON.stringify([...ids]));
      await rename(`${place}.part`, place);
    },
    list: () => ({ runtimes: runtimes(), models: given().map(({ model }) => model) }),
    modelFile(sha256) {
      for (const { pack, model } of given()) {
        const file = model.files.find((one) => one.sha256 === sha256);
        if (file) return { path: path.join(pack.folder, file.name), bytes: file.bytes, sha256 };
      }
      return null;
    },
    runtimeFile(name) {
      const pack = runtimePack();
      const file = pack?.files.find((one) => codeName(one.name, one.sha256) === name);
      if (!pack || !file) return null;
      return {
        path: path.join(pack.folder, file.name),
        bytes: file.bytes,
        sha256: file.sha256,
      };
    },
  };
}
