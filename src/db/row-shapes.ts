import { intentStages } from '../domain/intent.ts';

type Row = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number' && !Number.isNaN(value);
const list: Check = Array.isArray;
const record: Check = (value) => typeof value === 'object' && value !== null;
const numberOrNull: Check = (value) => value === null || number(value);
const bytes: Check = (value) => value instanceof Blob;

/** Of works, in the bin or not. */
const workShape: Readonly<Record<string, Check>> = {
  id: text,
  owner: text,
  createdAtMs: number,
  jobType: text,
  mediaType: text,
  prompt: text,
  width: number,
  height: number,
  parameters: record,
  warnings: list,
  deletedAtMs: numberOrNull,
};

/** Columns that every version has relied on. Columns that a version added are filled in by its migration. */
const shapes: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  works: workShape,
  bin: { ...workShape, binnedAtMs: number },
  intents: {
    id: text,
    owner: text,
    kind: text,
    stage: (value) => (intentStages as readonly unknown[]).includes(value),
    createdAtMs: number,
    updatedAtMs: number,
    attempts: number,
    nextAttemptAtMs: number,
    payload: record,
    log: list,
  },
  groups: { id: text, owner: text, axes: list, createdAtMs: number },
  media: { id: text, blob: bytes, role: text, mediaType: text },
  thumbnails: { id: text, blob: bytes },
  personalDrafts: { owner: text, type: text, input: record, sources: list },
  caches: { key: text, fetchedAtMs: number },
  settings: { key: text },
  albums: { id: text, owner: text, name: text, place: number, deletedAtMs: numberOrNull },
  memberships: { owner: text, collection: text, workId: text, place: number },
  shares: { id: text, owner: text, bytes: number, thing: record },
};

/** More that rows of one kind must have. */
const generatePayload: Readonly<Record<string, Check>> = {
  input: record,
  sources: list,
  modelLabel: record,
};

function fits(row: Row, shape: Readonly<Record<string, Check>>): boolean {
  return Object.entries(shape).every(([name, check]) => check(row[name]));
}

/** Whether rows of a table are checked when they are read. */
export function hasShape(table: string): boolean {
  return table in shapes;
}

/**
 * Whether a row has the columns without which the rest of the app would throw. Whether their values make sense is
 * up to those who write rows.
 */
export function isSound(table: string, value: unknown): boolean {
  const shape = shapes[table];
  if (!shape) return true;
  if (!record(value) || !fits(value as Row, shape)) return false;
  const row = value as Row;
  if (table === 'intents' && row.kind === 'generate') {
    return fits(row.payload as Row, generatePayload) && list(row.workIds);
  }
  return true;
}
