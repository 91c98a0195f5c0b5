import * as z from 'zod/mini';
import { packProblems, packStates, packTasks, packTrials } from '../../domain/packs.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** Not in the specification (issue L): models that run on the platform's own machine, and their files. */

const id = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,60}$/));
const text = z.object({ cn: z.string(), en: z.string() });
const bytes = z.number().check(z.minimum(0));

const pack = z.object({
  id,
  task: z.enum(packTasks),
  name: text,
  about: text,
  /** SPDX. */
  licence: z.string(),
  origin: z.string(),
  state: z.enum(packStates),
  problem: z.nullable(z.enum(packProblems)),
  /** What has to be fetched, and how much of it is here. */
  fetch_bytes: bytes,
  received_bytes: bytes,
  /** On the disk; 0 where it is not installed, and not brought. */
  disk_bytes: bytes,
  /** Of memory, while it works. */
  memory_bytes: bytes,
  /** The machine has too little memory for it. */
  too_large: z.boolean(),
  /** How long a million pixels of a source take here; null where nobody has tried. */
  seconds_per_megapixel: z.nullable(z.number()),
  /** How long a picture from words takes here as it is made at first; null where nobody has tried. */
  seconds_per_picture: z.nullable(z.number()),
  trial: z.enum(packTrials),
  /** Somebody has put it into the folder for models, where its files stay. */
  is_brought: z.boolean(),
  /** Ids of packs that it needs, and of those that need it and are there. */
  needs: z.array(z.string()),
  needed_by: z.array(z.string()),
  installed_at: z.nullable(z.iso.datetime()),
  /** Whether devices may have it; null where they could not use it. */
  for_devices: z.nullable(z.boolean()),
});
export type ModelPack = z.output<typeof pack>;

const packsAnswer = {
  status: 200,
  schema: statusEnvelope(
    z.object({
      packs: z.array(pack),
      /** Where models of one's own are looked for, and folders there that hold none that can be run. */
      models_folder: z.string(),
      odd_folders: z.array(z.string()),
      /** Of the disk: taken by packs, and free. Null where nobody knows. */
      used_bytes: bytes,
      free_bytes: z.nullable(bytes),
      /** Of the machine. */
      memory_bytes: bytes,
    }),
  ),
} as const;
export type ModelPacks = z.output<(typeof packsAnswer)['schema']>['data'];

export const listPacks = defineEndpoint({
  id: 'listPacks',
  method: 'get',
  path: '/api/manage/packs',
  summary: 'Model packs: what is installed, what could be, and what is being fetched',
  auth: 'super-user',
  ok: packsAnswer,
  errors: [403],
});

export const actOnPack = defineEndpoint({
  id: 'actOnPack',
  method: 'post',
  path: '/api/manage/packs/{id}/{act}',
  summary:
    'Install a model pack, pause that, hold its files against what they have to be, remove it, let devices have it or not',
  auth: 'super-user',
  params: z.object({
    id,
    act: z.enum(['install', 'pause', 'check', 'remove', 'offer', 'withdraw']),
  }),
  ok: packsAnswer,
  /** 409: another pack needs it, or devices could not use it. */
  errors: [403, 404, 409],
});
