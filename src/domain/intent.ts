import type { AlbumRule, CollectionId } from './albums.ts';
import type { ErrorCode } from './errors.ts';
import type { Feedback } from './feedback.ts';
import type { FieldReason } from './field-reasons.ts';
import type { GeneratorType } from './generator-types.ts';
import type { AlbumId, GroupId, IntentId, JobId, MediaId, UserKey, WorkId } from './ids.ts';
import type { JobPhase, JobState } from './job.ts';
import type { InputValues, ModelPlace } from './model.ts';

/**
 * The durable life of something a person asked for (design: saved → uploading → submitted → running →
 * bringing home → done). A row is written before anything leaves, and every step is claimed with a
 * lease, performed, and only then advanced.
 */
export const intentStages = [
  'saved',
  'uploading',
  'submitted',
  'running',
  'bringing-home',
  'done',
  'failed',
  'cancelled',
  'needs-attention',
] as const;
export type IntentStage = (typeof intentStages)[number];

/** Stages in which the queue still has something to do by itself. */
export const openStages: readonly IntentStage[] = [
  'saved',
  'uploading',
  'submitted',
  'running',
  'bringing-home',
];
/** Ends that need no one. `needs-attention` is neither open nor ended: it waits for the person. */
export const endedStages: readonly IntentStage[] = ['done', 'failed', 'cancelled'];

export function isOpenStage(stage: IntentStage): boolean {
  return openStages.includes(stage);
}

export function isEndedStage(stage: IntentStage): boolean {
  return endedStages.includes(stage);
}

export interface IntentError {
  code: ErrorCode;
  httpStatus: number | null;
  /** The server's own words, if any: for the log. */
  detail: string | null;
  /** Which of the settings were refused; absent where nothing said so. */
  reasons?: readonly FieldReason[];
  /** Set when the server asked for a pause, which no sign of a network may cut short. */
  retryAfterMs?: number | null;
  atMs: number;
}

export interface Lease {
  /** Random id of the host that works on the row. */
  holder: string;
  untilMs: number;
}

export interface IntentLogEntry {
  atMs: number;
  /** Noun first: `stage-changed`, `attempt-failed`, `cancel-requested` … */
  event: string;
  detail: string | null;
}

export const intentLogMax = 60;

interface IntentBase {
  id: IntentId;
  /** Whose it is; only that person's session sends it. */
  owner: UserKey;
  stage: IntentStage;
  createdAtMs: number;
  updatedAtMs: number;
  /** Place in line, lower first: its creation time until the person moves it. */
  order: number;
  /** Rows that must have left the open stages before this one is touched; unknown ids hold nothing up. */
  after: IntentId[];
  /** Failed attempts of the current stage. */
  attempts: number;
  /** Not before this time; 0 means at once. */
  nextAttemptAtMs: number;
  /** Start of the current row of failures, for "after 24 h it asks". */
  failingSinceMs: number | null;
  /** Of that row of failures: time spent trying up to the last one, and when that was. Absent in older rows. */
  tryingMs?: number;
  triedAtMs?: number;
  lease: Lease | null;
  error: IntentError | null;
  /** Newest last, at most `intentLogMax`. */
  log: IntentLogEntry[];
  /** Set when the person cancels; the queue carries it out at the next safe point. */
  cancelRequestedAtMs: number | null;
}

export interface GenerateProgress {
  state: JobState;
  phase: JobPhase;
  queuePosition: number;
  waitSeconds: number;
  /** Monotonic while it is shown, 0…99.99 until the result is here (`progressPercent`, `workPercent`). */
  percent: number;
  /** The percentage at which the engine began to tell how far its work is; absent where it does not tell. */
  workFrom?: number;
  finished: number;
  total: number;
  /** False: nobody could take it when last asked, so nothing can be said of the wait. Absent: it is. */
  isPossible?: boolean;
  /** How many times the platform has shown how it looks so far; absent or null: it has nothing to show. */
  preview?: number | null;
  checkedAtMs: number;
}

/** How much of a request's sources the platform has. */
export interface UploadProgress {
  uploadedBytes: number;
  totalBytes: number;
}

/** How much of a request's results is here. */
export interface DownloadProgress {
  receivedBytes: number;
  totalBytes: number;
}

export interface GenerateSource {
  /** The schema field that takes the uploaded file's URL. */
  field: string;
  mediaId: MediaId;
  /** Set once the platform has the file. */
  uploadedUrl: string | null;
}

/** Where a request, and what it becomes, stands among those that were made by one press in compare mode. */
export interface GroupPlace {
  id: GroupId;
  /** Its combination, as `cellOf` of src/domain/compare.ts counts them. */
  cell: number;
}

export interface GenerateIntent extends IntentBase {
  kind: 'generate';
  /** Absent for a request by itself. */
  group?: GroupPlace;
  payload: {
    jobType: GeneratorType;
    model: string;
    /** Who answers for the model: it is sent there, followed there and brought home from there. */
    place: ModelPlace;
    /** Label as the person saw it, for lists that outlive the model list. */
    modelLabel: { cn: string; en: string };
    input: InputValues;
    sources: GenerateSource[];
    /** The words go to the model as they were written, even where it works best with others. Absent: they need not. */
    disabledTranslate?: boolean;
    /** The prompt in English as the person was shown it, which is then what the model gets. */
    translation?: string;
    /** Credits the person was shown. */
    cost: number;
    /** Shown at once where the result will be. */
    width: number | null;
    height: number | null;
  };
  /** Absent until its first byte leaves. */
  upload?: UploadProgress | null;
  /** When the upload under way began; a new start whenever it is taken up again. */
  uploadStartedAtMs?: number | null;
  jobId: JobId | null;
  /**
   * Written before a submission leaves. While set without a `jobId` the platform may or may not have it, so a
   * cancel has to send it once more (same key, same answer) to learn what to cancel.
   */
  submitAttemptedAtMs?: number | null;
  submittedAtMs: number | null;
  progress: GenerateProgress | null;
  /** Absent until the first result is asked for. */
  download?: DownloadProgress | null;
  /** What the platform made, in order; each is on the device when the stage is `done`. */
  workIds: WorkId[];
  /** Outputs the engine could not make or that were censored. */
  missingOutputs: number;
  /** Why they are missing; absent where nothing is, and where nobody said why. */
  missingCode?: ErrorCode;
  /** Works of it that came without their full size, which the platform no longer had; absent for none. */
  lostOriginals?: number;
  /** The person has seen the end of it. */
  seen: boolean;
}

/** A work that a wish is about, and how the platform knew it before: what it knows already need not be said. */
export interface RatedWork<Value> {
  id: WorkId;
  before: Value;
}

/** What a person can change of an album. */
export interface AlbumChange {
  name?: string;
  /** The work on its cover; null: whichever is the newest. */
  coverId?: WorkId | null;
  rule?: AlbumRule | null;
  /** Among the person's albums, lower first. */
  place?: number;
  isDeleted?: boolean;
}

/** A work in a collection, and its place there: the time of its making. */
export interface CollectedWork {
  id: WorkId;
  place: number;
}

/**
 * What each kind besides generations carries. Kinds that only one file knows add themselves from there
 * (`declare module`): see src/jobs/README.md.
 */
export interface IntentPayloads {
  /** For good, out of the bin. */
  'delete-works': { workIds: WorkId[] };
  /** 1 puts works into the bin, 0 takes them out again. */
  'set-binned': { works: RatedWork<0 | 1>[]; value: 0 | 1; tappedAtMs: number };
  'claim-daily-credits': { day: string };
  /** What somebody tells whoever runs the studio. */
  'send-feedback': Feedback;
  /** `tappedAtMs`: of wishes on several devices the latest tap wins. */
  'set-favourite': { works: RatedWork<0 | 1>[]; value: 0 | 1; tappedAtMs: number };
  /** 1 to 5; 0 takes a rating back. */
  'set-rating': { works: RatedWork<number>[]; value: number; tappedAtMs: number };
  /** What is changed of an album; a new one has all of it. Of each field the latest tap wins. */
  'change-album': {
    albumId: AlbumId;
    change: AlbumChange;
    /** What those fields were; an album that is new was a deleted one. */
    before: AlbumChange;
    tappedAtMs: number;
  };
  /** Works that are put into a collection or taken out of it: of each the latest tap wins. */
  'collect-works': {
    collection: CollectionId;
    works: CollectedWork[];
    isIn: boolean;
    tappedAtMs: number;
  };
  /** Jobs that wait at the platform, in the order in which the person wants them. */
  'reorder-jobs': { jobIds: JobId[] };
  /** This device has these originals, whole and verified. */
  'acknowledge-works': { workIds: WorkId[] };
  /** Originals that are to be here, in this order. */
  'fetch-originals': { workIds: WorkId[]; why: FetchReason };
  /** Originals that are to make room here; those the platform no longer has stay. */
  'release-works': { workIds: WorkId[] };
  /** Works that no job made, which the platform is to keep; one after the other. */
  'keep-work': { workIds: WorkId[] };
  /** A link to a work is to be given, or to say this from now on. */
  'share-work': { workId: WorkId; title: string; showsPrompt: boolean };
  /** A work's link is to lead nowhere. */
  'unshare-work': { workId: WorkId };
  /** A work is to be shown to everybody, as its owner has agreed, or its place in the gallery is to say this. */
  'publish-work': { workId: WorkId; title: string; categoryId: number };
  /** A work is to leave the gallery. */
  'unpublish-work': { workId: WorkId };
}

/** `opened`: somebody is looking at it now; `pinned`: it was asked for; `all`: the setting says so. */
export type FetchReason = 'opened' | 'pinned' | 'all';

export type SimpleKind = keyof IntentPayloads;

export type SimpleIntent<Kind extends SimpleKind = SimpleKind> = {
  [Each in Kind]: IntentBase & { kind: Each; payload: IntentPayloads[Each] };
}[Kind];

export type DeleteWorksIntent = SimpleIntent<'delete-works'>;
export type ClaimDailyIntent = SimpleIntent<'claim-daily-credits'>;

export type Intent = GenerateIntent | SimpleIntent;
export type IntentKind = Intent['kind'];

/** Housekeeping: never counted among what a person waits for, and gone without a trace once it is done. */
export const quietKinds: readonly IntentKind[] = [
  'acknowledge-works',
  'fetch-originals',
  'release-works',
  'keep-work',
];

export function isQuiet(intent: Intent): boolean {
  return quietKinds.includes(intent.kind);
}

/** Whether a row goes when it ends. That a work is kept nowhere but here is nothing to keep quiet about. */
export function leavesNoTrace(intent: Intent): boolean {
  if (!isQuiet(intent) || !isEndedStage(intent.stage)) return false;
  return intent.kind !== 'keep-work' || intent.stage !== 'failed';
}
