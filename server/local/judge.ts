import type { EngineOutput } from '../engines/contract/engine.ts';
import type { ProcessNews, ProcessResult } from '../engines/contract/process-job.ts';
import type { Log } from '../log.ts';
import { startPool, type ProcessPool } from '../processes/pool.ts';
import type { PackManifest } from '../packs/manifest.ts';
import type { InstalledPack } from '../packs/service.ts';
import type { LocalTask } from './contract.ts';
import path from 'node:path';

export interface PictureJudgeOptions {
  /** What is installed now. */
  usable: () => readonly InstalledPack[];
  /** Whether the deployment wants it (`judges_pictures`). */
  isWanted: () => boolean;
  log: Pick<Log, 'warn'>;
}

/** Looks at results before anybody sees them. */
export interface PictureJudge {
  /** Whether results are looked at now: wanted, and there is a model for it. */
  isOn(): boolean;
  /**
   * @returns numbers of the outputs that may not be shown
   * @throws the signal's reason, or an Error when it could not be found out
   */
  withheld(outputs: readonly EngineOutput[], signal: AbortSignal): Promise<ReadonlySet<number>>;
  stop(): Promise<void>;
}

type JudgePack = Extract<PackManifest, { task: 'judge' }>;

// The model takes 30 ms and little memory; what has grown to this has opened something odd.
const memoryBytes = 1024 ** 3;
const heapMb = 256;
const timeLimitMs = 60_000;

/** How much of it is withheld, 0…1, by what the model says of each class. */
export function withheldShare(
  { classes, withheld }: Pick<JudgePack['run'], 'classes' | 'withheld'>,
  scores: readonly number[],
): number {
  return withheld.reduce((sum, name) => sum + (scores[classes.indexOf(name)] ?? 0), 0);
}

/** A picture that stands for what was made; null where there is none, as of a sound. */
const pictureOf = ({ data, mediaType, poster }: EngineOutput): Uint8Array | null =>
  poster ?? (mediaType.startsWith('image/') && mediaType !== 'image/svg+xml' ? data : null);

/** Judges by an installed model, in a process of its own that does not wait for jobs. */
export function createPictureJudge({ usable, isWanted, log }: PictureJudgeOptions): PictureJudge {
  let pool: Promise<ProcessPool<LocalTask, ProcessResult, ProcessNews>> | null = null;
  let wasMissed = false;

  function find() {
    const packs = usable();
    const runtime = packs.find(({ manifest }) => manifest.task === 'runtime');
    for (const { manifest, folder } of packs) {
      if (runtime && manifest.task === 'judge') {
        return { pack: manifest, folder, runtimeFolder: runtime.folder };
      }
    }
    return null;
  }

  const open = () =>
    (pool ??= startPool<LocalTask, ProcessResult, ProcessNews>({
      entry: new URL('./local.process.ts', import.meta.url),
      most: 1,
      memoryBytes,
      heapMb,
    }));

  async function scoresOf(
    { pack, folder, runtimeFolder }: NonNullable<ReturnType<typeof find>>,
    picture: Uint8Array,
    signal: AbortSignal,
  ): Promise<number[]> {
    const task: LocalTask = {
      kind: 'judge',
      file: path.join(folder, pack.run.graph),
      side: pack.run.side,
      runtimeFolder,
      threads: 1,
      picture,
    };
    const options = { signal, timeLimitMs, onNews: () => undefined };
    const result = await (await open()).run(task, options, (made) => Promise.resolve(made));
    if (!result.ok) throw new Error(result.detail ?? result.error.message);
    return result.outputs[0]?.parameters['scores'] as number[];
  }

  return {
    isOn() {
      if (!isWanted()) return false;
      const isThere = find() !== null;
      if (!isThere && !wasMissed) {
        log.warn({}, 'results are to be judged, and no model for it is installed: nobody looks');
      }
      wasMissed = !isThere;
      return isThere;
    },
    async withheld(outputs, signal) {
      const found = find();
      const numbers = new Set<number>();
      if (!found) return numbers;
      for (const output of outputs) {
        const picture = pictureOf(output);
        if (!picture) continue;
        const share = withheldShare(found.pack.run, await scoresOf(found, picture, signal));
        if (share >= found.pack.run.threshold) numbers.add(output.index);
      }
      return numbers;
    },
    async stop() {
      await (await pool)?.stop();
      pool = null;
    },
  };
}
