import type { DeviceProblem } from '../../src/diffusion/device-model.ts';
import type { FolderModel } from '../../src/diffusion/model-folder.ts';

/** A file that is to be here. */
export interface WantedFile {
  /** On the own origin. */
  address: string;
  bytes: number;
  /** Hex SHA-256. */
  sha256: string;
}

export interface FilesProgress {
  /** Of all that was asked for, with what was here before. */
  receivedBytes: number;
  /** It is all here, and is held against its hashes. */
  isChecking: boolean;
}

/** Failures cross the thread as data: an error class would lose its fields. */
export type FilesResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; problem: DeviceProblem; detail: string };

/** A file that somebody chose, by its place in the folder that they chose. */
export interface ChosenFile {
  /** With slashes, without the folder itself. */
  name: string;
  file: File;
}

/** One of these does one thing and is ended: nothing else stops a download or a hash at once. */
export interface ModelFilesWorker {
  /**
   * Fetches files into a folder, going on where an earlier call broke off. What is here and was looked at is left alone.
   * @param tell several times a second at most
   */
  fetchAll(
    folder: string,
    files: readonly WantedFile[],
    tell: (progress: FilesProgress) => void,
  ): Promise<FilesResult<null>>;
  /** What a folder is, as diffusers' exporters write it. @returns a sentence for logs where it is no model */
  readFolder(name: string, files: readonly ChosenFile[]): Promise<FolderModel | string>;
  /** Copies files into a folder, with their hashes. */
  takeFiles(
    folder: string,
    files: readonly ChosenFile[],
    tell: (progress: FilesProgress) => void,
  ): Promise<FilesResult<{ name: string; bytes: number; sha256: string }[]>>;
  /** Takes a folder away. Harmless where there is none. */
  remove(folder: string): Promise<void>;
}
