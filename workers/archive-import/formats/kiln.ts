import * as z from 'zod/mini';
import { albumRule } from '../../../src/api/contract/album-changes.ts';
import { albumName, workTag } from '../../../src/domain/albums.ts';
import {
  archivedWorkFormat,
  archiveFormat,
  archivePaths,
} from '../../../src/domain/archive/layout.ts';
import { isGeneratorType } from '../../../src/domain/generator-types.ts';
import { isUuid, type AlbumId, type WorkId } from '../../../src/domain/ids.ts';
import { RefusedError } from '../../../src/domain/imports/refusals.ts';
import {
  archivedAlbumsMax,
  importListMaxBytes,
  importSidecarMaxBytes,
  ratingMax,
  uploadsMost,
} from '../../../src/domain/limits.ts';
import { nameOf, settingsOf, textOf, type Described } from '../described.ts';
import type { ArchiveFormat, NamedWork, OpenArchive, Plan, PlannedAlbum } from './format.ts';
import type { Seen } from '../judge.ts';
import type { SourceEntry } from '../source-entry.ts';
import { parseJson } from './names.ts';
import { orElse } from './or-else.ts';

/*
 * Kiln's own layout (docs/archive.md): a manifest that names every work with its hash, and beside each work a file
 * that tells how it was made.
 */

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const manifest = z.object({
  format: z.literal(archiveFormat),
  version: z.number(),
  works: z.array(z.object({ id: z.string(), file: z.string(), sidecar: z.string(), sha256: hash })),
  albums: orElse(z.array(z.unknown()), []),
});
/** Of whatever can't be understood of it, the album itself is left. */
const archivedAlbum = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['album', 'tag']),
  rule: orElse(z.nullable(albumRule), null),
  cover: orElse(z.nullable(z.string()), null),
  workIds: orElse(z.array(z.string()), []),
});
type Manifest = z.infer<typeof manifest>;

const localized = z.object({ cn: z.string(), en: z.string() });
const sidecar = z.object({
  format: z.literal(archivedWorkFormat),
  id: z.string(),
  tool: z.string(),
  model: z.string(),
  model_name: orElse(z.nullable(localized), null),
  prompt: z.string(),
  negative_prompt: orElse(z.string(), ''),
  parameters: orElse(z.record(z.string(), z.unknown()), {}),
  seed: orElse(z.string(), ''),
  created: orElse(z.string(), ''),
  favourite: orElse(z.boolean(), false),
  rating: orElse(z.number(), 0),
  width: orElse(z.number(), 0),
  height: orElse(z.number(), 0),
  censored: orElse(z.boolean(), false),
  warnings: orElse(z.array(z.string()), []),
  sources: orElse(z.array(z.object({ field: z.string(), file: z.nullable(z.string()) })), []),
  thumbhash: orElse(z.string(), ''),
  sha256: hash,
});

const idOf = (text: string): WorkId | null => (isUuid(text) ? (text as WorkId) : null);

const warningsMax = 20;
const sideOf = (value: number): number =>
  Number.isInteger(value) && value >= 0 && value <= 100_000 ? value : 0;

/** As the platform takes it of a work. */
const blurForm = /^[\w-]{1,64}$/;

function seenOf({ thumbhash, ...said }: z.infer<typeof sidecar>): Seen | null {
  const [width, height] = [sideOf(said.width), sideOf(said.height)];
  return blurForm.test(thumbhash) && width > 0 && height > 0 ? { width, height, thumbhash } : null;
}

function describedBy(text: string, archive: OpenArchive): Described | null {
  const read = sidecar.safeParse(parseJson(text));
  if (!read.success) return null;
  const said = read.data;
  const id = idOf(said.id);
  const createdAtMs = Date.parse(said.created);
  const rating = Math.round(said.rating);
  return {
    ...(id && { id }),
    ...(isGeneratorType(said.tool) && { jobType: said.tool }),
    model: nameOf(said.model),
    modelLabel: said.model_name && {
      cn: nameOf(said.model_name.cn),
      en: nameOf(said.model_name.en),
    },
    prompt: textOf(said.prompt),
    negativePrompt: textOf(said.negative_prompt),
    parameters: settingsOf(said.parameters),
    seed: nameOf(said.seed),
    ...(Number.isFinite(createdAtMs) && { createdAtMs }),
    starred: said.favourite ? 1 : 0,
    rating: rating >= 0 && rating <= ratingMax ? rating : 0,
    width: sideOf(said.width),
    height: sideOf(said.height),
    censored: said.censored,
    warnings: said.warnings.slice(0, warningsMax).map(nameOf),
    sources: said.sources.slice(0, uploadsMost).map(({ field, file }) => ({
      field: nameOf(field),
      entry: (file !== null && archive.named(file)) || null,
    })),
    sha256: said.sha256,
    seen: seenOf(said),
  };
}

/** What can't be read tells nothing; the work is there all the same. */
async function textOrNothing(archive: OpenArchive, entry: SourceEntry): Promise<string> {
  try {
    return await archive.text(entry, importSidecarMaxBytes);
  } catch (error) {
    if (error instanceof RefusedError) return '';
    throw error;
  }
}

async function readManifest(archive: OpenArchive): Promise<Manifest | null> {
  const entry = archive.named(archivePaths.manifest);
  if (!entry || entry.bytes > importListMaxBytes) return null;
  const text = await archive.text(entry, importListMaxBytes).catch((error: unknown) => {
    // Without a list that can be read it may still be an archive of another program.
    if (error instanceof RefusedError) return '';
    throw error;
  });
  const read = manifest.safeParse(parseJson(text));
  return read.success ? read.data : null;
}

/** Albums and tags; one that says nothing that can be understood is passed over, its works are here all the same. */
function albumsOf(list: Manifest): PlannedAlbum[] {
  const works = new Map<string, NamedWork>();
  for (const { id, sha256 } of list.works) works.set(id, { id: idOf(id), sha256 });
  const named = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => works.get(id) ?? []);
  return list.albums.slice(0, archivedAlbumsMax).flatMap((entry): PlannedAlbum[] => {
    const read = archivedAlbum.safeParse(entry);
    if (!read.success) return [];
    const { kind, id, rule, cover, workIds } = read.data;
    const name = kind === 'tag' ? workTag(read.data.name) : albumName(read.data.name);
    if (name === '' || (kind === 'album' && !isUuid(id))) return [];
    return [
      {
        kind,
        id: id as AlbumId,
        name,
        rule: kind === 'album' ? rule : null,
        cover: (cover !== null && works.get(cover)) || null,
        works: named(workIds),
      },
    ];
  });
}

export const kilnFormat: ArchiveFormat = {
  name: 'kiln',
  async plan(archive) {
    const list = await readManifest(archive);
    if (!list) return null;
    const plan: Plan = { works: [], albums: albumsOf(list), refused: [] };
    const seen = new Set<string>();
    for (const work of list.works) {
      if (seen.has(work.file)) continue;
      seen.add(work.file);
      const entry = archive.named(work.file);
      if (!entry) {
        plan.refused.push({ name: work.file, reason: 'listed-but-missing' });
        continue;
      }
      const beside = archive.named(work.sidecar);
      plan.works.push({
        entry,
        id: idOf(work.id),
        sha256: work.sha256,
        async describe() {
          const text = beside ? await textOrNothing(archive, beside) : '';
          const id = idOf(work.id);
          const told = describedBy(text, archive);
          const seen = told?.sha256 === work.sha256 ? told.seen : null;
          // The list is what the archive was closed with; a sidecar tells the rest.
          return { ...told, ...(id && { id }), seen, sha256: work.sha256 };
        },
      });
    }
    return plan;
  },
};
