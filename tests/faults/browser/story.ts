import { defaultTimeoutMs } from '../../../src/api/client.ts';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { isEndedStage } from '../../../src/domain/intent.ts';
import type { FaultProxy } from '../proxy.ts';
import { seededRandom } from '../rules.ts';
import type { Fault, Rule } from '../rules.ts';
import type { Device } from './device.ts';
import type { Person } from './messages.ts';
import type { FaultPlatform } from './platform.ts';
import { speed } from './profiles.ts';
import type { Place, Profiles } from './profiles.ts';
import type { DeviceRecord, Verbs } from './verbs.ts';

const events = 14;
const settleWithinMs = 240_000;
/** A call that takes longer has lost its caller, which may be noticed here after the caller's next one. */
const patienceMs = (0.8 * defaultTimeoutMs) / speed;
/** The proxy may learn of one connection's end behind the beginning of the next, on a machine that has other things to do. */
const noticeMs = 1_000;

/** What may happen to any call, each as often as it stands here. */
const json = { 'Content-Type': 'application/json' };
const faults: readonly Fault[] = [
  { kind: 'drop-request' },
  { kind: 'drop-request' },
  { kind: 'drop-answer' },
  { kind: 'drop-answer' },
  { kind: 'cut-request' },
  { kind: 'duplicate' },
  { kind: 'delay', milliseconds: 40 },
  { kind: 'delay', milliseconds: 400 },
  // Longer than any call waits.
  { kind: 'delay', milliseconds: 2_500 },
  { kind: 'truncate' },
  { kind: 'truncate', quietly: true },
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>502</h1>' },
  { kind: 'answer', status: 503, headers: { 'Retry-After': '2' } },
  // Gateways that deploy, firewalls, redirects to a log-in page.
  { kind: 'answer', status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'not found' },
  { kind: 'answer', status: 403, headers: json, body: '{"message":"blocked","code":"forbidden"}' },
  { kind: 'answer', status: 410 },
  { kind: 'answer', status: 401, headers: { 'Content-Type': 'text/html' }, body: '<h1>401</h1>' },
  { kind: 'answer', status: 409 },
  { kind: 'answer', status: 413, headers: { 'Content-Type': 'text/plain' }, body: 'too large' },
  { kind: 'answer', status: 302, headers: { Location: '/login' } },
  { kind: 'replace', status: 404, headers: json, body: '{"message":"no route matched"}' },
  { kind: 'replace', status: 502 },
  { kind: 'answer', status: 429, headers: { 'Retry-After': '3' } },
  {
    kind: 'answer',
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<h1>Log in</h1>',
  },
];
/** The app's own files and its page, which come from the network where no service worker has them. */
const shellPaths = /^\/(assets\/|sw\.js|index\.html|first-paint\.js|start-watch\.js|queue$)/;
/** What index.html names by itself. */
const namedByPage = /^\/((first-paint|start-watch)\.js|assets\/(first|dexie)-)/;
const shellFaults: readonly Fault[] = [
  { kind: 'drop-request' },
  { kind: 'drop-answer' },
  { kind: 'truncate' },
  { kind: 'answer', status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>502</h1>' },
  { kind: 'answer', status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'not found' },
  { kind: 'answer', status: 302, headers: { Location: '/login' } },
  {
    kind: 'replace',
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<h1>Log in</h1>',
  },
];
/** It stays in the browser's own cache, long after the portal has gone. */
const keptPortal: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=3600' },
  body: '<h1>Log in</h1>',
};
/** Those that say nothing about the request they hit: the order survives them. */
const orderlyFaults: readonly Fault[] = [
  { kind: 'drop-request' },
  { kind: 'drop-answer' },
  { kind: 'duplicate' },
  { kind: 'delay', milliseconds: 40 },
];

export interface StoryOptions {
  seed: number;
  platform: FaultPlatform;
  profiles: Profiles;
}

/** Somebody with an account at a device: two may share the device, and one may have two of them. */
export interface Seat {
  readonly person: Person;
  readonly device: Device;
  readonly network: FaultProxy;
  /** Identities that requests got first; a retry may change them. */
  readonly accepted: Set<string>;
  /** Identities of rows that the person cleared away after their end. */
  readonly removed: Set<string>;
  lastDelete: string | null;
  /** What was asked of a page that went before it could say whether it was done. */
  unheard: number;
}

/** The page has reloaded itself, as it does when the app cannot start. */
const isPageGone = (error: unknown): boolean =>
  /context was destroyed|has been closed/.test(String(error));

/** One seed: a person, a device, a network, a platform, and what goes wrong with them. */
export class Story {
  readonly platform: FaultPlatform;
  readonly isOrderly: boolean;
  readonly seats: readonly Seat[];
  readonly #places: readonly Place[];
  readonly #random: () => number;
  readonly #startedAtMs = Date.now();
  readonly #notes: { atMs: number; what: string }[] = [];
  #seat: Seat;
  #rules: Rule[] = [];
  #lastRequest = 0;

  private constructor(
    { seed, platform }: StoryOptions,
    parts: { seats: readonly [Seat, ...Seat[]]; places: readonly Place[]; random: () => number },
  ) {
    this.platform = platform;
    this.seats = parts.seats;
    [this.#seat] = parts.seats;
    this.#places = parts.places;
    this.#random = parts.random;
    this.isOrderly = seed % 4 === 0;
  }

  static async begin(options: StoryOptions): Promise<Story> {
    const { seed, platform, profiles } = options;
    const random = seededRandom(seed);
    const isOnDisk = random() < 0.2;
    const take = () =>
      profiles.take(platform.url, seed, {
        hasServiceWorker: isOnDisk || random() < 0.85,
        hasSync: random() < 0.6,
        isOnDisk,
      });
    const seatAt = ({ device, network }: Place, person: Person): Seat => ({
      person,
      device,
      network,
      accepted: new Set(),
      removed: new Set(),
      lastDelete: null,
      unheard: 0,
    });
    const person = await platform.makePerson();
    const place = await take();
    const places = [place];
    const seats: [Seat, ...Seat[]] = [seatAt(place, person)];
    // The order holds among the requests of one person at one device.
    const company = seed % 4 === 0 ? 1 : random();
    if (company < 0.2) seats.push(seatAt(place, await platform.makePerson()));
    else if (company < 0.4) {
      const second = await take();
      places.push(second);
      seats.push(seatAt(second, person));
    }
    const isLossy = random() < 0.4;
    for (const { device, network } of places) {
      network.losesHeaders = isLossy;
      await device.openTab();
      await device.untilServiceWorker();
      await device.act('signIn', person.userKey, person.userToken);
    }
    const story = new Story(options, { seats, places, random });
    if (isLossy) story.note('the network loses headers');
    return story;
  }

  get hasSecondDevice(): boolean {
    return this.#places.length > 1;
  }

  get #device(): Device {
    return this.#seat.device;
  }

  note(what: string): void {
    this.#notes.push({ atMs: Date.now(), what });
  }

  #pick(below: number): number {
    return Math.floor(this.#random() * below);
  }

  /** What a person does; on a full disk it may be refused, and says so. */
  async #act<Name extends keyof Verbs>(name: Name, ...values: Parameters<Verbs[Name]>) {
    this.note(`person: ${name} ${values.slice(1).join(' ')}`);
    try {
      return await this.#device.act(name, ...values);
    } catch (error) {
      this.note(`refused: ${String(error).split('\n')[0]}`);
      if (isPageGone(error)) this.#seat.unheard += 1;
      return null;
    }
  }

  async #request(): Promise<void> {
    this.#lastRequest += 1;
    const isUpscaling = !this.isOrderly && this.#pick(4) === 0;
    const manner = ['', '', ' slow:80', ' slow:400', ' stumble', ' refuse'][this.#pick(6)] ?? '';
    const prompt = `request ${this.#lastRequest}${manner}`;
    const outputs = isUpscaling ? 1 : 1 + this.#pick(3);
    const pixels = isUpscaling ? 64 + this.#pick(500) : 0;
    const id = await this.#act('request', this.#seat.person.userKey, prompt, outputs, pixels);
    if (id) this.#seat.accepted.add(id);
  }

  #harmNetwork(rate: number): void {
    this.note(`the network breaks ${rate * 100} % of all calls`);
    for (const rule of this.#rules) rule.remove();
    const kinds = this.isOrderly ? orderlyFaults : faults;
    // What is wrong in an answer without a checksum nobody can tell.
    const damage = { path: /^\/files\/[^/]+$/, fault: { kind: 'corrupt' } } as const;
    // Each gets its share of what the ones before it have left.
    const shareOf = (index: number, of: number) => rate / of / (1 - (rate * index) / of);
    this.#rules = this.#places.flatMap(({ network }) => [
      network.on({ ...damage, probability: rate / 2 }),
      ...kinds.map((fault, index) =>
        network.on({
          path: /^\/(api|files)\//,
          fault,
          probability: shareOf(index, kinds.length),
        }),
      ),
      ...shellFaults.map((fault, index) =>
        network.on({
          path: shellPaths,
          fault,
          probability: shareOf(index, shellFaults.length) / 2,
          first: true,
        }),
      ),
      network.on({
        path: namedByPage,
        fault: keptPortal,
        probability: rate / 8,
        first: true,
      }),
    ]);
  }

  /** Another person at this device, or the same person at another one. */
  async #changeSeat(to: Seat): Promise<void> {
    if (to === this.#seat) return;
    const isSameDevice = to.device === this.#seat.device;
    if (isSameDevice) {
      // Without a page nobody can sign out.
      if (this.#device.tabs === 0) return;
      await this.#act('signOut');
    }
    this.#seat = to;
    this.note(`person ${to.person.userId} is at device ${this.#deviceNumber(to.network)}`);
    if (isSameDevice) await this.#act('signIn', to.person.userKey, to.person.userToken);
  }

  #deviceNumber(network: FaultProxy): number {
    return 1 + this.#places.findIndex((place) => place.network === network);
  }

  async #event(): Promise<void> {
    const device = this.#device;
    const { userKey } = this.#seat.person;
    const what = this.#pick(100);
    const which = this.#random();
    const next = this.seats[this.#pick(this.seats.length)];
    if (next && this.#pick(4) === 0) await this.#changeSeat(next);
    if (what < 26) await this.#request();
    else if (what < 32) await this.#act('cancel', userKey, which);
    else if (what < 36) await this.#act('retry', userKey);
    else if (what < 39) {
      const id = await this.#act('remove', userKey, which);
      if (id) this.#seat.removed.add(id);
    } else if (what < 43) {
      this.#seat.lastDelete = (await this.#act('deleteWork', userKey, which)) ?? null;
    } else if (what < 45 && this.#seat.lastDelete) {
      await this.#act('undoDelete', userKey, this.#seat.lastDelete);
    } else if (what < 49) await this.#act('favourite', userKey, which, this.#pick(2) === 0);
    else if (what < 50) await this.#act('claim', userKey);
    else if (what < 51) await this.#killBrowser();
    else if (what < 54) await this.#act('pause', this.#pick(2) === 0);
    else if (what < 62) await this.#harm('killServiceWorkers');
    else if (what < 70) await this.#harm('closeTab');
    else if (what < 74) await this.#harm('reloadTab');
    else if (what < 80 && device.tabs < 2) await this.#harm('openTab');
    else if (what < 86) await this.#setOnline(!device.isOnline);
    else if (what < 87) await this.#harm('sync');
    else if (what < 88) await this.#killBrowser();
    else if (what < 91) this.#harmNetwork([0, 0.2, 0.5][this.#pick(3)] ?? 0);
    else if (what < 94) await this.#killPlatform();
    else if (what < 97) this.#cutForAMoment();
    else if (!this.isOrderly) await this.#fillDisk();
  }

  /** What the browser emulates reaches the page only; for all others the line is cut. */
  async #setOnline(isOnline: boolean): Promise<void> {
    this.note(isOnline ? 'online' : 'offline');
    const { network } = this.#seat;
    if (isOnline) network.restore();
    else network.cut();
    await this.#device.setOnline(isOnline);
  }

  async #harm(
    how: 'killServiceWorkers' | 'closeTab' | 'reloadTab' | 'openTab' | 'sync',
  ): Promise<void> {
    this.note(how);
    await this.#device[how]();
  }

  async #killBrowser(): Promise<void> {
    if (!this.#device.canBeKilled) return;
    this.note('the browser is killed');
    await this.#device.killBrowser();
    await this.#device.openTab();
  }

  async #killPlatform(): Promise<void> {
    this.note('the platform is killed');
    await this.platform.kill();
    await this.platform.start();
    this.note('the platform is back');
  }

  #cutForAMoment(): void {
    this.note('the line is cut');
    const { device, network } = this.#seat;
    network.cut();
    setTimeout(
      () => {
        if (device.isOnline) network.restore();
      },
      50 + this.#pick(500),
    );
  }

  async #fillDisk(): Promise<void> {
    this.note('the disk is full');
    await this.#device.limitStorage(await this.#device.usedStorage());
  }

  async tell(): Promise<void> {
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    this.#harmNetwork(0.3);
    for (let each = 0; each < 3; each += 1) await this.#request();
    for (let each = 0; each < events; each += 1) {
      await this.#event();
      await sleep(this.#pick(250));
    }
  }

  /**
   * Everything works again and everybody comes back, to press "try again" and nothing else.
   * @returns what each seat's device holds at last; null when it never came to an end
   */
  async settle(): Promise<Map<Seat, DeviceRecord> | null> {
    this.note('all is well again');
    for (const rule of this.#rules) rule.remove();
    for (const { device, network } of this.#places) {
      await device.limitStorage(null);
      // A page that could not be opened without a network and a service worker is no page.
      for (let tabs = device.tabs; tabs > 0; tabs -= 1) await device.closeTab();
      network.restore();
      await device.setOnline(true);
      await device.openTab();
    }
    const records = new Map<Seat, DeviceRecord>();
    for (const seat of this.seats) {
      const record = await this.#settleAt(seat);
      if (record === null) return null;
      records.set(seat, record);
    }
    return records;
  }

  async #settleAt(seat: Seat): Promise<DeviceRecord | null> {
    await this.#changeSeat(seat);
    const { device, person } = seat;
    const giveUpAtMs = Date.now() + settleWithinMs;
    let record: DeviceRecord | null = null;
    while (Date.now() < giveUpAtMs) {
      try {
        await device.reloadIfBroken();
        await device.act('signIn', person.userKey, person.userToken);
        await device.act('pause', false);
        await device.act('retry', person.userKey);
        record = await device.act('record', person.userKey);
        if (record?.intents.every(({ stage }) => isEndedStage(stage))) return record;
      } catch (error) {
        // All of this is harmless when it is done again on the next page.
        if (!isPageGone(error)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const intent of record?.intents ?? []) {
      if (!isEndedStage(intent.stage)) this.note(JSON.stringify(intent));
    }
    this.note(`locks: ${JSON.stringify(await device.locks())}`);
    return null;
  }

  /** What each device holds now: what was done at another one comes with the next look. */
  async lookAgain(): Promise<Map<Seat, DeviceRecord>> {
    const records = new Map<Seat, DeviceRecord>();
    for (const seat of this.seats) {
      const record = await seat.device.act('record', seat.person.userKey);
      if (record) records.set(seat, record);
    }
    return records;
  }

  /** All that happened, calls included, in the order of time. */
  history(): string[] {
    const calls = this.#places
      .flatMap(({ network }) =>
        network.records.map((record) => ({ ...record, from: this.#deviceNumber(network) })),
      )
      .filter(({ path, fault }) => /^\/(api|files)\//.test(path) || fault !== null)
      .map(({ from, method, path, atMs, endedAtMs, statuses, fault, idempotencyKey }) => ({
        atMs,
        what: `${from} ${method} ${path} ${idempotencyKey ?? ''} ${fault ?? ''} → ${statuses.join()} in ${endedAtMs === null ? '…' : endedAtMs - atMs} ms`,
      }));
    return [...this.#notes, ...calls]
      .toSorted((left, right) => left.atMs - right.atMs)
      .map(({ atMs, what }) => {
        const seconds = (atMs - this.#startedAtMs) / 1_000;
        return `${seconds.toFixed(3).padStart(8)} ${what}`;
      });
  }

  /** Requests that two hosts sent at the same time, neither of them gone. */
  overlaps(): string[] {
    return this.#places.flatMap(({ network }) => overlapsIn(network));
  }

  /** @param isReusable see `Place` */
  async end(isReusable: boolean): Promise<void> {
    await Promise.all(this.#places.map((place) => place.leave(isReusable)));
  }
}

function overlapsIn(network: FaultProxy): string[] {
  const sent = network.find({ method: 'POST', path: playgroundGenerate.path });
  return sent.flatMap((first, index) => {
    const second = sent
      .slice(index + 1)
      .find(({ idempotencyKey }) => idempotencyKey === first.idempotencyKey);
    const endedAtMs = Math.min(first.endedAtMs ?? Infinity, first.atMs + patienceMs);
    const isOver = !second || endedAtMs <= second.atMs + noticeMs;
    return isOver ? [] : [first.idempotencyKey ?? ''];
  });
}
