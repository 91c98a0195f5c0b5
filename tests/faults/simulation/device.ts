import { createHash } from 'node:crypto';

import type { QueueReport } from '../../../src/jobs/engine/types.ts';
import type { FakePlatform } from '../../fixtures/fake-platform.ts';
import { VirtualClock, current } from './clock.ts';
import type { Owner } from './clock.ts';
import { Page, ServiceWorker } from './hosts.ts';
import { Locks } from './locks.ts';
import { Network } from './network.ts';
import type { Realm } from './realm.ts';
import { watchRows } from './row-rules.ts';

export interface DeviceOptions {
  platform: FakePlatform;
  random: () => number;
  /** Two for tabs, then one for the service worker. */
  realms: readonly [Realm, Realm, Realm];
  hasServiceWorker: boolean;
  hasSync: boolean;
  hasLocks: boolean;
}

/** When the browser repeats a sync event that was rejected, before it gives up. */
const syncRepeatsMs = [300_000, 1_200_000];

/** A browser with tabs, a service worker and one database, in simulated time. */
export class Device {
  readonly clock = new VirtualClock();
  readonly locks = new Locks();
  readonly network: Network;
  readonly hasLocks: boolean;
  readonly hasSync: boolean;
  readonly hasServiceWorker: boolean;
  isSyncRegistered = false;
  isOnline = true;
  /** What writes fail: those with files in them, or all. */
  fullDisk: 'no' | 'files' | 'all' = 'no';
  readonly trace: string[] = [];
  readonly violations: string[] = [];
  readonly #options: DeviceOptions;
  #tabs: [Page | null, Page | null] = [null, null];
  #serviceWorker: ServiceWorker | null = null;
  #starting: Promise<ServiceWorker> | null = null;
  #syncRepeats = 0;

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.hasLocks = options.hasLocks;
    this.hasSync = options.hasSync && options.hasServiceWorker;
    this.hasServiceWorker = options.hasServiceWorker;
    this.network = new Network({
      clock: this.clock,
      platform: options.platform,
      random: options.random,
      hasLocks: options.hasLocks,
      violate: (what) => this.violate(what),
      note: (what) => this.note(what),
      countEffect: (owner) => this.#countEffect(owner),
    });
  }

  note(what: string): void {
    this.trace.push(`${(this.clock.nowMs / 1_000).toFixed(3).padStart(10)} ${what}`);
  }

  violate(what: string): void {
    this.note(`VIOLATION ${what}`);
    this.violations.push(what);
  }

  pages(): Page[] {
    return this.#tabs.filter((page) => page?.isAlive === true) as Page[];
  }

  /** Open tabs and the service worker, if it runs. */
  hosts(): (Page | ServiceWorker)[] {
    const worker = this.#serviceWorker;
    return [...this.pages(), ...(worker?.isAlive ? [worker] : [])];
  }

  async openPage(): Promise<Page | null> {
    const place = this.#tabs.findIndex((page) => page?.isAlive !== true);
    const realm = this.#options.realms[place];
    if (place === -1 || !realm) return null;
    const page = new Page(`tab ${place}`, realm, this);
    this.#tabs[place] = page;
    this.note(`${page.name} opens`);
    await page.open();
    return page;
  }

  async wakeServiceWorker(ignoreNetworkWaits: boolean): Promise<QueueReport | null> {
    if (!this.hasServiceWorker) return null;
    return (await this.#startServiceWorker()).runFor(ignoreNetworkWaits);
  }

  async #startServiceWorker(): Promise<ServiceWorker> {
    if (this.#serviceWorker?.isAlive) return this.#serviceWorker;
    this.#starting ??= (async () => {
      const worker = new ServiceWorker('service worker', this.#options.realms[2], this);
      this.note('service worker starts');
      await worker.run(() => worker.realm.database.openDatabase());
      this.#serviceWorker = worker;
      this.#starting = null;
      return worker;
    })();
    return this.#starting;
  }

  /** `navigator.onLine` changes, and the browser says so. */
  setOnline(isOnline: boolean): void {
    if (this.isOnline === isOnline) return;
    this.note(isOnline ? 'online' : 'offline');
    this.isOnline = isOnline;
    this.network.isUp = isOnline;
    if (!isOnline) return;
    for (const page of this.pages()) page.tell('opened');
    this.sync();
  }

  /** The browser fires a registered sync event, and once more when it is rejected. */
  sync(): void {
    if (!this.isSyncRegistered || !this.isOnline) return;
    this.isSyncRegistered = false;
    this.note('sync event');
    void this.#startServiceWorker()
      .then((worker) => worker.onSync())
      .then(
        () => {
          this.#syncRepeats = 0;
        },
        () => {
          const delayMs = syncRepeatsMs[this.#syncRepeats];
          this.#syncRepeats = delayMs === undefined ? 0 : this.#syncRepeats + 1;
          if (delayMs === undefined) return;
          this.clock.schedule(null, delayMs, () => {
            this.isSyncRegistered = true;
            this.sync();
          });
        },
      );
  }

  #countEffect(owner: Owner): void {
    if (owner instanceof Page || owner instanceof ServiceWorker) owner.countEffect();
  }

  /** Takes the place of this process's own globals. @returns the way back */
  install(): () => void {
    const { locks, network } = this;
    const options = this.#options;
    const restoreClock = this.clock.install();
    const restored: (() => void)[] = [restoreClock];
    const replace = (target: object, values: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(values)) {
        const before = Object.getOwnPropertyDescriptor(target, name);
        Object.defineProperty(target, name, {
          ...(typeof value === 'function' && name === 'onLine'
            ? { get: value as () => unknown }
            : { value, writable: true }),
          configurable: true,
        });
        restored.push(() => {
          if (before) Object.defineProperty(target, name, before);
          else Reflect.deleteProperty(target, name);
        });
      }
    };
    const navigatorDouble = {};
    replace(navigatorDouble, { onLine: () => this.isOnline });
    if (this.hasLocks) replace(navigatorDouble, { locks });
    replace(globalThis, {
      fetch: network.fetch,
      location: { origin: options.platform.origin },
      navigator: navigatorDouble,
    });
    replace(Math, { random: options.random });
    // From a pool of threads the real ones would come back in another order each time.
    replace(crypto, {
      getRandomValues: (bytes: Uint8Array) => bytes.map(() => Math.floor(options.random() * 256)),
    });
    replace(crypto.subtle, {
      digest: (_algorithm: string, data: ArrayBuffer) =>
        Promise.resolve(
          new Uint8Array(createHash('sha256').update(new Uint8Array(data)).digest()).buffer,
        ),
    });
    restored.push(watchRows(this.#options.realms, this), this.#watchDisk());
    return () => {
      for (const restore of restored.toReversed()) restore();
    };
  }

  /** Fails writes as a browser does: the transaction is aborted over its quota. */
  #watchDisk(): () => void {
    const { prototype } = IDBObjectStore;
    // Called on the store they belong to, below.
    // oxlint-disable-next-line typescript/unbound-method
    const { put, add } = prototype;
    const isTooMuch = (value: unknown) =>
      this.fullDisk === 'all' ||
      (this.fullDisk === 'files' &&
        typeof value === 'object' &&
        value !== null &&
        Object.values(value).some((each) => each instanceof Blob));
    const wrap = (original: typeof put): typeof put =>
      function (this: IDBObjectStore, value: unknown, ...key) {
        const asked = original.call(this, value, ...key);
        if (isTooMuch(value)) {
          const { transaction } = this as unknown as {
            transaction: { _abort(name: string): void };
          };
          transaction._abort('QuotaExceededError');
        }
        return asked;
      };
    Object.assign(prototype, { put: wrap(put), add: wrap(add) });
    return () => {
      Object.assign(prototype, { put, add });
    };
  }

  kill(host: Owner): void {
    if (host instanceof Page || host instanceof ServiceWorker) host.kill();
  }

  /** In the name of nobody, e.g. for looking at the rows. */
  outside<Result>(work: () => Result): Result {
    return current.exit(work);
  }
}
