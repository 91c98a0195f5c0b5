import type {
  DeviceBackend,
  DeviceBuild,
  DeviceFile,
  DevicePace,
  DeviceProblem,
  DeviceWork,
} from '../../src/diffusion/device-model.ts';
import type { DiffusionMode } from '../../src/diffusion/run.ts';
import type { FieldReason } from '../../src/domain/field-reasons.ts';
import type { InputValues } from '../../src/domain/model.ts';

/** A model that is here, and what runs it. */
export interface MakingModel {
  /** Folder of its files. */
  id: string;
  work: DeviceWork;
  files: readonly DeviceFile[];
  backend: DeviceBackend;
  build: DeviceBuild;
}

export interface MakingOrder {
  /** Of a model alone that makes pictures from words. */
  mode: DiffusionMode | null;
  input: InputValues;
  /** Decimal. */
  seed: string;
  outputs: number;
  /** How many pictures there are already. */
  from: number;
  sources: readonly { field: string; blob: Blob }[];
}

export interface MadePicture {
  index: number;
  seed: string;
  width: number;
  height: number;
  blob: Blob;
  /** Hex SHA-256 of it. */
  sha256: string;
  /** Base64url. */
  thumbhash: string;
  thumbnail: { blob: Blob; width: number; height: number };
}

/** Failures cross the thread as data. */
export type MakingResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; problem: DeviceProblem | 'source-damaged' | 'too-large'; detail: string }
  /** The person's settings, which another choice would mend. */
  | { ok: false; problem: 'refused'; detail: string; reason: FieldReason };

export interface MakingWorker {
  /**
   * Makes nothing in particular.
   * @returns how fast that went, and what became of it, by which two backends are held against each other
   */
  measure(
    model: MakingModel,
  ): Promise<MakingResult<Omit<DevicePace, 'backend'> & { made: Float32Array }>>;
  /**
   * @param tell how far it is, 0…1, with a picture of how it looks now and then
   * @param keep awaited: the next picture is begun when this one is kept
   */
  make(
    model: MakingModel,
    order: MakingOrder,
    tell: (fraction: number, preview: Blob | null) => void,
    keep: (picture: MadePicture) => Promise<void>,
  ): Promise<MakingResult<null>>;
  /** Between two steps it stops, or goes on. */
  setPaused(isPaused: boolean): void;
}
