import { importSidecarMaxBytes } from '../../../src/domain/limits.ts';
import { readInfotext } from '../../../src/media/recipes/infotext.ts';
import { describedByRecipe, type Described } from '../described.ts';
import type { ArchiveFormat, OpenArchive } from './format.ts';
import type { SourceEntry } from '../source-entry.ts';
import { besideIt, isLitter, isMediaName } from './names.ts';
import { restOf } from './rest.ts';

/** A1111 can be told to write the settings into a text of the same name; they are those of the file, and easier to read. */
async function describedByText(
  archive: OpenArchive,
  entry: SourceEntry,
): Promise<Described | null> {
  const beside = besideIt(archive, entry, 'txt');
  if (!beside || beside.bytes > importSidecarMaxBytes) return null;
  const recipe = readInfotext(await archive.text(beside, importSidecarMaxBytes));
  return recipe && { ...describedByRecipe(recipe), createdAtMs: entry.modifiedAtMs };
}

/** Files in an archive without an order of its own: each tells of itself what it can. */
export const looseFormat: ArchiveFormat = {
  name: 'loose',
  plan(archive) {
    const works = archive.entries
      .filter(({ name }) => isMediaName(name) && !isLitter(name))
      .map((entry) => ({
        entry,
        id: null,
        describe: () => describedByText(archive, entry),
      }));
    return Promise.resolve({ works, refused: restOf(archive, ['txt']) });
  },
};
