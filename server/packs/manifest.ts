import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { diffusionRun } from '../../src/diffusion/run.ts';
import { deblurRun, upscaleRun } from '../../src/diffusion/tile-run.ts';

/** Nothing that leads out of a folder: every part begins with a letter, a digit or what is no dot. */
const memberName = z.string().regex(/^(?:[A-Za-z0-9_@-][\w.@-]*)(?:\/[A-Za-z0-9_@-][\w.@-]*)*$/);
const fileName = z.string().regex(/^[A-Za-z0-9_-][\w.-]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().positive();
const text = z.strictObject({ cn: z.string().min(1), en: z.string().min(1) });

const joined = z.strictObject({
  /** What is written. */
  name: fileName,
  bytes,
  sha256,
  /** Members of the package, joined in this order. */
  parts: z.array(memberName).min(1),
  /** How bytes stand in them: as they are, or in a module of JavaScript as its longest text, in base64. */
  form: z.enum(['raw', 'base64-module']).default('raw'),
});

const taken = z.strictObject({
  /** Of the package; the empty one is its root. */
  folder: z.union([z.literal(''), memberName]),
  /** Names in it; all below it where there are none. */
  only: z.array(fileName).optional(),
  into: memberName,
  /** Left out on every other machine. */
  machine: z
    .strictObject({
      os: z.enum(['linux', 'darwin', 'win32']),
      cpu: z.enum(['x64', 'arm64']),
    })
    .optional(),
});

const download = z.strictObject({
  /** A package of npm. */
  npm: z.string().regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  /** Of the whole archive, as npm names it in its lock files. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  bytes,
  join: z.array(joined),
  take: z.array(taken),
});

/** A file of a hub that has repositories as Hugging Face and its mirrors have them. */
const hubFile = z.strictObject({
  /** In the pack's folder, and in the repository unless that has it elsewhere. */
  name: memberName,
  from: memberName.optional(),
  bytes,
  sha256,
});

const hub = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** A commit: what a branch names is another thing tomorrow. */
  revision: z.string().regex(/^[0-9a-f]{40}$/),
  files: z.array(hubFile).min(1),
});

const graphFile = z.strictObject({ name: fileName, bytes, sha256 });

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/),
  name: text,
  about: text,
  /** SPDX. */
  licence: z.string().min(1),
  origin: z.url(),
  /** Of memory, while it works. */
  memory_bytes: z.int().nonnegative(),
  /** Packs that have to be there, too. */
  needs: z.array(z.string()),
  downloads: z.array(download).default([]),
  hub: hub.optional(),
  /** Files beside the manifest that say how the model computes; they hold no weights. */
  graphs: z.array(graphFile),
};

const manifest = z.discriminatedUnion('task', [
  z.strictObject({ ...common, task: z.literal('runtime'), run: z.null() }),
  z.strictObject({ ...common, task: z.literal('device-runtime'), run: z.null() }),
  z.strictObject({ ...common, task: z.literal('upscale'), run: upscaleRun }),
  z.strictObject({ ...common, task: z.literal('deblur'), run: deblurRun }),
  z.strictObject({ ...common, task: z.literal('diffusion'), run: diffusionRun }),
  z.strictObject({
    ...common,
    task: z.literal('judge'),
    run: z.strictObject({
      graph: fileName,
      /** Of the square that it looks at. */
      side: z.int().min(16).max(1024),
      /** What it tells apart, in the order of its answer. */
      classes: z.array(z.string().min(1)).min(2),
      /** Classes that are withheld when together they reach the threshold. */
      withheld: z.array(z.string().min(1)).min(1),
      threshold: z.number().gt(0).max(1),
    }),
  }),
]);

/** What a pack is made of, and where each byte of it comes from. */
export type PackManifest = z.infer<typeof manifest> & {
  /** Where its graphs lie. */
  folder: string;
  /** Files in `folder` of a model that somebody has put there, where they stay; absent for all others. */
  brought?: { name: string; bytes: number }[];
};
export type PackDownload = PackManifest['downloads'][number];

/** Those that Kiln comes with. */
export const ownPacks = path.join(import.meta.dirname, 'list');

/**
 * Reads the manifests of a folder.
 * @throws Error that names the file, for whoever wrote it
 */
export async function readManifests(folder: string): Promise<PackManifest[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      try {
        const read = manifest.parse(JSON.parse(await readFile(file, 'utf8')));
        if (read.downloads.length === 0 && !read.hub) throw new Error('it has nothing to fetch');
        if (`${read.id}.json` !== name) throw new Error(`its id is ${read.id}`);
        return { ...read, folder };
      } catch (error) {
        const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        throw new Error(`${file} is no manifest of a model pack: ${why}`, { cause: error });
      }
    }),
  );
}

/** Bytes that are fetched for it on this machine. */
export const downloadBytes = ({
  downloads,
  hub: from,
}: Pick<PackManifest, 'downloads' | 'hub'>): number =>
  [...downloads, ...(from?.files ?? [])].reduce((sum, one) => sum + one.bytes, 0);

/** Kiln's own manifests and an operator's; one of the same id replaces ours. @param folder null: only ours */
export async function knownPacks(folder: string | null): Promise<PackManifest[]> {
  const own = await readManifests(ownPacks);
  const others = folder === null ? [] : await readManifests(folder);
  const ids = new Set(others.map(({ id }) => id));
  return [...own.filter(({ id }) => !ids.has(id)), ...others];
}
