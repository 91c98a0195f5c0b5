import * as z from 'zod/mini';
import { importSidecarMaxBytes } from '../../../src/domain/limits.ts';
import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import { pictureModelId, type PictureType } from '../../../src/horde/model-ids.ts';
import { nameOf, seedOf, settingsOf, splitPrompt, textOf, type Described } from '../described.ts';
import type { ArchiveFormat } from './format.ts';
import { besideIt, isMediaName, parseJson } from './names.ts';
import { restOf } from './rest.ts';

/*
 * stable-ui (github.com/aqualxx/stable-ui, src/utils/download.ts): `{i}-{seed}-{prompt}`, without / \ : * ? " < > and
 * cut to 128 characters, as WebP, PNG or JPEG, and beside it a JSON file of the same name with all that it knows but
 * the picture and its own id. Dates it knows none: the order of the numbers is all there is.
 */

const name = /^(?:.*\/)?(\d{1,9})-[^/]*$/;

const sidecar = z.looseObject({
  prompt: z.optional(z.string()),
  seed: z.optional(z.union([z.string(), z.number()])),
  modelName: z.optional(z.string()),
  starred: z.optional(z.unknown()),
});

/** What says where a work was made, or is a column of its own here. */
const noSettings: ReadonlySet<string> = new Set(
  `prompt seed modelName starred rated jobId hordeImageId workerName workerID sharedExternally
  width height image id`.split(/\s+/),
);

const tools: Readonly<Record<string, PictureType>> = {
  img2img: 'Img2Img',
  inpainting: 'Inpainting',
  outpainting: 'Outpainting',
};

/** What stable-ui says of a picture; null where the text is nothing of the kind. */
export function readStableUi(text: string): Described | null {
  const read = sidecar.safeParse(parseJson(text));
  if (!read.success) return null;
  const said = read.data;
  if (said.prompt === undefined && said.seed === undefined) return null;
  const model = nameOf(said.modelName);
  const way = said['source_processing'];
  const type: PictureType = (typeof way === 'string' && tools[way]) || 'Text2Img';
  const jobType: GeneratorType = type;
  const settings = Object.entries(said).filter(([key]) => !noSettings.has(key));
  return {
    jobType,
    model: model === '' ? '' : pictureModelId(type, model),
    modelLabel: model === '' ? null : { cn: model, en: model },
    ...splitPrompt(textOf(said.prompt)),
    parameters: settingsOf(Object.fromEntries(settings)),
    seed: seedOf(said.seed),
    starred: said.starred === 1 || said.starred === true ? 1 : 0,
  };
}

export const stableUiFormat: ArchiveFormat = {
  name: 'stable-ui',
  async plan(archive) {
    const numbered = archive.entries.filter(
      (entry) =>
        isMediaName(entry.name) && name.test(entry.name) && besideIt(archive, entry, 'json'),
    );
    const [first] = numbered;
    const beside = first && besideIt(archive, first, 'json');
    if (!beside || beside.bytes > importSidecarMaxBytes) return null;
    if (!readStableUi(await archive.text(beside, importSidecarMaxBytes))) return null;
    const works = archive.entries
      .filter((entry) => isMediaName(entry.name))
      .map((entry) => {
        const place = Number(name.exec(entry.name)?.[1] ?? 0);
        return {
          entry,
          id: null,
          async describe() {
            const own = besideIt(archive, entry, 'json');
            const said = own ? readStableUi(await archive.text(own, importSidecarMaxBytes)) : null;
            return said && { ...said, createdAtMs: entry.modifiedAtMs + place };
          },
        };
      });
    return { works, refused: restOf(archive, ['json']) };
  },
};
