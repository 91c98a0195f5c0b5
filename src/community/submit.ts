import type * as z from 'zod/mini';
import type { playgroundGenerate } from '../api/contract/generate.ts';
import { alchemyRequest } from '../horde/alchemy.ts';
import { HordeFailure, HordeSilence, wantsKudos } from '../horde/failure.ts';
import { requestOf } from '../horde/request.ts';
import type { ModelReference } from '../horde/model-reference.ts';
import { currentOwner } from '../db/account/session.ts';
import { getOwnSetting } from '../db/settings.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { withLarger } from '../domain/larger-parameters.ts';
import { KilnError } from '../domain/errors.ts';
import { imageCountRange, seedMax } from '../domain/limits.ts';
import { withGivenEntries } from '../domain/list-entries.ts';
import type { InputValues } from '../domain/model.ts';
import { validateInput } from '../domain/validate-input.ts';
import { sha256Hex } from '../media/hash.ts';
import { assertOffered } from './alchemy.ts';
import { rethrow } from './errors.ts';
import { anonymousKey } from '../domain/volunteers.ts';
import type { Horde } from './horde.ts';
import { knownReference } from './known-reference.ts';
import { namesOf, schemaOf, toolOf, traitsOfModel, typeOf } from './models.ts';
import { prepareForAlchemy, prepareSources } from './sources.ts';
import { changeJob, pruneJobs, store } from '../db/community-store.ts';
import type { JobRow } from '../db/community-store.ts';

/** Two POSTs a second are allowed; with some air. */
const submitEveryMs = 600;
/** The Horde caches an account for 30 s, so a new request shows late. */
const findLostMs = 40_000;
const findLostStepMs = 5_000;

type Asked = z.infer<(typeof playgroundGenerate)['body']>;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One at a time on this device, whichever of its threads asks. */
export async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? await locks.request('kiln-community-submit', work) : await work();
}

/** When the last one left; within `inTurn` there is only one. */
let departedAtMs = -Infinity;

/** Notes the departure of what counts against the Horde's limit of submissions. */
export function departing<Value>(leave: () => Promise<Value>): Promise<Value> {
  departedAtMs = performance.now();
  return leave();
}

/** Until the Horde takes the next one: the wait for an answer counts, since departures are what it limits. */
export async function untilNextMayLeave(): Promise<void> {
  await sleep(Math.max(0, departedAtMs + submitEveryMs - performance.now()));
}

/** One's own, or the one of all who have none. */
export async function currentKey(): Promise<string> {
  return (await getOwnSetting(await currentOwner(), 'hordeKey')) ?? anonymousKey;
}

/** Tells two keys apart without telling the key. */
async function keyMarkOf(key: string): Promise<string> {
  return (await sha256Hex(new Blob([`kiln horde key\n${key}`]))).slice(0, 12);
}

/** Input as the platform would take it: checked, defaults filled in. @throws KilnError `invalid-input` */
function completeInput(model: string, reference: ModelReference, sent: InputValues): InputValues {
  const input = withGivenEntries(sent);
  const schema = withLarger(schemaOf(model, reference, 'en'), true);
  const [problem] = validateInput(schema, input);
  if (problem) {
    const detail = `${problem.field} - ${problem.reason}`;
    throw new KilnError('invalid-input', { retryable: false, detail, reasons: [problem] });
  }
  const complete: InputValues = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = input[name] ?? property.default;
    if (value !== undefined) complete[name] = value;
  }
  return complete;
}

function seedOf(input: InputValues): string {
  const given = String(input['seed'] ?? '').trim();
  if (/^\d{1,10}$/.test(given) && Number(given) <= seedMax) return given;
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

export function outputsOf(input: InputValues): number {
  const asked = Math.round(Number(input['n'] ?? 1)) || 1;
  return Math.min(imageCountRange.max, Math.max(1, asked));
}

type Sent = Pick<JobRow, 'downgraded'> & { remoteId: string };
/** What may not be repeated, with everything made ready for it. */
type Leave = () => Promise<Sent>;

async function readyPicture(
  horde: Horde,
  row: JobRow,
  reference: ModelReference,
  key: string,
): Promise<Leave> {
  const { names, input, seed, outputs } = row;
  const type = typeOf(row.model);
  const traits = traitsOfModel(row.model, reference);
  const body = requestOf({
    job: { input, seed, outputs },
    type,
    models: names,
    traits,
    sources: type === 'Text2Img' ? null : await prepareSources(type, input, traits),
  });
  return async () => {
    const request = {
      ...body,
      // Base64 in the answer, where the store's pictures were once out of a page's reach.
      ...((await store.facts.get('storeUnreadable')) && { r2: false }),
    };
    try {
      const { id } = await departing(() => horde.submit(request, key));
      return { remoteId: id, downgraded: false };
    } catch (error) {
      const maySmaller = input['allow_downgrade'] === true;
      if (!(error instanceof HordeFailure) || !wantsKudos(error) || !maySmaller) throw error;
      // Refused for certain, so that asking for less is no second request.
      await untilNextMayLeave();
      const smaller = { ...request, allow_downgrade: true };
      const { id } = await departing(() => horde.submit(smaller, key));
      return { remoteId: id, downgraded: true };
    }
  };
}

async function readyTool(horde: Horde, row: JobRow, key: string): Promise<Leave> {
  const [form = ''] = row.names;
  const { image, isSmaller } = await prepareForAlchemy(row.input, form);
  if (isSmaller) row.notes = ['source-made-smaller'];
  const body = alchemyRequest(image, form);
  return async () => {
    const { id } = await departing(() => horde.alchemy(body, key));
    return { remoteId: id, downgraded: false };
  };
}

async function noteSubmitted(id: string, sent: Sent & Pick<JobRow, 'wasLost'>): Promise<void> {
  await changeJob(id, (row) => Object.assign(row, { state: 'submitted', ...sent }));
}

async function giveUp(id: string): Promise<void> {
  await changeJob(id, (row) => {
    row.state = 'failed';
    row.failure = { code: 'engine-failed', message: communityDetail('answer-lost') };
  });
}

/** Looks for a request whose answer was lost: it stands in the account, or nobody can tell. */
async function findLost(horde: Horde, row: JobRow, signal?: AbortSignal): Promise<void> {
  const key = await currentKey();
  // Another key's account would not show it, and what it shows would not be ours.
  const isSameKey = row.keyMark === (await keyMarkOf(key));
  const before = isSameKey && key !== anonymousKey ? row.activeBefore : null;
  if (before === null) return giveUp(row.id);
  const until = performance.now() + findLostMs;
  for (;;) {
    const active = (await horde.activeRequests(key, signal)) ?? [];
    const owned = new Set((await store.jobs.toArray()).map((other) => other.remoteId));
    const fitting: string[] = [];
    for (const id of active.filter((one) => !before.includes(one) && !owned.has(one))) {
      const state = await horde.check(id, signal).catch((error: unknown) => {
        if (error instanceof HordeFailure && error.status === 404) return null;
        throw error;
      });
      if (state && state.finished + state.processing + state.waiting === row.outputs) {
        fitting.push(id);
      }
    }
    const [found] = fitting;
    if (found !== undefined && fitting.length === 1) {
      return noteSubmitted(row.id, { remoteId: found, wasLost: true, downgraded: false });
    }
    if (fitting.length > 1 || performance.now() >= until) return giveUp(row.id);
    await sleep(findLostStepMs);
    signal?.throwIfAborted();
  }
}

/**
 * A call that may be repeated, before the one that may not: when nobody is there, nothing of that kind leaves.
 * @returns the account's requests before this one; null where it lists none such, as it lists no tool's
 */
async function askFirst(
  horde: Horde,
  { model, names: [form = ''] }: Pick<JobRow, 'model' | 'names'>,
  key: string,
  signal?: AbortSignal,
): Promise<string[] | null> {
  if (toolOf(model)) await assertOffered(horde, form, signal);
  else if (key === anonymousKey) await horde.reach(signal);
  else return horde.activeRequests(key, signal);
  return null;
}

async function send(horde: Horde, id: string, asked: Asked, signal?: AbortSignal): Promise<void> {
  const { model } = asked;
  const reference = await knownReference();
  const input = completeInput(model, reference, asked.input);
  const names = await namesOf(model, input);
  const key = await currentKey();
  const activeBefore = await askFirst(horde, { model, names }, key, signal);
  const row: JobRow = {
    id,
    owner: await currentOwner(),
    model,
    names,
    input,
    seed: seedOf(input),
    outputs: toolOf(model) ? 1 : outputsOf(input),
    createdAtMs: Date.now(),
    state: 'submitting',
    remoteId: null,
    wasLost: false,
    downgraded: false,
    activeBefore,
    keyMark: await keyMarkOf(key),
    wasWorkedOn: false,
    cancelSentAtMs: null,
    collectedAtMs: 0,
    finalLooks: 0,
    pictures: [],
    withheld: [],
    failure: null,
  };
  const leave = await (toolOf(model)
    ? readyTool(horde, row, key)
    : readyPicture(horde, row, reference, key));
  signal?.throwIfAborted();
  await store.jobs.add(row);
  try {
    await noteSubmitted(id, { ...(await leave()), wasLost: false });
  } catch (error) {
    // What happened before the Horde broke down, or behind a front proxy's error, is not known.
    const isUnknown =
      error instanceof HordeSilence || (error instanceof HordeFailure && error.status >= 500);
    // A refusal is certain: another attempt may send.
    if (error instanceof HordeFailure && !isUnknown) await store.jobs.delete(id);
    if (!isUnknown) throw error;
    await findLost(horde, row, signal);
  } finally {
    await untilNextMayLeave();
  }
}

/**
 * Makes sure that a request has exactly one remote one, whatever happened at earlier calls with the same id.
 * Never sends twice on suspicion. Where the Horde's answer was lost and nobody can tell, the job has failed
 * and says so.
 * @throws KilnError
 */
export async function submitOnce(
  horde: Horde,
  id: string,
  asked: Asked,
  signal?: AbortSignal,
): Promise<JobRow> {
  await inTurn(async () => {
    const known = await store.jobs.get(id);
    if (known?.state === 'submitting') await findLost(horde, known, signal);
    else if (!known) {
      await pruneJobs(Date.now());
      await send(horde, id, asked, signal);
    }
  }).catch(rethrow);
  const row = await store.jobs.get(id);
  if (!row) throw new KilnError('unknown', { retryable: true });
  return row;
}
