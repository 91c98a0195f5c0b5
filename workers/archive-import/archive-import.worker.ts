import { expose } from 'comlink';
import { db } from '../../src/db/database.ts';
import { followTransactions } from '../../src/db/open-transactions.ts';
import { currentOwner } from '../../src/db/account/session.ts';
import { KilnError } from '../../src/domain/errors.ts';
import {
  importMaxPixelsAtOnce,
  importProgressMs,
  importRefusalsTold,
} from '../../src/domain/limits.ts';
import type { Refused } from '../../src/domain/imports/refusals.ts';
import { readRecipe } from '../../src/media/recipes/read-recipe.ts';
import { bringAlbums } from './bring-albums.ts';
import type { ArchiveImportWorker, ImportEnd, ImportProgress, RefusedCount } from './contract.ts';
import { Drawers } from './drawing/drawers.ts';
import { PixelGate } from './pixel-gate.ts';
import { ImportRun, type ImportTools } from './run-import.ts';
import { makeSmallPictures } from './small-pictures.ts';
import { openSources, type OpenSource } from './sources.ts';

let opened: { sources: OpenSource[]; refused: Refused[] } = { sources: [], refused: [] };

const openTransactions = followTransactions();
const gate = new PixelGate(importMaxPixelsAtOnce);
const drawers = new Drawers();

const tools: ImportTools = {
  picture: (picture, pixels) => gate.through(pixels, () => drawers.blur(picture)),
  async track(file) {
    // Films and sounds come seldom, and their reader is large.
    const { sizeOfTrack } = await import('./tracks.ts');
    return sizeOfTrack(file);
  },
  recipe: readRecipe,
  async isHere(owner) {
    return (await currentOwner()) === owner;
  },
  nowMs: () => Date.now(),
};

const told = (refused: readonly Refused[]): RefusedCount => ({
  count: refused.length,
  told: refused.slice(0, importRefusalsTold),
});

function allRefused(): Refused[] {
  return [...opened.refused, ...opened.sources.flatMap(({ refused }) => refused)];
}

async function freeBytes(): Promise<number | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || !quota ? null : Math.max(0, quota - usage);
  } catch {
    // Absent on plain http, and refused in some private windows.
    return null;
  }
}

/** Tells of progress some times a second, and of the last of it always. */
function seldom(onProgress: (progress: ImportProgress) => void) {
  let toldAtMs = -Infinity;
  return (progress: ImportProgress) => {
    const now = performance.now();
    if (now - toldAtMs < importProgressMs && progress.done < progress.of) return;
    toldAtMs = now;
    onProgress(progress);
  };
}

const api: ArchiveImportWorker = {
  async inspect(files) {
    opened = await openSources(files);
    const sources = opened.sources.map(({ file, format, works }) => ({
      file,
      format,
      works: works.length,
      bytes: works.reduce((sum, { entry }) => sum + entry.bytes, 0),
    }));
    return {
      sources,
      works: sources.reduce((sum, { works }) => sum + works, 0),
      bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0),
      freeBytes: await freeBytes(),
      refused: told(allRefused()),
    };
  },

  async run(order, drawSolid, onProgress): Promise<ImportEnd> {
    const tell = seldom(onProgress);
    const startedAt = performance.now();
    let last: ImportProgress | null = null;
    const end = await new ImportRun(opened.sources, order, tools, (progress) => {
      last = progress;
      tell(progress);
    }).run();
    const worksMs = performance.now() - startedAt;
    const before = told(allRefused());
    const refused = {
      count: before.count + end.refused.count,
      told: [...before.told, ...end.refused.told].slice(0, importRefusalsTold),
    };
    let { isFull } = end;
    let albums = { added: 0, tooMany: 0 };
    if (!isFull) {
      try {
        albums = await bringAlbums(
          order,
          opened.sources.flatMap((source) => source.albums),
        );
        await makeSmallPictures(order.owner, { drawSolid, drawers }, (done, of) => {
          if (last) tell({ ...last, phase: 'pictures', done, of });
        });
      } catch (error) {
        if (!(error instanceof KilnError && error.code === 'storage-full')) throw error;
        isFull = true;
      }
    }
    return { ...end, albums, refused, isFull, worksMs, picturesMs: performance.now() - startedAt };
  },

  async settle() {
    db.close();
    const ends = [...openTransactions].map(
      (transaction) =>
        new Promise<void>((resolve) => {
          transaction.addEventListener('complete', () => resolve());
          transaction.addEventListener('abort', () => resolve());
        }),
    );
    await Promise.all(ends);
  },

  finishPictures: (owner, drawSolid) =>
    makeSmallPictures(owner, { drawSolid, drawers }, () => undefined),
};

expose(api);
