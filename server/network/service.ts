import { randomBytes, randomUUID } from 'node:crypto';

import type { ServedModel } from '../../src/horde/answers.ts';
import type { HordeRequest } from '../../src/horde/request.ts';
import type { Storage } from '../database/connect.ts';
import { listen } from '../database/listen.ts';
import { judgePicture } from '../engines/pictures.ts';
import type { Log } from '../log.ts';
import {
  batchOf,
  inFairOrder,
  whySkipped,
  type MatchedWorker,
  type SkipReason,
  type Turns,
  type WaitingPart,
  type WorkerAbilities,
} from './match.ts';
import { kudosOf, leaseSecondsOf, payloadOf, pixelStepsOf, sizesOf } from './payload.ts';
import { networkChannels } from './channels.ts';
import { readFigures, type NetworkFigures } from './figures.ts';
import {
  bookPicture,
  dropPart,
  isFormerLease,
  keepPicture,
  overdueParts,
  partByLease,
  partsOf,
  pictureOf,
  placeParts,
  sourcesOfJob,
  takeParts,
  turnsNow,
  waitingParts,
  type PartRow,
} from './parts.ts';
import { checkIn, peopleNamed, recentWorkers, workerBy, type WorkerRow } from './store.ts';

/** A worker that has not asked for so long is away. The Horde's own number. */
export const onlineSeconds = 300;
/** What its models are called is remembered for as long. */
const rememberedSeconds = 24 * 3_600;
const checkInEveryMs = 30_000;
/** The queue keeps fewer jobs with workers at once than this. */
export const jobsAtOnce = 512;
const waitingMax = 10_000;
const workersPerPersonMax = 100;
export const dropRule = {
  partMost: 3,
  workerMost: 3,
  message:
    'This worker dropped three jobs in a row, so it gets no more for now. Have a look at it, then end its maintenance.',
};
/** Pictures that a worker may hold per thread, so that nobody hoards what others could do. */
const heldPerThread = 4;

/** What a worker says with every question for work. */
export interface CheckIn {
  name: string;
  bridgeAgent: string;
  models: string[];
  abilities: WorkerAbilities;
  /** Names as `nick#number`. */
  first: readonly string[];
  amount: number;
}

/** A refusal in the Horde's words: status, code, sentence. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 429;
  readonly rc: string;

  constructor(status: Refusal['status'], rc: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.rc = rc;
  }
}

export interface GivenWork {
  parts: PartRow[];
  sources: { image: Buffer; mask: Buffer | null } | null;
  leaseSeconds: number;
}

export interface Pop {
  work: GivenWork | null;
  skipped: Partial<Record<SkipReason, number>>;
}

/** A picture as a worker submits it. */
export interface Submission {
  /** What the worker knows it by. */
  leaseId: string;
  /** Null: it was put at the address that came with the work. */
  data: Buffer | null;
  seed: string;
  state: 'ok' | 'censored' | 'faulted' | 'csam';
  isCensored: boolean;
  warnings: string[];
}

const abilitiesOf = ({ abilities }: WorkerRow): WorkerAbilities => abilities;
const isServing = ({ maintenance, paused }: WorkerRow): boolean => !maintenance && !paused;

export const nameKeyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

const asWaiting = (part: PartRow): WaitingPart => ({
  id: part.id,
  jobId: part.jobId,
  userId: part.userId,
  seq: part.seq,
  output: part.output,
  seed: part.seed,
  payload: part.payload,
  sinceMs: part.since.getTime(),
  droppedBy: part.droppedBy,
});

export interface NetworkOptions {
  storage: Storage;
  log: Log;
  /** Least seconds of a lease, as an operator sets it. */
  leaseSeconds: () => number;
  /** Models that may be offered; empty: whatever a worker has. */
  allowedModels: () => readonly string[];
}

export type Network = Awaited<ReturnType<typeof openNetwork>>;

/**
 * Workers that take pictures of this platform's queue by the Horde's worker side. What waits, and who is here, is
 * held in memory and follows the database, so that a thousand workers that ask for work in vain cost no question of
 * it; what is given away is decided there, once.
 */
export async function openNetwork({ storage, log, leaseSeconds, allowedModels }: NetworkOptions) {
  const { database } = storage;
  const watchers = new Map<string, Set<() => void>>();
  /** What was last written of a worker, and when. */
  const lastCheckIns = new Map<string, { atMs: number; said: string; row: WorkerRow }>();
  let waiting: WaitingPart[] = [];
  let turns = {
    taken: new Map<number, number>(),
    held: new Map<string, number>(),
    servedMs: new Map<number, number>(),
  } satisfies Turns & { held: Map<string, number> };
  let workers: WorkerRow[] = [];
  let figures: NetworkFigures = { minutePixelSteps: 0, speeds: new Map(), queued: new Map() };
  let figuresAtMs = -Infinity;
  let isStopping = false;

  async function readWaiting(): Promise<void> {
    const [parts, now] = await Promise.all([
      waitingParts(database, waitingMax),
      turnsNow(database),
    ]);
    waiting = parts.map(asWaiting);
    turns = now;
  }

  async function readWorkers(): Promise<void> {
    workers = await recentWorkers(database, rememberedSeconds);
    for (const row of workers) {
      const known = lastCheckIns.get(row.nameKey);
      // An operator or its owner, through another process, may have changed it meanwhile.
      if (known) lastCheckIns.set(row.nameKey, { ...known, row });
    }
  }

  /** Reads anew, at most once at a time and once more for what was told meanwhile. */
  function follower(read: () => Promise<void>): () => void {
    let isReading = false;
    let again = false;
    const follow = (): void => {
      if (isStopping) return;
      if (isReading) {
        again = true;
        return;
      }
      isReading = true;
      void read()
        .catch((error: unknown) => log.debug({ err: error }, 'the network could not be read'))
        .finally(() => {
          isReading = false;
          if (again) {
            again = false;
            follow();
          }
        });
    };
    return follow;
  }

  const followWaiting = follower(readWaiting);
  const followWorkers = follower(readWorkers);

  function changed(jobId: string | null): void {
    const told = jobId === null ? [...watchers.values()] : [watchers.get(jobId) ?? new Set()];
    for (const each of told) for (const callBack of each) callBack();
  }

  const listener = await listen(storage, log, {
    channels: Object.values(networkChannels),
    onNotification(channel, payload) {
      if (channel === networkChannels.waiting) followWaiting();
      else if (channel === networkChannels.workers) followWorkers();
      else changed(payload);
    },
    onReconnected() {
      followWaiting();
      followWorkers();
      changed(null);
    },
  });
  await Promise.all([readWaiting(), readWorkers()]);

  async function sweep(): Promise<void> {
    for (const part of await overdueParts(database, 200)) {
      if (await dropPart(database, part, dropRule)) {
        log.info({ job: part.jobId, worker: part.workerId }, 'a worker’s lease ran out');
      }
    }
  }

  const timers = [
    // Notifications bring what changes; this catches what they missed.
    setInterval(followWaiting, 2_000),
    setInterval(followWorkers, 5_000),
    setInterval(() => {
      void sweep().catch((error: unknown) =>
        log.debug({ err: error }, 'leases were not looked at'),
      );
    }, 1_000),
  ];
  for (const timer of timers) timer.unref();

  const isOnline = ({ seenAt }: WorkerRow): boolean =>
    Date.now() - seenAt.getTime() < onlineSeconds * 1_000;

  async function noteWorker(userId: number, said: CheckIn): Promise<WorkerRow> {
    const nameKey = nameKeyOf(said.name);
    const allowed = allowedModels();
    const models =
      allowed.length === 0 ? said.models : said.models.filter((name) => allowed.includes(name));
    const content = JSON.stringify([said.name, said.bridgeAgent, models, said.abilities]);
    const known = lastCheckIns.get(nameKey);
    const isFresh =
      known !== undefined &&
      known.row.userId === userId &&
      known.said === content &&
      Date.now() - known.atMs < checkInEveryMs;
    if (isFresh) return known.row;
    const row = await checkIn(
      database,
      {
        userId,
        nameKey,
        name: said.name.trim(),
        bridgeAgent: said.bridgeAgent,
        models,
        abilities: said.abilities,
      },
      onlineSeconds,
      workersPerPersonMax,
    );
    if (row === 'taken') {
      throw new Refusal(
        403,
        'WrongCredentials',
        `The worker name "${said.name}" is somebody else’s.`,
      );
    }
    if (row === 'too-many') {
      throw new Refusal(403, 'TooManyWorkers', `You have ${workersPerPersonMax} workers already.`);
    }
    lastCheckIns.set(nameKey, { atMs: Date.now(), said: content, row });
    const at = workers.findIndex(({ id }) => id === row.id);
    if (at === -1) workers = [...workers, row];
    else workers = workers.with(at, row);
    return row;
  }

  async function firstOf(names: readonly string[]): Promise<Set<number>> {
    const numbers = names.flatMap((name) => {
      const number = /#(\d{1,15})$/.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
    return new Set(await peopleNamed(database, numbers));
  }

  /** Work for a worker, and why it did not get other work. */
  async function pop(userId: number, said: CheckIn): Promise<Pop> {
    const row = await noteWorker(userId, said);
    if (row.maintenance) {
      throw new Refusal(
        403,
        'WorkerMaintenance',
        row.maintenanceMessage ?? 'This worker has been put into maintenance mode by its owner.',
      );
    }
    const skipped: Pop['skipped'] = {};
    if (row.paused || waiting.length === 0) return { work: null, skipped };
    const worker: MatchedWorker = {
      id: row.id,
      userId,
      models: new Set(row.models),
      abilities: abilitiesOf(row),
      speed: row.speed,
      first: said.first.length === 0 ? new Set() : await firstOf(said.first),
    };
    const least = leaseSeconds();
    const now = Date.now();
    const fitting: WaitingPart[] = [];
    for (const part of waiting) {
      const reason = whySkipped(worker, part, least, now);
      if (reason === null) fitting.push(part);
      else skipped[reason] = (skipped[reason] ?? 0) + 1;
    }
    const room = heldPerThread * worker.abilities.threads - (turns.held.get(row.id) ?? 0);
    const amount = Math.min(said.amount, room);
    if (amount <= 0) return { work: null, skipped };
    for (const chosen of inFairOrder(fitting, worker, turns)) {
      const { allow_post_processing: _any, extra_slow_worker: isExtraSlow } = worker.abilities;
      const batch = batchOf(chosen, fitting, amount);
      const each = leaseSecondsOf(chosen.payload, least, isExtraSlow);
      const lease = each * batch.length;
      // Workers may sort what they are given by these: in this order they are the pictures' own.
      const leases = batch.map(() => randomUUID()).toSorted();
      const parts = await takeParts(
        database,
        batch.map(({ id }, at) => ({
          id,
          leaseId: leases[at] ?? randomUUID(),
          leaseSeconds: lease,
          uploadToken: randomBytes(24).toString('base64url'),
        })),
        row,
        chosen.userId,
      );
      // What it was given is nobody else's any more, before the next look.
      const gone = new Set(batch.map(({ id }) => id));
      waiting = waiting.filter(({ id }) => !gone.has(id));
      if (parts.length === 0) continue;
      const { userId: person } = chosen;
      turns.taken.set(person, (turns.taken.get(person) ?? 0) + parts.length);
      turns.held.set(row.id, (turns.held.get(row.id) ?? 0) + parts.length);
      turns.servedMs.set(person, Date.now());
      changed(chosen.jobId);
      const needsSources = chosen.payload.source_processing !== null;
      const sources = needsSources ? await sourcesOfJob(database, chosen.jobId) : null;
      log.debug({ worker: row.name, job: chosen.jobId, parts: parts.length }, 'work was given out');
      return { work: { parts, sources, leaseSeconds: lease }, skipped };
    }
    return { work: null, skipped };
  }

  async function heldBy(
    userId: number,
    leaseId: string,
  ): Promise<{ part: PartRow; worker: WorkerRow }> {
    const aborted = () =>
      new Refusal(
        400,
        'AbortedGen',
        `Processing generation with ID ${leaseId} has been aborted: it took too long, or was given up.`,
      );
    const part = await partByLease(database, leaseId);
    if (!part) {
      if (await isFormerLease(database, leaseId)) throw aborted();
      throw new Refusal(
        404,
        'InvalidJobID',
        `Processing generation with ID ${leaseId} does not exist.`,
      );
    }
    const worker = part.workerId === null ? null : await workerBy(database, { id: part.workerId });
    if (!worker || worker.userId !== userId) {
      throw new Refusal(403, 'WrongCredentials', 'This generation is another owner’s worker’s.');
    }
    if (part.state === 'done') {
      throw new Refusal(
        400,
        'DuplicateGen',
        `Processing generation with ID ${leaseId} has already been submitted.`,
      );
    }
    if (part.state !== 'taken' && part.state !== 'cancelled') throw aborted();
    return { part, worker };
  }

  /**
   * Takes a picture from a worker, after a look at it.
   * @returns the reward in kudos
   * @throws Refusal
   */
  async function submit(userId: number, given: Submission): Promise<number> {
    const { part, worker } = await heldBy(userId, given.leaseId);
    if (given.state === 'faulted') {
      await dropPart(database, part, dropRule);
      return 0;
    }
    const data = given.data ?? (await pictureOf(database, part.id));
    const refuse = async (why: string): Promise<never> => {
      await dropPart(database, part, dropRule);
      log.warn({ worker: worker.name, job: part.jobId, why }, 'a worker’s picture was refused');
      throw new Refusal(400, 'ImageValidationFailed', `The picture was refused: ${why}.`);
    };
    if (!data) return refuse('nothing has been uploaded for it');
    const isCensored = given.isCensored || given.state !== 'ok';
    const picture = await judgePicture(data).catch(() => null);
    if (!picture) return refuse('it is no whole PNG, JPEG or WebP picture');
    const sizes = sizesOf(part.payload);
    const isAsAsked = sizes.some(
      ({ width, height }) => width === picture.width && height === picture.height,
    );
    if (!isCensored && !isAsAsked) {
      const [size] = sizes;
      return refuse(
        `it is ${picture.width}×${picture.height}, and ${size?.width}×${size?.height} was asked for`,
      );
    }
    const reward = {
      kudos: kudosOf(part.payload, isCensored),
      pixelSteps: pixelStepsOf(part.payload),
    };
    const { mediaType, width, height } = picture;
    const { seed, warnings } = given;
    const made = { mediaType, width, height, seed, isCensored, warnings };
    if (!(await bookPicture(database, part, worker, made, data, reward))) {
      // Meanwhile its lease ran out, or the same picture came twice at once.
      await heldBy(userId, given.leaseId);
      throw new Refusal(
        400,
        'AbortedGen',
        `Processing generation with ID ${given.leaseId} has been aborted.`,
      );
    }
    return reward.kudos;
  }

  /**
   * Keeps what a worker puts at an address that it was given; of anybody else nothing is even read.
   * @returns false when the address is none
   */
  async function upload(
    leaseId: string,
    token: string,
    read: () => Promise<Buffer>,
  ): Promise<boolean> {
    const part = await partByLease(database, leaseId);
    if (!part || part.uploadToken === null || part.uploadToken !== token) return false;
    return keepPicture(database, part, await read());
  }

  function servedModels(): ServedModel[] {
    const threads = new Map<string, number>();
    for (const worker of workers) {
      const count = isOnline(worker) && isServing(worker) ? worker.abilities.threads : 0;
      for (const name of worker.models) threads.set(name, (threads.get(name) ?? 0) + count);
    }
    return [...threads].map(([name, count]) => ({ name, count, eta: 0, type: 'image' }));
  }

  async function currentFigures(): Promise<NetworkFigures> {
    if (Date.now() - figuresAtMs > 10_000) {
      figuresAtMs = Date.now();
      figures = await readFigures(database, pixelStepsOf);
    }
    return figures;
  }

  /** The network as the engine sees it that offers its models (`WorkersDoor`). */
  const door = {
    served: servedModels,
    speedOf(model: string): number | null {
      const speeds = workers.flatMap((worker) =>
        worker.speed !== null && worker.models.includes(model) ? [worker.speed] : [],
      );
      return speeds.length === 0 ? null : Math.max(...speeds);
    },
    async place(
      job: { id: string; attempt: number },
      request: HordeRequest,
      seeds: readonly string[],
    ): Promise<void> {
      const parts = seeds.map((seed, output) => ({ id: randomUUID(), output, seed }));
      const { source_image: image, source_mask: mask } = request;
      const sources =
        image === undefined
          ? null
          : {
              image: Buffer.from(image, 'base64'),
              mask: mask === undefined ? null : Buffer.from(mask, 'base64'),
            };
      await placeParts(database, job, parts, payloadOf(request), sources);
    },
    async progress(jobId: string) {
      const parts = await partsOf(database, jobId);
      return parts.map((part) => ({
        output: part.output,
        state: part.state,
        takenMs: part.takenAt?.getTime() ?? null,
        pixelSteps: pixelStepsOf(part.payload),
      }));
    },
    async results(jobId: string) {
      const found = [];
      for (const part of await partsOf(database, jobId)) {
        if (part.state !== 'done') continue;
        const data = await pictureOf(database, part.id);
        if (!data || part.mediaType === null || part.width === null || part.height === null)
          continue;
        found.push({
          output: part.output,
          data,
          mediaType: part.mediaType,
          width: part.width,
          height: part.height,
          seed: part.madeSeed ?? part.seed,
          isCensored: part.isCensored,
          warnings: part.warnings,
        });
      }
      return found;
    },
    ahead(jobId: string): number {
      const nobody = { userId: -1, first: new Set<number>() };
      const at = inFairOrder(waiting, nobody, turns).findIndex((part) => part.jobId === jobId);
      return Math.max(0, at);
    },
    watch(jobId: string, callBack: () => void): () => void {
      const own = watchers.get(jobId) ?? new Set();
      own.add(callBack);
      watchers.set(jobId, own);
      return () => {
        own.delete(callBack);
        if (own.size === 0) watchers.delete(jobId);
      };
    },
  };

  return {
    door,
    pop,
    submit,
    upload,
    /** Workers that are here now. */
    online: (): WorkerRow[] => workers.filter(isOnline),
    isOnline,
    served: servedModels,
    figures: currentFigures,
    /** What a worker is was changed here: the next question sees it. */
    forget(row: Pick<WorkerRow, 'nameKey'>): void {
      lastCheckIns.delete(row.nameKey);
      followWorkers();
    },
    async stop(): Promise<void> {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await listener.stop();
    },
  };
}
