import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { db } from '../../../src/db/database.ts';
import {
  listIntents,
  listOpenIntents,
  requestCancel,
  retryAllIntents,
} from '../../../src/db/intents.ts';
import { getSession, isSessionUsable, startSession } from '../../../src/db/session.ts';
import { listWorks, markDeleted } from '../../../src/db/works.ts';
import { isEndedStage } from '../../../src/domain/intent.ts';
import { followOnce } from '../../../src/jobs/follow.ts';
import { runQueue } from '../../../src/jobs/run.ts';
import { freshDevice, owner, request, session, source } from '../../fixtures/device.ts';
import { FakePlatform } from '../../fixtures/fake-platform.ts';
import type { Fault } from '../../fixtures/fake-platform.ts';
import { seededRandom } from '../../fixtures/random.ts';

/** `KILN_SEEDS=1000` for a long run, `KILN_SEED=17` to replay one. */
const seeds = process.env.KILN_SEED
  ? [Number(process.env.KILN_SEED)]
  : Array.from({ length: Number(process.env.KILN_SEEDS ?? 25) }, (_unused, index) => index + 1);

const faults: Fault[] = [
  'lost-request',
  'lost-request',
  'lost-answer',
  'lost-answer',
  'cut-answer',
  'damaged-answer',
  'captive-portal',
  { status: 500 },
  { status: 503, code: 'engine-unavailable' },
  { status: 502 },
  { status: 429, retryAfterSeconds: 5 },
];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = new AbortController().signal;

class Story {
  readonly random: () => number;
  readonly platform = new FakePlatform();
  faultRate = 0.3;
  deletedWorks = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.platform.outputsPerJob = 1 + this.pick(2);
    this.platform.stepsPerJob = this.pick(3);
    this.platform.fault = () => {
      if (this.random() >= this.faultRate) return null;
      return faults[this.pick(faults.length)] ?? null;
    };
  }

  pick(below: number): number {
    return Math.floor(this.random() * below);
  }

  later(maxMs: number): void {
    vi.setSystemTime(Date.now() + this.pick(maxMs));
  }

  async session() {
    const current = await getSession();
    if (isSessionUsable(current)) return current;
    this.platform.tokens.add('again');
    await startSession({ ...session, userToken: 'again' });
    return { ...session, userToken: 'again' };
  }

  /** A host that dies in the middle: what it wrote stays, what it was about to write never comes. */
  async lookAndDie(): Promise<void> {
    const stop = new AbortController();
    const kept = new Map<string, unknown[]>();
    let requestsLeft = 1 + this.pick(4);
    this.platform.onRequest = async () => {
      requestsLeft -= 1;
      if (requestsLeft > 0 || kept.size > 0) return;
      await db.transaction('r', db.tables, async () => {
        for (const table of db.tables) kept.set(table.name, await table.toArray());
      });
      stop.abort(new Error('the browser stopped this host'));
    };
    await runQueue({ host: 'service-worker', signal: stop.signal, ignoreNetworkWaits: true });
    this.platform.onRequest = () => undefined;
    // What was written after the stop is taken back; the leases of the dead host are there again.
    for (const [name, rows] of kept) {
      await db.table(name).clear();
      await db.table(name).bulkPut(rows);
    }
  }

  async something(): Promise<void> {
    const what = this.pick(12);
    if (what === 0) await this.lookAndDie();
    else if (what === 1) {
      const open = await listOpenIntents(owner);
      const chosen = open[this.pick(open.length)];
      if (chosen?.kind === 'generate') await requestCancel(chosen.id);
    } else if (what === 2) await retryAllIntents(owner);
    else if (what === 3) {
      const [work] = await listWorks({ owner, order: 'newest', limit: 1 });
      if (work) await markDeleted(owner, [work.id]);
    } else if (what === 4) this.platform.tokens.clear();
    else if (what < 8) {
      await followOnce({ session: await this.session(), visible: true, signal: never });
    } else {
      await this.session();
      await runQueue({ host: 'page', ignoreNetworkWaits: this.pick(2) === 0 });
    }
    this.later(60_000);
  }

  async settle(): Promise<void> {
    this.faultRate = 0;
    for (let round = 0; round < 200; round += 1) {
      const current = await this.session();
      this.platform.tokens.add(current.userToken);
      vi.setSystemTime(Date.now() + 400_000);
      await retryAllIntents(owner);
      await runQueue({ host: 'page', ignoreNetworkWaits: true });
      await followOnce({ session: current, visible: true, signal: never });
      const rows = await listIntents(owner, { limit: 1_000 });
      // What can never succeed is retried by the line above for ever; it has failed for good.
      if (rows.every((row) => isEndedStage(row.stage))) return;
    }
    throw new Error('something never came to an end');
  }
}

test.each(seeds)(
  'whatever goes wrong, every request ends once and is paid once (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5) });
    const story = new Story(seed);
    const { platform } = story;
    vi.spyOn(Math, 'random').mockImplementation(story.random);
    vi.stubGlobal('fetch', platform.fetch);
    vi.stubGlobal('location', { origin: platform.origin });
    await freshDevice();
    const mediaId = await source(seed % 250);
    for (let index = 0; index < 6; index += 1) {
      const sources = index % 3 === 2 ? [{ field: 'image', mediaId }] : [];
      await request(`${seed}/${index}`, { sources });
    }
    for (let step = 0; step < 40; step += 1) await story.something();
    await story.settle();

    const rows = await listIntents(owner, { limit: 1_000 });
    const generations = rows.flatMap((row) => (row.kind === 'generate' ? [row] : []));
    expect(generations).toHaveLength(6);
    for (const intent of generations) {
      const jobs = platform.jobsOf(intent.id);
      expect(
        jobs.length,
        `submissions accepted for ${intent.payload.input.prompt as string}`,
      ).toBeLessThanOrEqual(1);
      if (intent.stage === 'done') {
        expect(jobs[0]?.state).toBe('Finished');
        expect(intent.jobId).toBe(jobs[0]?.id);
      } else if (jobs[0]) expect(jobs[0].state).toBe('Cancelled');
      expect(intent.lease?.untilMs ?? 0, 'nobody is at work any more').toBeLessThan(Date.now());
    }
    // The device shows what the platform has, and holds its bytes.
    const shown = await listWorks({ owner, order: 'oldest', limit: 1_000 });
    expect(new Set(shown.map((work) => work.id))).toEqual(platform.works);
    for (const work of shown)
      expect((await db.media.get(work.id as never))?.sha256).toBe(work.sha256);
    expect(await db.media.where('role').equals('original').count()).toBe(shown.length);
    const finished = [...platform.jobs.values()].filter((job) => job.state === 'Finished');
    expect(platform.charged).toBe(finished.length);
    expect(platform.credits).toBe(1_000 - platform.charged);
    expect(
      [...platform.jobs.values()].every(
        (job) => job.state === 'Finished' || job.state === 'Cancelled',
      ),
    ).toBe(true);
    expect(finished.length).toBe(generations.filter((intent) => intent.stage === 'done').length);
    vi.restoreAllMocks();
  },
);
