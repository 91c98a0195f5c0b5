import type { EngineModel } from '../../../src/domain/engine.ts';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import type { JobId } from '../../../src/domain/ids.ts';
import type { JobPhase } from '../../../src/domain/job.ts';
import type { LocalizedText, Language } from '../../../src/domain/languages.ts';
import type { InputValues, ModelSchema } from '../../../src/domain/model.ts';
import type { WebhookReceiver } from './webhooks.ts';

export {
  EngineError,
  missingBy,
  refusedInput,
  tellEngineError,
  toldEngineError,
  type EngineModel,
  type PlainErrorCode,
  type ToldEngineError,
} from '../../../src/domain/engine.ts';

/** A source file of a job, already on the platform's disk and checked to be what it says. */
export interface EngineSource {
  /** The schema field it belongs to. */
  field: string;
  path: string;
  mediaType: string;
  width: number;
  height: number;
}

export interface EngineJob {
  id: JobId;
  model: string;
  jobType: GeneratorType;
  /** Held against the model's schema, defaults filled in; source fields removed. */
  input: InputValues;
  sources: EngineSource[];
  /** Decimal string, 0…2^32-1, fixed when the job was accepted: a repeated run gives the same bytes. */
  seed: string;
  outputs: number;
  /** From 1; above 1 after a restart or a lost lease. */
  attempt: number;
  /** An earlier attempt took its process with it: nothing that could suffer from this one runs beside it. */
  runsAlone?: boolean;
  /** What an earlier attempt saved: a remote job to go on with instead of paying for a second one. */
  externalReference: string | null;
}

export interface EngineProgress {
  phase: JobPhase;
  /** Estimated seconds that are left, if the engine can tell. */
  waitSeconds?: number;
  /** 0…1 of the work done, if the engine can tell. */
  fraction?: number;
  /** Position in the engine's own queue; 0 when running. */
  queuePosition?: number;
  finished?: number;
  /** Why less comes than was asked for; the last that was told counts. */
  missing?: ErrorCode;
  /** False: nobody there could take it just now. A hint, which may change at any moment. */
  isPossible?: boolean;
  /** How the picture looks so far, of any size; the platform makes it small and keeps the newest only. */
  preview?: EnginePreview;
}

export interface EnginePreview {
  data: Uint8Array;
  mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
}

export interface EngineContext {
  /** Aborted on cancel, on shutdown and when the lease is lost. */
  signal: AbortSignal;
  /** Cheap; the platform thins it out. */
  reportProgress(progress: EngineProgress): void;
  /** Durable when it resolves; call it before anything else once a remote job exists. */
  saveExternalReference(reference: string): Promise<void>;
  /**
   * The key of their own that the job's owner keeps for this engine, null without one. Absent where the
   * platform keeps none.
   * @throws EngineError when it cannot be read any more
   */
  ownKey?(): Promise<string | null>;
}

export interface EngineOutput {
  /** 0…outputs-1 */
  index: number;
  data: Uint8Array;
  mediaType: string;
  width: number;
  height: number;
  seed: string;
  /** The model that really made it. */
  model: string;
  /** The parameters that were really used. */
  parameters: InputValues;
  censored: boolean;
  warnings: string[];
  /** A picture that stands for what is no picture itself: WebP, JPEG or PNG. */
  poster?: Uint8Array;
}

/** A LoRA that an engine offers by name. */
export interface EngineLora {
  /** What the engine knows it by. */
  name: string;
  label: LocalizedText;
  /** Path of a small picture that shows what it does, on the platform's own origin. */
  image?: string;
  /** What people may search it by. */
  tags?: readonly LocalizedText[];
  /** Words of a prompt that it answers to. */
  triggers?: readonly LocalizedText[];
  /** Taken where it is named, and offered to nobody. */
  disabled?: boolean;
}

/**
 * The one door to whatever makes pictures. Submission, idempotency, credits, cancel states and files are the
 * platform's business; an engine only runs a job. `run` may be called again for the same job after a crash.
 */
export interface Engine {
  readonly name: string;
  /** Jobs it may run at once: in this process, or in all processes together where it is shared. */
  readonly concurrency: number;
  /** True for what is one thing for all processes of the platform: a service, a machine elsewhere. */
  readonly isShared?: boolean;
  /** Jobs that it lets start in any minute, in all processes together. */
  readonly startsPerMinute?: number;
  /** People may keep a key of their own for it, which then pays for their jobs. */
  readonly takesOwnKeys?: boolean;
  /** Strangers run it, and see what they are given: a person agrees to that before anything goes there. */
  readonly isPublic?: boolean;
  /** Takes what its server sends by itself; the platform then has an address for it. */
  readonly webhooks?: WebhookReceiver;
  start(): Promise<void>;
  stop(): Promise<void>;
  models(): EngineModel[];
  /**
   * Null when all is well; otherwise why its models cannot be used now.
   * @param model asks about this one, which may lack something that the others do not need
   */
  unavailableReason(model?: string): { cn: string; en: string } | null;
  /** Throws `EngineError` (not-found) for a model that is not its own. */
  schema(model: string, language: Language): ModelSchema;
  /**
   * Refuses an input that its schema allows and that a run would refuse: before it is charged, not in the queue.
   * Throws `EngineError` (invalid-input).
   */
  assertInput?(job: Pick<EngineJob, 'model' | 'input'>): void;
  /** Rough seconds one job takes, for wait estimates before the first measurement. */
  estimateSeconds(job: Pick<EngineJob, 'model' | 'input' | 'outputs'>): number;
  /**
   * Runs a job to its end. Fewer outputs than asked for is a partial success. Throws `EngineError`, `retryable`
   * only for what may pass by itself: a full or absent server, a lost worker, a machine out of memory. What the
   * model makes of its input it makes of it every time, since the seed stays. Rejects with the signal's reason
   * when aborted.
   */
  run(job: EngineJob, context: EngineContext): Promise<EngineOutput[]>;
  /**
   * Cancels at its server what an earlier attempt began there, of a job that was cancelled while none was running.
   * Harmless when repeated, and where nothing is left.
   * @param reference what that attempt saved
   */
  abandon?(job: Pick<EngineJob, 'id' | 'model'>, reference: string): Promise<void>;
  /** Ready-made apps among its models, each with the model that it is made of. */
  templates?(): { model: string; base: string }[];
  /** LoRAs it has; those that a person can only name freely are not listed. */
  loras?(): EngineLora[];
  /** Prompts that it is good at, written in each language. */
  prompts?(language: Language): readonly string[];
  /** Whether it can look at pictures right now; it always can where this is absent. */
  canDescribe?(): boolean;
  /**
   * What is to be seen on a picture, in English, as words that a prompt could be. Throws `EngineError`;
   * rejects with the signal's reason when aborted.
   */
  describe?(
    picture: Pick<EngineSource, 'path' | 'mediaType'>,
    signal: AbortSignal,
  ): Promise<string>;
}
