import { getOriginal } from '../../db/media/media.ts';
import { getThumbnail } from '../../db/media/thumbnails.ts';
import type { WorkRow } from '../../db/schema.ts';
import { getSetting } from '../../db/settings.ts';
import { KilnError } from '../../domain/errors.ts';
import { downloadName, extensionOf } from '../../domain/file-kinds.ts';
import type { GridContent } from '../../domain/pictures/grid-picture.ts';
import { offerDownload } from '../../ui/offer-download.ts';
import { drawGridPicture } from '../../../workers/imaging/client.ts';
import type { GridPicture } from '../../../workers/imaging/contract.ts';

/** A cell as the page shows it. */
export interface ShownCell {
  work: WorkRow | null;
  /** What stands where there is no picture. */
  words: string;
}

/** The sharpest picture of a work that is on this device; null where none is. */
async function pictureOf(work: WorkRow): Promise<Blob | null> {
  const isPicture = work.mediaType.startsWith('image/') && work.mediaType !== 'image/svg+xml';
  const original = isPicture ? await getOriginal(work.id) : undefined;
  return original?.blob ?? (await getThumbnail(work.id))?.blob ?? null;
}

/**
 * Hands a comparison to the browser's downloads as one picture, in the person's format.
 * @throws KilnError `too-large`, `unknown`
 */
export async function downloadGrid(
  grid: GridContent<ShownCell>,
  words: Pick<GridPicture, 'title' | 'corner' | 'damaged'>,
  name: string,
): Promise<void> {
  const pages = await Promise.all(
    grid.pages.map(async (page) => ({
      ...page,
      cells: await Promise.all(
        page.cells.map((row) =>
          Promise.all(
            row.map(async (cell) => ({
              picture: cell.work && (await pictureOf(cell.work)),
              words: cell.words,
            })),
          ),
        ),
      ),
    })),
  );
  const picture: GridPicture = { ...words, pages, ratio: grid.ratio };
  const format = await getSetting('downloadFormat');
  const blob = await drawGridPicture(picture, format).catch((error: unknown) => {
    // Safari cannot encode WebP: another format is better than nothing.
    const isFormat = error instanceof KilnError && error.code === 'unsupported-media';
    if (!isFormat || format === 'PNG') throw error;
    return drawGridPicture(picture, 'PNG');
  });
  offerDownload(blob, downloadName(name, extensionOf(blob.type) ?? 'png'));
}
