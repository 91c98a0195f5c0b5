import type { ExportScope } from '../../src/domain/archive/scope.ts';
import type { ErrorCode } from '../../src/domain/errors.ts';
import type { UserKey } from '../../src/domain/ids.ts';

/** What a person wants to take along. */
export interface ExportOrder {
  owner: UserKey;
  scope: ExportScope;
  /** Whether originals that only the platform keeps are fetched; else they are named as absent. */
  fetchesMissing: boolean;
  /** Of its originals, as the person was told: it is not measured a second time. */
  ofBytes: number;
  /** Name of the file that is offered in the end. */
  fileName: string;
  createdAtMs: number;
}

/** What an archive would hold; bytes of originals. */
export interface ExportMeasure {
  here: { count: number; bytes: number };
  /** Works whose originals the platform keeps alone. */
  elsewhere: { count: number; bytes: number };
  /** Works whose originals nobody keeps any more. */
  gone: number;
  /** What the device has room for, in bytes; null where the browser does not say. */
  freeBytes: number | null;
}

export interface ExportProgress {
  works: number;
  ofWorks: number;
  bytes: number;
  ofBytes: number;
}

/** An archive that lies on this device: whole and not thrown away yet, or cut. */
export interface KeptExport {
  fileName: string;
  works: number;
  ofWorks: number;
  bytes: number;
  isWhole: boolean;
  /** Another tab is writing it. */
  isBeingWritten: boolean;
}

export type ExportOutcome =
  | {
      ok: true;
      works: number;
      absent: number;
      bytes: number;
      /** The archive, which lies on the disk; null where the person's own file was written to. */
      file: File | null;
    }
  | {
      ok: false;
      /** `cancelled` where the person wanted it. */
      problem: ErrorCode | 'busy-elsewhere';
      /** What is whole stays, and can be gone on from. */
      isKept: boolean;
    };

export interface ArchiveExportWorker {
  measure(owner: UserKey, scope: ExportScope): Promise<ExportMeasure>;
  /**
   * Writes an archive.
   * @param file the person's own file to write to; null: on this device, where it can be gone on from after a cut
   * @param onProgress some times a second at most
   */
  start(
    order: ExportOrder,
    file: FileSystemFileHandle | null,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<ExportOutcome>;
  /** Goes on with an archive that was cut. */
  resume(owner: UserKey, onProgress: (progress: ExportProgress) => void): Promise<ExportOutcome>;
  /**
   * Stops what is being written: within some milliseconds, or when the disk has what can be gone on from.
   * @param isKept whether it is to be gone on from
   */
  stop(isKept: boolean): void;
  /** Waits until what was written last would still be here after the machine lost its power. */
  settled(): Promise<void>;
  /** What of an archive lies here; null where there is none. */
  kept(owner: UserKey): Promise<KeptExport | null>;
  /** The whole archive that lies here; null where there is none. */
  open(owner: UserKey): Promise<File | null>;
  /** Throws away what lies here. @returns false while another tab is writing it */
  discard(owner: UserKey): Promise<boolean>;
}
