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
const settleWithinMs = 60_000;
/** A call that takes longer has lost its caller, which may be noticed here after the caller's next one. */
const patienceMs = (0.8 * defaultTimeoutMs) / speed;

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

/** One seed: a person, a device, a network, a platform, and what goes wrong with them. */
export class Story {
  readonly person: Person;
  readonly network: FaultProxy;
  readonly platform: FaultPlatform;
  readonly isOrderly: boolean;
  /** Identities that requests got first; a retry may change them. */
  readonly accepted = new Set<string>();
  /** Identities of rows that the person cleared away after their end. */
  readonly removed = new Set<string>();
  readonly #place: Place;
  readonly #device: Device;
  readonly #random: () => number;
  readonly #startedAtMs = Date.now();
  readonly #notes: { atMs: number; what: string }[] = [];
  #rules: Rule[] = [];
  #lastRequest = 0;
  #lastDelete: string | null = null;

  private constructor(
    { seed, platform }: StoryOptions,
    parts: { person: Person; place: Place; random: () => number },
  ) {
    this.platform = platform;
    this.person = parts.person;
    this.#place = parts.place;
    this.network = parts.place.network;
    this.#device = parts.place.device;
    this.#random = parts.random;
    this.isOrderly = seed % 4 === 0;
  }

  static async begin(options: StoryOptions): Promise<Story> {
    const { seed, platform, profiles } = options;
    const random = seededRandom(seed);
    const person = await platform.makePerson();
    const place = await profiles.take(platform.url, seed, {
      hasServiceWorker: random() < 0.85,
      hasSync: random() < 0.6,
    });
    const { device } = place;
    const story = new Story(options, { person, place, random });
    await device.openTab();
    await device.untilServiceWorker();
    await device.act('signIn', person.userKey, person.userToken);
    return story;
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
    const id = await this.#act('request', this.person.userKey, prompt, outputs, pixels);
    if (id) this.accepted.add(id);
  }

  #harmNetwork(rate: number): void {
    this.note(`the network breaks ${rate * 100} % of all calls`);
    for (const rule of this.#rules) rule.remove();
    const kinds = this.isOrderly ? orderlyFaults : faults;
    // What is wrong in an answer without a checksum nobody can tell.
    const path = /^\/files\/[^/]+$/;
    this.#rules = [this.network.on({ path, fault: { kind: 'corrupt' }, probability: rate / 4 })];
    for (const [index, fault] of kinds.entries()) {
      // Each gets its share of what the ones before it have left.
      const probability = rate / kinds.length / (1 - (rate * index) / kinds.length);
      this.#rules.push(this.network.on({ path: /^\/(api|files)\//, fault, probability }));
    }
  }

  async #event(): Promise<void> {
    const device = this.#device;
    const { userKey } = this.person;
    const what = this.#pick(100);
    const which = this.#random();
    if (what < 26) await this.#request();
    else if (what < 32) await this.#act('cancel', userKey, which);
    else if (what < 36) await this.#act('retry', userKey);
    else if (what < 39) {
      const id = await this.#act('remove', userKey, which);
      if (id) this.removed.add(id);
    } else if (what < 43) {
      this.#lastDelete = (await this.#act('deleteWork', userKey, which)) ?? null;
    } else if (what < 45 && this.#lastDelete) await this.#act('undoDelete', this.#lastDelete);
    else if (what < 49) await this.#act('favourite', userKey, which, this.#pick(2) === 0);
    else if (what < 51) await this.#act('claim', userKey);
    else if (what < 54) await this.#act('pause', this.#pick(2) === 0);
    else if (what < 62) await this.#harm('killServiceWorkers');
    else if (what < 70) await this.#harm('closeTab');
    else if (what < 74) await this.#harm('reloadTab');
    else if (what < 80 && device.tabs < 2) await this.#harm('openTab');
    else if (what < 86) await this.#setOnline(!device.isOnline);
    else if (what < 88) await this.#harm('sync');
    else if (what < 91) this.#harmNetwork([0, 0.2, 0.5][this.#pick(3)] ?? 0);
    else if (what < 94) await this.#killPlatform();
    else if (what < 97) this.#cutForAMoment();
    else if (!this.isOrderly) await this.#fillDisk();
  }

  /** What the browser emulates reaches the page only; for all others the line is cut. */
  async #setOnline(isOnline: boolean): Promise<void> {
    this.note(isOnline ? 'online' : 'offline');
    if (isOnline) this.network.restore();
    else this.network.cut();
    await this.#device.setOnline(isOnline);
  }

  async #harm(
    how: 'killServiceWorkers' | 'closeTab' | 'reloadTab' | 'openTab' | 'sync',
  ): Promise<void> {
    this.note(how);
    await this.#device[how]();
  }

  async #killPlatform(): Promise<void> {
    this.note('the platform is killed');
    await this.platform.kill();
    await this.platform.start();
    this.note('the platform is back');
  }

  #cutForAMoment(): void {
    this.note('the line is cut');
    this.network.cut();
    setTimeout(
      () => {
        if (this.#device.isOnline) this.network.restore();
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
   * Everything works again and the person comes back, to press "try again" and nothing else.
   * @returns what the device holds at last; null when it never came to an end
   */
  async settle(): Promise<DeviceRecord | null> {
    const device = this.#device;
    this.note('all is well again');
    for (const rule of this.#rules) rule.remove();
    await device.limitStorage(null);
    // A page that could not be opened without a network and a service worker is no page.
    for (let tabs = device.tabs; tabs > 0; tabs -= 1) await device.closeTab();
    await this.#setOnline(true);
    await device.openTab();
    const giveUpAtMs = Date.now() + settleWithinMs;
    let record: DeviceRecord | null = null;
    while (Date.now() < giveUpAtMs) {
      await device.act('signIn', this.person.userKey, this.person.userToken);
      await device.act('pause', false);
      await device.act('retry', this.person.userKey);
      record = await device.act('record', this.person.userKey);
      if (record?.intents.every(({ stage }) => isEndedStage(stage))) return record;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const intent of record?.intents ?? []) {
      if (!isEndedStage(intent.stage)) this.note(JSON.stringify(intent));
    }
    this.note(`locks: ${JSON.stringify(await device.locks())}`);
    return null;
  }

  /** All that happened, calls included, in the order of time. */
  history(): string[] {
    const calls = this.network.records
      .filter(({ path }) => /^\/(api|files)\//.test(path))
      .map(({ method, path, atMs, endedAtMs, statuses, fault, idempotencyKey }) => ({
        atMs,
        what: `${method} ${path} ${idempotencyKey ?? ''} ${fault ?? ''} → ${statuses.join()} in ${endedAtMs === null ? '…' : endedAtMs - atMs} ms`,
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
    const sent = this.network.find({ method: 'POST', path: playgroundGenerate.path });
    return sent.flatMap((first, index) => {
      const second = sent
        .slice(index + 1)
        .find(({ idempotencyKey }) => idempotencyKey === first.idempotencyKey);
      const endedAtMs = Math.min(first.endedAtMs ?? Infinity, first.atMs + patienceMs);
      const isOver = !second || endedAtMs <= second.atMs;
      return isOver ? [] : [first.idempotencyKey ?? ''];
    });
  }

  /** @param isReusable see `Place` */
  async end(isReusable: boolean): Promise<void> {
    await this.#place.leave(isReusable);
  }
}
