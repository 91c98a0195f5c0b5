import { putSource } from '../../src/db/media/media.ts';
import type { MediaId } from '../../src/domain/ids.ts';
import { RefusedError } from '../../src/domain/imports/refusals.ts';
import type { WorkSource } from '../../src/domain/work.ts';
import { judge, type Openers } from './judge.ts';
import type { SourceEntry } from './source-entry.ts';

async function keep(entry: SourceEntry, openers: Openers): Promise<MediaId | null> {
  try {
    const brought = await entry.read();
    const { bytes } = brought;
    const sha256 = await brought.sha256();
    const { mediaType, width, height } = await judge(brought, openers);
    const blob = brought.as(mediaType);
    return await putSource({ blob, mediaType, bytes, sha256, width, height, name: '' });
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}

/** The files that the works of an archive were made from; one of which twenty were made is read and kept once. */
export class KeptSources {
  readonly #openers: Openers;
  readonly #kept = new Map<SourceEntry, Promise<MediaId | null>>();

  constructor(openers: Openers) {
    this.#openers = openers;
  }

  /** In their order; one that can't be had is named without its bytes. */
  async of(
    sources: readonly { field: string; entry: SourceEntry | null }[],
  ): Promise<WorkSource[]> {
    const found: WorkSource[] = [];
    for (const { field, entry } of sources) {
      const mediaId = entry ? await this.#keep(entry) : null;
      found.push({ field, mediaId, kept: null });
    }
    return found;
  }

  #keep(entry: SourceEntry): Promise<MediaId | null> {
    const known = this.#kept.get(entry);
    if (known) return known;
    const keeping = keep(entry, this.#openers);
    this.#kept.set(entry, keeping);
    return keeping;
  }
}
