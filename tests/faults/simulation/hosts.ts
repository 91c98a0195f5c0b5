import type { QueueReport } from '../../../src/jobs/engine/types.ts';
import type { PageEvent } from '../../../src/jobs/engine/alarm.ts';
import type { Owner } from './clock.ts';
import { current } from './clock.ts';
import type { Realm } from './realm.ts';
import type { Device } from './device.ts';

/** Something of the device that runs code and can die at any moment: a tab or the service worker. */
abstract class Host implements Owner {
  readonly name: string;
  readonly realm: Realm;
  readonly device: Device;
  isAlive = true;
  frozenUntilMs = 0;
  readonly endings = new Set<() => void>();
  /** Effects until it dies by itself; what it does is a request or a write. */
  effectsLeft = Infinity;

  constructor(name: string, realm: Realm, device: Device) {
    this.name = name;
    this.realm = realm;
    this.device = device;
  }

  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  /** What comes from another host reaches a frozen one later, and a dead one never. */
  async untilAwake(): Promise<void> {
    const frozenForMs = this.frozenUntilMs - this.device.clock.nowMs;
    if (this.isAlive && frozenForMs <= 0) return;
    await new Promise<void>((resolve) => {
      if (this.isAlive) this.device.clock.schedule(this, frozenForMs, resolve);
    });
  }

  /** What it was about to do never happens; what it has written stays. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const end of this.endings) end();
    this.realm.database.db.close();
    this.device.locks.releaseAllOf(this);
    this.device.note(`${this.name} dies`);
  }

  /** Called before each effect. */
  countEffect(): void {
    this.effectsLeft -= 1;
    if (this.effectsLeft < 0) this.kill();
  }
}

/** A tab: its alarm clocks, its poller, and its own way to run the queue. */
export class Page extends Host {
  #listener: ((event: PageEvent) => void) | null = null;
  #poller: InstanceType<Realm['poller']['Poller']> | null = null;
  isVisible = true;
  readonly #stop = new AbortController();

  async open(): Promise<void> {
    await this.run(async () => {
      await this.realm.database.openDatabase();
      const { device, realm } = this;
      const alarm = realm.alarm.startAlarm({
        wakeServiceWorker: async (ignoreNetworkWaits) => {
          const report = await device.wakeServiceWorker(ignoreNetworkWaits);
          await this.untilAwake();
          return report;
        },
        runHere: (ignoreNetworkWaits) =>
          this.run(() => realm.run.runQueue({ host: 'page', ignoreNetworkWaits })),
        registerSync: () => {
          device.isSyncRegistered = device.hasSync;
          return Promise.resolve();
        },
        watchPage: (listener) => {
          this.#listener = listener;
          return () => {
            this.#listener = null;
          };
        },
      });
      this.#poller = new realm.poller.Poller({
        parts: realm.pollParts,
        signal: this.#stop.signal,
        isVisible: () => this.isVisible,
        onQueueNeeded: () => alarm.wake(),
        onOutdated: () => device.violate(`${this.name} is told that it is outdated`),
      });
      const lead = async () => this.#poller?.run();
      const leading = device.hasLocks
        ? device.locks.request(realm.poller.pollerLockName, lead)
        : lead();
      leading.catch((error: unknown) => {
        if (this.isAlive) device.violate(`the poller of ${this.name} ends: ${String(error)}`);
      });
    });
  }

  /** The browser tells it: `online`, focus, visible again, or about to be hidden. */
  tell(event: PageEvent): void {
    this.run(() => {
      this.#listener?.(event);
      if (event === 'opened') this.#poller?.pokeAll();
    });
  }
}

export class ServiceWorker extends Host {
  /** A page asks it to run the queue; resolves with null when it dies over it. */
  runFor(ignoreNetworkWaits: boolean): Promise<QueueReport | null> {
    return new Promise((settle) => {
      let isSettled = false;
      const resolve = (report: QueueReport | null) => {
        isSettled = true;
        settle(report);
      };
      const port = {
        postMessage: (message: { type: string; report?: QueueReport }) => {
          // The dead say nothing.
          if (!this.isAlive) return;
          if (message.type === 'finished') resolve(message.report ?? null);
          else if (message.type === 'broken') resolve(null);
        },
      };
      void this.run(() => this.realm.serviceWorker.runFor(port as never, ignoreNetworkWaits));
      const silence = 12_000;
      const watch = () => {
        if (isSettled) return;
        if (this.isAlive) this.device.clock.schedule(null, silence, watch);
        else resolve(null);
      };
      this.device.clock.schedule(null, silence, watch);
    });
  }

  /** @throws when something is left for the next sync */
  async onSync(): Promise<void> {
    const clients = { matchAll: () => Promise.resolve(this.device.pages()) };
    await this.run(() => this.realm.serviceWorker.seeThrough({ clients }));
  }
}
