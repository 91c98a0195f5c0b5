import { holdUnsaved } from '../../../sw/client-unsaved.ts';
import type { DraftRow } from '../../db/schema.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';

export type Draft = Pick<DraftRow, 'model' | 'input' | 'sources'>;
type SavedDraft = Omit<DraftRow, 'updatedAtMs'>;

export const emptyDraft: Draft = { model: null, input: {}, sources: [] };

/**
 * Writes a draft while it changes: soon after the last key, at once when the page is about to go. Saves run
 * one after another, so an older draft never overwrites a newer one.
 */
export class DraftKeeper {
  readonly type: GeneratorType;
  readonly #save: (row: SavedDraft) => Promise<unknown>;
  readonly #delayMs: number;
  #waiting: Draft | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<unknown> = Promise.resolve();
  /** Lets a new version take over again. */
  #release: (() => void) | null = null;

  constructor(type: GeneratorType, save: (row: SavedDraft) => Promise<unknown>, delayMs = 250) {
    this.type = type;
    this.#save = save;
    this.#delayMs = delayMs;
  }

  keep(draft: Draft): void {
    this.#waiting = draft;
    this.#release ??= holdUnsaved();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#delayMs);
  }

  /** Resolves when everything kept so far is written, or could not be. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const draft = this.#waiting;
    if (draft) {
      this.#waiting = null;
      const row: SavedDraft = { type: this.type, ...draft };
      this.#saving = this.#saving
        .then(() => this.#save(row))
        // A full device must not stop the typing; the request itself says so when it cannot be saved.
        .catch(() => undefined);
    }
    await this.#saving;
    if (this.#waiting === null) {
      this.#release?.();
      this.#release = null;
    }
  }
}
