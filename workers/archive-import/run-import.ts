import { KilnError } from '../../src/domain/errors.ts';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';
import { KeptSources } from './kept-sources.ts';
import { RefusedError, type ImportRefusal } from '../../src/domain/imports/refusals.ts';
import { importBatchBytes, importBatchWorks, importRefusalsTold } from '../../src/domain/limits.ts';
import { addOwnWorks, type OwnWork } from '../../src/db/works/own-works.ts';
import { listKnownWorks, type KnownWorks } from '../../src/db/works/known-works.ts';
import type { BroughtBytes } from '../../src/media/zip/entry-bytes.ts';
import type { ImportOrder, ImportProgress, RefusedCount } from './contract.ts';
import { usualTool } from '../../src/domain/tool-of-work.ts';
import { describedByRecipe, type Described } from './described.ts';
import type { PlannedWork } from './formats/format.ts';
import { inParallel } from './in-parallel.ts';
import { judge, type Judged, type Openers } from './judge.ts';
import { ownWorkId } from './own-id.ts';
import type { OpenSource } from './sources.ts';
import type { Recipe } from '../../src/domain/recipes/recipe.ts';

export interface ImportTools extends Openers {
  /** What a file itself tells of its making. */
  recipe(file: Blob): Promise<Recipe | null>;
  /** Whether somebody is still signed in here: what is theirs must not come after they have gone. */
  isHere(owner: UserKey): Promise<boolean>;
  nowMs(): number;
}

export type WorksEnd = Pick<ImportProgress, 'added' | 'known'> & {
  bytes: number;
  isFull: boolean;
  refused: RefusedCount;
};

/** A work on its way in, with the file that it came in. */
interface Coming {
  file: string | null;
  plan: PlannedWork;
}

interface Read extends Coming {
  brought: BroughtBytes;
  sha256: string;
  described: Described | null;
  id: WorkId;
}

/** Opened at once: while some are decoded, the bytes of others are on their way from the disk. */
const openedAtOnce = 8;
/** Read at once: while one is hashed, the next one's sidecar is read. */
const readAtOnce = 6;

function* batches(sources: readonly OpenSource[]): Generator<Coming[]> {
  let batch: Coming[] = [];
  let bytes = 0;
  for (const { file, works } of sources) {
    for (const plan of works) {
      const isFull =
        batch.length >= importBatchWorks || bytes + plan.entry.bytes > importBatchBytes;
      if (batch.length > 0 && isFull) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push({ file, plan });
      bytes += plan.entry.bytes;
    }
  }
  if (batch.length > 0) yield batch;
}

const bytesOf = (works: readonly PlannedWork[]): number =>
  works.reduce((sum, { entry }) => sum + entry.bytes, 0);

/** Goes through all works once. */
export class ImportRun {
  readonly #owner: UserKey;
  readonly #tell: boolean;
  readonly #tools: ImportTools;
  readonly #kept: KeptSources;
  readonly #onProgress: (progress: ImportProgress) => void;
  readonly #refused: RefusedCount;
  readonly #sources: readonly OpenSource[];
  #done = 0;
  #doneBytes = 0;
  #added = 0;
  #addedBytes = 0;
  #known = 0;
  #isFull = false;
  readonly #of: number;
  readonly #ofBytes: number;

  constructor(
    sources: readonly OpenSource[],
    order: ImportOrder,
    tools: ImportTools,
    onProgress: (progress: ImportProgress) => void,
  ) {
    this.#sources = sources;
    this.#owner = order.owner;
    this.#tell = order.tell;
    this.#tools = tools;
    this.#kept = new KeptSources(tools);
    this.#onProgress = onProgress;
    this.#refused = { count: 0, told: [] };
    this.#of = sources.reduce((sum, { works }) => sum + works.length, 0);
    this.#ofBytes = sources.reduce((sum, { works }) => sum + bytesOf(works), 0);
  }

  async run(): Promise<WorksEnd> {
    const known = await listKnownWorks(this.#owner);
    let opening: Promise<OwnWork[]> = Promise.resolve([]);
    let writing: Promise<void> = Promise.resolve();
    let before: Coming[] = [];
    // Three batches are under way at a time: one is read while the one before is opened and that before it written.
    for (const batch of batches(this.#sources)) {
      const read = await this.#read(batch, known);
      const works = await opening;
      await writing;
      if (this.#isFull) break;
      writing = this.#write(works, before);
      opening = this.#open(read);
      before = batch;
      // Whoever waits for them hears of a failure; until then it is nobody's.
      writing.catch(() => undefined);
      opening.catch(() => undefined);
    }
    await writing;
    if (!this.#isFull) await this.#write(await opening, before);
    return {
      added: this.#added,
      known: this.#known,
      bytes: this.#addedBytes,
      isFull: this.#isFull,
      refused: this.#refused,
    };
  }

  #refuse({ file, plan }: Coming, reason: ImportRefusal): void {
    const { name } = plan.entry;
    this.#refused.count += 1;
    if (this.#refused.told.length >= importRefusalsTold) return;
    this.#refused.told.push(
      file === null ? { file: name, entry: null, reason } : { file, entry: name, reason },
    );
  }

  /** Runs what may be refused. @returns null when it was */
  async #unlessRefused<Value>(coming: Coming, work: () => Promise<Value>): Promise<Value | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#refuse(coming, error.reason);
      return null;
    }
  }

  /** Of a batch what is not here yet, by its name or its bytes. */
  async #read(batch: readonly Coming[], known: KnownWorks): Promise<Read[]> {
    // What is here by its name is not read again: an import that was cut goes on where it was.
    const missing = batch.filter(({ plan }) => !(plan.id && known.own.has(plan.id)));
    this.#known += batch.length - missing.length;
    const read = await inParallel(missing, readAtOnce, (coming) =>
      this.#unlessRefused(coming, async (): Promise<Read> => {
        const { plan } = coming;
        const brought = await plan.entry.read(plan.sha256);
        const described = await this.#describe(plan);
        const sha256 = await brought.sha256();
        if (described?.sha256 !== undefined && described.sha256 !== sha256)
          throw new RefusedError('wrong-hash');
        const isFree = plan.id !== null && !known.foreign.has(plan.id);
        const id = isFree ? plan.id! : ownWorkId(this.#owner, sha256);
        return { ...coming, brought, sha256, described, id };
      }),
    );
    return read.flatMap((one) => {
      if (!one) return [];
      const { sha256 } = one;
      const isHere = known.hashes.has(sha256) || known.own.has(one.id);
      known.hashes.add(sha256);
      if (isHere) this.#known += 1;
      return isHere ? [] : [one];
    });
  }

  async #open(read: readonly Read[]): Promise<OwnWork[]> {
    const opened = await inParallel(read, openedAtOnce, (one) =>
      this.#unlessRefused(one, () => this.#openOne(one)),
    );
    return opened.filter((work) => work !== null);
  }

  /** A sidecar that can't be read costs what it tells, not the work. */
  async #describe(plan: PlannedWork): Promise<Described | null> {
    try {
      return await plan.describe();
    } catch (error) {
      if (error instanceof RefusedError && error.reason !== 'not-readable') return null;
      throw error;
    }
  }

  async #openOne(read: Read): Promise<OwnWork> {
    const { brought, sha256, plan, id } = read;
    const { sha256: told, seen = null } = read.described ?? {};
    const judged = await judge(brought, this.#tools, told === sha256 ? seen : null);
    const blob = brought.as(judged.mediaType);
    const recipe = read.described ? null : await this.#tools.recipe(blob);
    const described = read.described ?? (recipe ? describedByRecipe(recipe) : {});
    const sources = await this.#kept.of(described.sources ?? []);
    const createdAtMs = described.createdAtMs ?? plan.entry.modifiedAtMs;
    const isDated = createdAtMs > 0 && createdAtMs <= this.#tools.nowMs();
    return {
      ...columnsOf(described, judged),
      id,
      origin: 'imported',
      sha256,
      blob,
      createdAtMs: isDated ? Math.round(createdAtMs) : this.#tools.nowMs(),
      thumbnail: null,
      ...(sources.length > 0 && { sources }),
    };
  }

  async #write(works: readonly OwnWork[], batch: readonly Coming[]): Promise<void> {
    if (!(await this.#tools.isHere(this.#owner)))
      throw new KilnError('login-required', { retryable: true });
    try {
      const { added, known } = await addOwnWorks(this.#owner, works, { tell: this.#tell });
      const ids = new Set(added);
      this.#added += added.length;
      this.#known += known.length;
      this.#addedBytes += works.reduce(
        (sum, { id, blob }) => sum + (ids.has(id) ? blob.size : 0),
        0,
      );
    } catch (error) {
      if (!(error instanceof KilnError && error.code === 'storage-full')) throw error;
      this.#isFull = true;
      return;
    }
    this.#done += batch.length;
    this.#doneBytes += bytesOf(batch.map(({ plan }) => plan));
    this.#tellProgress();
  }

  #tellProgress(): void {
    this.#onProgress({
      phase: 'works',
      done: this.#done,
      of: this.#of,
      doneBytes: this.#doneBytes,
      ofBytes: this.#ofBytes,
      added: this.#added,
      known: this.#known,
      refused: this.#refused.count,
    });
  }
}

function columnsOf(described: Described, judged: Judged) {
  const { mediaType, thumbhash } = judged;
  const isSized = judged.width > 0 && judged.height > 0;
  return {
    mediaType,
    thumbhash,
    width: isSized ? judged.width : (described.width ?? 0),
    height: isSized ? judged.height : (described.height ?? 0),
    jobType: described.jobType ?? usualTool(mediaType),
    model: described.model ?? '',
    modelLabel: described.modelLabel ?? null,
    prompt: described.prompt ?? '',
    negativePrompt: described.negativePrompt ?? '',
    parameters: described.parameters ?? {},
    seed: described.seed ?? '',
    starred: described.starred ?? 0,
    rating: described.rating ?? 0,
  };
}
