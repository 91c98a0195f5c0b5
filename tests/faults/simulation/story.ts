import { claimDay, timeZoneDefault } from '../../../src/domain/credits.ts';
import type { UserKey, WorkId } from '../../../src/domain/ids.ts';
import { isEndedStage } from '../../../src/domain/intent.ts';
import type { GenerateIntent, Intent } from '../../../src/domain/intent.ts';
import { owner, session } from '../../fixtures/device.ts';
import { FakePlatform } from '../../fixtures/fake-platform.ts';
import { seededRandom } from '../rules.ts';
import { Device } from './device.ts';
import type { Page, ServiceWorker } from './hosts.ts';
import { mishaps, orderlyMishaps } from './network.ts';
import type { Realm } from './realm.ts';

const minuteMs = 60_000;
/** Somebody else with an account, who uses the same device now and then. */
const otherOwner = '2@kiln' as UserKey;
const dayMs = 24 * 60 * minuteMs;

/** Whether the platform will never take it, whatever the network does. */
function isHopeless(intent: Intent): boolean {
  return intent.kind === 'generate' && /forbidden|breaks/.test(String(intent.payload.input.prompt));
}

/**
 * One seeded story: a person with a device, and everything that can go wrong with it. The same seed tells
 * the same story.
 */
export class Story {
  readonly random: () => number;
  readonly platform = new FakePlatform();
  readonly device: Device;
  /** Only what leaves the order of requests alone happens; the order is checked. */
  readonly isOrderly: boolean;
  /** Prompts of requests that were accepted on the device and not removed by the person. */
  readonly accepted = new Set<string>();
  /** Those who use the device. */
  readonly owners: readonly UserKey[];
  /** Who is at it now. */
  #person: UserKey = owner;
  #lastRequest = 0;
  #lastDeleted: WorkId[] = [];

  constructor(seed: number, realms: readonly [Realm, Realm, Realm]) {
    this.random = seededRandom(seed);
    this.isOrderly = seed % 3 === 0;
    this.platform.outputsPerJob = 1 + this.pick(3);
    this.platform.stepsPerJob = this.pick(5);
    const hasServiceWorker = this.pick(5) > 0;
    this.device = new Device({
      platform: this.platform,
      random: this.random,
      realms,
      hasServiceWorker,
      hasSync: this.pick(2) === 0,
      hasLocks: this.pick(5) > 0,
    });
    if (this.isOrderly) this.device.network.mishaps = orderlyMishaps;
    this.device.network.losesHeaders = this.pick(3) === 0;
    // The order holds among the requests of one person.
    this.owners = !this.isOrderly && this.pick(3) === 0 ? [owner, otherOwner] : [owner];
  }

  pick(below: number): number {
    return Math.floor(this.random() * below);
  }

  choose<Item>(items: readonly Item[]): Item | undefined {
    return items[this.pick(items.length)];
  }

  /** What a person does, in the first tab; a full disk may refuse it, and says so. */
  async #asPerson<Result>(
    what: string,
    work: (realm: Realm) => Promise<Result>,
  ): Promise<Result | null> {
    const [page] = this.device.pages();
    if (!page) return null;
    this.device.note(`person: ${what}`);
    let result: Result | null = null;
    await page.run(async () => {
      try {
        result = await work(page.realm);
      } catch (error) {
        if (page.isAlive && this.device.fullDisk === 'no') throw error;
      }
    });
    return result;
  }

  async request(): Promise<void> {
    this.#lastRequest += 1;
    const words = this.pick(12) === 0 ? (this.pick(2) === 0 ? ' forbidden' : ' breaks') : '';
    const prompt = `request ${this.#lastRequest}${words}`;
    // A long upload may be overtaken.
    const hasSource = this.pick(3) === 0 && !this.isOrderly;
    const saved = await this.#asPerson(`asks for ${prompt}`, async ({ device }) => {
      const sources = hasSource
        ? [{ field: 'image', mediaId: await device.source(this.pick(3)) }]
        : [];
      return device.request(prompt, { sources, owner: this.#person });
    });
    if (saved) this.accepted.add(prompt);
  }

  #generations(realm: Realm): Promise<GenerateIntent[]> {
    return realm.lists.listGenerateIntents(this.#person, { limit: 1_000 });
  }

  async #cancel(): Promise<void> {
    await this.#asPerson('cancels', async (realm) => {
      const rows = await this.#generations(realm);
      const row = this.choose(rows.filter(({ stage }) => !isEndedStage(stage)));
      if (!row) return;
      this.device.network.notBeforeMs.clear();
      await realm.intents.requestCancel(row.id);
    });
  }

  async retry(): Promise<void> {
    await this.#asPerson('tries again what stopped', async (realm) => {
      this.device.network.notBeforeMs.clear();
      for (const row of await realm.lists.listIntents(this.#person, { limit: 1_000 })) {
        const isWanted = row.stage === 'failed' && !isHopeless(row);
        if (isWanted || row.stage === 'needs-attention') await realm.intents.retryIntent(row.id);
      }
    });
  }

  async #remove(): Promise<void> {
    await this.#asPerson('clears away what ended', async (realm) => {
      const rows = await this.#generations(realm);
      const row = this.choose(rows.filter(({ stage }) => isEndedStage(stage)));
      if (row && (await realm.intents.removeIntent(row.id))) {
        this.accepted.delete(row.payload.input.prompt as string);
      }
    });
  }

  async #deleteWork(): Promise<void> {
    await this.#asPerson('deletes a work', async (realm) => {
      const whose = this.#person;
      const works = await realm.works.listWorks({ owner: whose, order: 'newest', limit: 10 });
      const work = this.choose(works);
      if (!work) return;
      this.#lastDeleted = await realm.bin.binWorks(whose, [work.id]);
      if (this.pick(2) === 0) await realm.bin.deleteForGood(whose, this.#lastDeleted);
    });
  }

  async #undoDelete(): Promise<void> {
    const ids = this.#lastDeleted;
    await this.#asPerson('undoes', (realm) => realm.bin.restoreWorks(this.#person, ids));
  }

  async #claim(): Promise<void> {
    await this.#asPerson('claims credits', (realm) =>
      realm.intents.saveDailyClaim(this.#person, claimDay(Date.now(), timeZoneDefault)),
    );
  }

  async #pause(isPaused: boolean): Promise<void> {
    await this.#asPerson(isPaused ? 'pauses' : 'goes on', (realm) =>
      realm.settings.setSetting('queuePaused', isPaused),
    );
  }

  async #signIn(): Promise<void> {
    await this.#asPerson('signs in', async (realm) => {
      const now = await realm.session.getSession();
      if (realm.session.isSessionUsable(now) && now.userKey === this.#person) return;
      const userToken = `again of ${this.#person}`;
      this.platform.tokens.add(userToken);
      this.device.network.notBeforeMs.clear();
      await realm.session.startSession({ ...session, userKey: this.#person, userToken });
    });
  }

  /** What the one before has waiting stays, and waits for them. */
  async #changePerson(to: UserKey): Promise<void> {
    if (to === this.#person) return;
    const left = await this.#asPerson('signs out', async (realm) => {
      await realm.session.endSession();
      return true;
    });
    if (!left) return;
    this.#person = to;
    this.#lastDeleted = [];
    await this.#signIn();
  }

  /** What the same person does on a device of their own. */
  #actElsewhere(): void {
    if (this.pick(3) === 0 && !this.platform.claimed) {
      this.device.note('another device claims credits');
      this.platform.claimed = true;
      this.platform.credits += 10;
      return;
    }
    const job = this.choose([...this.platform.jobs.values()]);
    if (!job) return;
    this.device.note(`another device cancels ${job.prompt}`);
    this.platform.cancelElsewhere(job.id);
  }

  #host(): Page | ServiceWorker | undefined {
    return this.choose(this.device.hosts());
  }

  #freeze(host: Page | ServiceWorker, forMs: number): void {
    this.device.note(`${host.name} freezes for ${forMs} ms`);
    host.frozenUntilMs = this.device.clock.nowMs + forMs;
  }

  #setClock(byMs: number): void {
    this.device.note(`the clock is set by ${byMs} ms`);
    this.device.clock.deviceStartMs += byMs;
    this.device.network.notBeforeMs.clear();
  }

  #goDown(forMs: number): void {
    const { network, clock } = this.device;
    this.device.note(`the platform is down for ${forMs} ms`);
    network.isPlatformUp = false;
    clock.schedule(null, forMs, () => {
      network.isPlatformUp = true;
    });
  }

  /** One thing that happens. */
  async #event(): Promise<void> {
    const { device } = this;
    const what = this.pick(100);
    const host = this.#host();
    if (what < 18) await this.request();
    else if (what < 24) await this.#cancel();
    else if (what < 28) await this.retry();
    else if (what < 30) await this.#remove();
    else if (what < 33) await this.#deleteWork();
    else if (what < 34) this.#actElsewhere();
    else if (what < 36) await this.#undoDelete();
    else if (what < 38) await this.#claim();
    else if (what < 41) await this.#pause(this.pick(2) === 0);
    else if (what < 46) await this.#signIn();
    else if (what < 54) await device.openPage();
    else if (what < 60 && host) device.kill(host);
    else if (what < 68 && host) host.effectsLeft = this.pick(12);
    else if (what < 70) for (const each of device.hosts()) device.kill(each);
    else if (what < 78) device.setOnline(!device.isOnline);
    else if (what < 81) device.sync();
    else if (what < 84) this.#goDown(this.pick(minuteMs));
    else if (what < 88) device.network.mishapRate = this.choose([0, 0.1, 0.3, 0.6]) ?? 0;
    else if (what < 90) {
      for (const each of device.pages()) each.isVisible = this.pick(2) === 0;
    } else if (!this.isOrderly) await this.#hardEvent(what - 90, host);
  }

  /** What may change the order of requests, or is allowed to. */
  async #hardEvent(what: number, host: Page | ServiceWorker | undefined): Promise<void> {
    const { device } = this;
    if (what < 2 && host) this.#freeze(host, this.pick(2 * minuteMs));
    else if (what < 3) {
      const forMs = this.pick(40 * minuteMs);
      for (const each of device.hosts()) this.#freeze(each, forMs);
    } else if (what < 5 && device.hasLocks) {
      // Without locks only leases keep hosts apart, and those go by the clock.
      const step = this.choose([10_000, 10 * minuteMs, 3 * 60 * minuteMs, 2 * dayMs]) ?? 0;
      this.#setClock(this.pick(2) === 0 ? step : -step);
    } else if (what < 6) this.platform.tokens.clear();
    else if (what < 8) await this.#changePerson(this.choose(this.owners) ?? owner);
    else {
      device.fullDisk = this.choose(['no', 'files', 'all'] as const) ?? 'no';
      device.note(`what the disk has no room for: ${device.fullDisk}`);
    }
  }

  async tell(events: number): Promise<void> {
    const { device } = this;
    await device.openPage();
    device.network.mishapRate = 0.3;
    for (let each = 0; each < 3; each += 1) await this.request();
    for (let each = 0; each < events; each += 1) {
      await this.#event();
      await device.clock.advance(this.pick(this.pick(3) === 0 ? minuteMs : 3_000));
    }
  }

  /**
   * Everything works again and a person comes back. From here on the app has to find its way by its own
   * alarm clocks; the person only presses "try again".
   */
  async settle(): Promise<void> {
    const { device } = this;
    device.note('all is well again');
    device.network.mishapRate = 0;
    device.network.mishaps = mishaps;
    device.fullDisk = 'no';
    for (const host of device.hosts()) host.effectsLeft = Infinity;
    await device.clock.advance(45 * minuteMs);
    device.setOnline(true);
    if (device.pages().length === 0) await device.openPage();
    for (const each of this.owners) await this.#settleFor(each);
  }

  async #settleFor(person: UserKey): Promise<void> {
    const { device } = this;
    await this.#changePerson(person);
    for (let round = 0; round < 20; round += 1) {
      await this.#signIn();
      await this.#pause(false);
      await this.retry();
      await device.clock.advance(5 * minuteMs);
      if (await this.#isOver()) return;
    }
    device.violate('something never comes to an end');
    const rows = await this.#asPerson('sees', ({ lists }) => lists.listOpenIntents(person));
    for (const row of rows ?? []) device.note(JSON.stringify(row));
  }

  async #isOver(): Promise<boolean> {
    const rows = await this.#asPerson('reads', ({ lists }) =>
      lists.listIntents(this.#person, { limit: 1_000 }),
    );
    return rows?.every(({ stage }) => isEndedStage(stage)) ?? false;
  }
}
