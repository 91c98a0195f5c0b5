import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readModelFolder } from '../../src/diffusion/model-folder.ts';
import type { PackManifest } from './manifest.ts';

/**
 * Models that somebody has put into a folder: each a folder of its own, as `src/diffusion/model-folder.ts` reads it.
 * They are used where they lie.
 */

/** Letters and digits of a folder's name; where it has others, as in Chinese, what tells it from the next one. */
function idOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const isWhole = /^[\w .-]+$/.test(name);
  const mark = isWhole ? '' : createHash('sha256').update(name).digest('hex').slice(0, 8);
  return ['own', plain.slice(0, 45), mark].filter((part) => part !== '').join('-');
}

async function readEnd(file: string, bytes: number): Promise<Uint8Array> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const length = Math.min(size, bytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer;
  } finally {
    await handle.close();
  }
}

/** A model's own files, with slashes; weights may lie beside their graph. */
async function filesOf(folder: string): Promise<{ name: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { name: string; bytes: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    const place = path.join(entry.parentPath, entry.name);
    const found = await stat(place);
    if (!found.isFile()) continue;
    files.push({
      name: path.relative(folder, place).split(path.sep).join('/'),
      bytes: found.size,
    });
  }
  return files;
}

/**
 * Reads what a folder holds.
 * @throws Error that says why it is no model that can be run
 */
async function readModel(folder: string, name: string): Promise<PackManifest> {
  const files = await filesOf(folder);
  const model = await readModelFolder({
    name,
    files,
    readText: (file) => readFile(path.join(folder, file), 'utf8'),
    readEnd: (file, bytes) => readEnd(path.join(folder, file), bytes),
  });
  return {
    id: idOf(name),
    task: 'diffusion',
    name: { cn: model.name, en: model.name },
    about: model.about ?? {
      cn: '由文字生成图片，放在这台机器上的模型。',
      en: 'Makes pictures from words; a model that was put on this machine.',
    },
    licence: model.licence,
    origin: model.origin,
    memory_bytes: model.memoryBytes,
    needs: ['onnxruntime'],
    downloads: [],
    graphs: [],
    run: model.run,
    folder,
    brought: files,
  };
}

/** A folder that is meant as a model, and why it is none. */
export interface OddFolder {
  name: string;
  why: string;
}

/** Models in a folder, and what else looks like one. Nothing where there is no such folder. */
export async function broughtModels(
  folder: string,
): Promise<{ models: PackManifest[]; odd: OddFolder[] }> {
  const models: PackManifest[] = [];
  const odd: OddFolder[] = [];
  const names: string[] = await readdir(folder).catch(() => []);
  for (const name of names.toSorted()) {
    const place = path.join(folder, name);
    const isModel = await stat(path.join(place, 'model_index.json')).catch(() => null);
    if (!isModel?.isFile()) continue;
    try {
      const model = await readModel(place, name);
      if (models.some(({ id }) => id === model.id)) throw new Error('another one has its name');
      models.push(model);
    } catch (error) {
      odd.push({ name, why: String(error) });
    }
  }
  return { models, odd };
}
