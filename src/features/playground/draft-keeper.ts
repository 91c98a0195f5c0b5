import { holdUnsaved } from '../../../sw/client-unsaved.ts';
import type { DraftRow } from '../../db/schema.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { UserKey } from '../../domain/ids.ts';

export type Draft = Pick<
  DraftRow,
  'model' | 'input' | 'sources' | 'keywords' | 'compare' | 'isRandom' | 'isLarger'
>;
type SavedDraft = Omit<DraftRow, 'updatedAtMs'>;

/** Who types on without a pause loses no more than this when the browser dies. */
const longestWaitMs = 1_000;

export const emptyDraft: Draft = { model: null, input: {}, sources: [] };

/** What a row keeps of a form. */
export function draftOf({
  model,
  input,
  sources,
  keywords,
  compare,
  isRandom,
  isLarger,
}: DraftRow): Draft {
  return {
    model,
    input,
    sources,
    ...(keywords && { keywords }),
    ...(compare && { compare }),
    ...(isRandom && { isRandom }),
    ...(isLarger && { isLarger }),
  };
}

/**
 * Writes a draft while it changes: soon after the last key, and now and then while somebody types on without a
 * pause. Saves run one after another, so an older draft never overwrites a newer one.
 */
export class DraftKeeper {
  readonly owner: UserKey;
  readonly type: GeneratorType;
  readonly #save: (row: SavedDraft) => Promise<unknown>;
  readonly #delayMs: number;
  #waiting: Draft | null = null;
  /** The newest that was given to `save`, until it is written. */
  #unwritten: SavedDraft | null = null;
  #waitingSinceMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<unknown> = Promise.resolve();
  /** Lets a new version take over again. */
  #release: (() => void) | null = null;

  /** @param of whose draft it is, of which tool */
  constructor(
    of: { owner: UserKey; type: GeneratorType },
    save: (row: SavedDraft) => Promise<unknown>,
    delayMs = 250,
  ) {
    this.owner = of.owner;
    this.type = of.type;
    this.#save = save;
    this.#delayMs = delayMs;
  }

  keep(draft: Draft): void {
    if (this.#waiting === null) this.#waitingSinceMs = Date.now();
    this.#waiting = draft;
    this.#release ??= holdUnsaved();
    if (this.#timer !== null) clearTimeout(this.#timer);
    const lastMs = this.#waitingSinceMs + longestWaitMs - Date.now();
    const delayMs = Math.max(0, Math.min(this.#delayMs, lastMs));
    this.#timer = setTimeout(() => void this.flush(), delayMs);
  }

  /**
   * The page is about to go, and may come back from the browser's memory.
   * @param save must have done its work when it returns
   */
  leave(save: (row: SavedDraft) => void): void {
    const row = this.#waiting ? this.#rowOf(this.#waiting) : this.#unwritten;
    if (row) save(row);
    void this.flush();
  }

  #rowOf(draft: Draft): SavedDraft {
    return { owner: this.owner, type: this.type, ...draft };
  }

  /** Resolves when everything kept so far is written, or could not be. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const draft = this.#waiting;
    if (draft) {
      this.#waiting = null;
      const row = this.#rowOf(draft);
      this.#unwritten = row;
      this.#saving = this.#saving
        .then(() => this.#save(row))
        // A full device must not stop the typing; the request itself says so when it cannot be saved.
        .catch(() => undefined)
        .then(() => {
          if (this.#unwritten === row) this.#unwritten = null;
        });
    }
    await this.#saving;
    if (this.#waiting === null) {
      this.#release?.();
      this.#release = null;
    }
  }
}
