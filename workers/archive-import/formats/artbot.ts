import * as z from 'zod/mini';
import {
  importListMaxBytes,
  importSidecarMaxBytes,
  recipeLorasMax,
} from '../../../src/domain/limits.ts';
import { pictureModelId, type PictureType } from '../../../src/horde/model-ids.ts';
import { nameOf, seedOf, settingsOf, splitPrompt, textOf, type Described } from '../described.ts';
import type { ArchiveFormat, OpenArchive, Plan } from './format.ts';
import { besideIt, isMediaName, parseJson } from './names.ts';
import { orElse } from './or-else.ts';
import { restOf } from './rest.ts';

/*
 * ArtBot writes two kinds of archives. The newer one (github.com/Haidra-Org/artbot, handleDownloads.ts): in `images/`
 * a picture and beside it a JSON file with what the Horde was asked for, and pages that show them. The older one
 * (daveschumaker/artbot-for-stable-diffusion, imageUtils.ts): pictures, and one list of them, `_image_details.json`.
 */

const listName = '_image_details.json';

const lora = z.looseObject({ name: z.union([z.string(), z.number()]) });
const loras = orElse(z.optional(z.array(lora)), undefined);

const sidecar = z.looseObject({
  prompt: z.string(),
  created: orElse(z.optional(z.string()), undefined),
  params: z.record(z.string(), z.unknown()),
  models: orElse(z.optional(z.array(z.string())), undefined),
  source_processing: orElse(z.optional(z.string()), undefined),
});

const listed = z.looseObject({
  name: z.string(),
  date: orElse(z.optional(z.string()), undefined),
  prompt: orElse(z.string(), ''),
  negative_prompt: orElse(z.string(), ''),
  model: orElse(z.string(), ''),
  sampler: z.optional(z.unknown()),
  steps: z.optional(z.unknown()),
  cfg_scale: z.optional(z.unknown()),
  denoising_strength: z.optional(z.unknown()),
  seed: z.optional(z.unknown()),
  loras,
});
const list = z.array(z.unknown());

const tools: Readonly<Record<string, PictureType>> = {
  img2img: 'Img2Img',
  inpainting: 'Inpainting',
  outpainting: 'Outpainting',
};

/** `name:strength`, as a request names them here. */
function namedLoras(given: z.infer<typeof loras>): { loras: string[] } | null {
  if (!given || given.length === 0) return null;
  const named = given.slice(0, recipeLorasMax).map((one) => {
    const strength = one['model'] ?? one['strength'];
    const own = nameOf(String(one.name));
    return typeof strength === 'number' ? `${own}:${strength}` : own;
  });
  return { loras: named };
}

/** A date as the browser of its writer spelt it, or as ISO has it. */
function timeOf(text: string | undefined): { createdAtMs: number } | null {
  const createdAtMs = Date.parse(text ?? '');
  return Number.isFinite(createdAtMs) ? { createdAtMs } : null;
}

const modelOf = (type: PictureType, name: string): Described => ({
  jobType: type,
  model: name === '' ? '' : pictureModelId(type, name),
  modelLabel: name === '' ? null : { cn: name, en: name },
});

/** What the newer kind says of a picture; null where the text is nothing of the kind. */
export function readArtBot(text: string): Described | null {
  const read = sidecar.safeParse(parseJson(text));
  if (!read.success) return null;
  const { prompt, params, models, created, source_processing: way } = read.data;
  const { seed, n: _count, width: _width, height: _height, loras: given, ...settings } = params;
  const named = loras.safeParse(given);
  return {
    ...modelOf((way !== undefined && tools[way]) || 'Text2Img', nameOf(models?.[0])),
    ...splitPrompt(textOf(prompt)),
    parameters: { ...settingsOf(settings), ...(named.success && namedLoras(named.data)) },
    seed: seedOf(seed),
    ...timeOf(created),
  };
}

function readListed(given: unknown): { name: string; said: Described } | null {
  const read = listed.safeParse(given);
  if (!read.success) return null;
  const said = read.data;
  const { sampler, steps, cfg_scale, denoising_strength } = said;
  const isRedrawn = denoising_strength !== undefined;
  const known = { sampler_name: sampler, steps, cfg_scale, denoising_strength };
  return {
    name: said.name,
    said: {
      ...modelOf(isRedrawn ? 'Img2Img' : 'Text2Img', nameOf(said.model)),
      prompt: textOf(said.prompt),
      negativePrompt: textOf(said.negative_prompt),
      parameters: { ...settingsOf(known), ...namedLoras(said.loras) },
      seed: seedOf(said.seed),
      ...timeOf(said.date),
    },
  };
}

async function planOfList(archive: OpenArchive): Promise<Plan | null> {
  const entry = archive.named(listName);
  if (!entry) return null;
  const read = list.safeParse(parseJson(await archive.text(entry, importListMaxBytes)));
  if (!read.success) return null;
  const told = new Map<string, Described>();
  for (const one of read.data) {
    const found = readListed(one);
    if (found && !told.has(found.name)) told.set(found.name, found.said);
  }
  const works = archive.entries
    .filter(({ name }) => isMediaName(name))
    .map((found) => ({
      entry: found,
      id: null,
      describe: () => Promise.resolve(told.get(found.name) ?? null),
    }));
  return { works, refused: restOf(archive, ['json']) };
}

export const artBotFormat: ArchiveFormat = {
  name: 'artbot',
  async plan(archive) {
    const older = await planOfList(archive);
    if (older) return older;
    const pictures = archive.entries.filter(({ name }) => isMediaName(name));
    const first = pictures.find(
      (entry) => entry.name.startsWith('images/') && besideIt(archive, entry, 'json'),
    );
    const beside = first && besideIt(archive, first, 'json');
    if (!beside || beside.bytes > importSidecarMaxBytes) return null;
    if (!readArtBot(await archive.text(beside, importSidecarMaxBytes))) return null;
    const works = pictures.map((entry) => ({
      entry,
      id: null,
      async describe() {
        const own = besideIt(archive, entry, 'json');
        return own ? readArtBot(await archive.text(own, importSidecarMaxBytes)) : null;
      },
    }));
    return { works, refused: restOf(archive, ['json', 'html']) };
  },
};
