import type { Browser } from '@playwright/test';

import { startFaultProxy } from '../proxy.ts';
import type { FaultProxy } from '../proxy.ts';
import { Device } from './device.ts';
import { slowThreads, timeLapse } from './time-lapse.ts';

/** Seconds of the device that pass in one: back-off and leases are over before the machine gets bored. */
export const speed = 20;

/** What a browser has or lacks. */
export interface Abilities {
  hasServiceWorker: boolean;
  hasSync: boolean;
}

interface Profile {
  device: Device;
  /** Keeps the origin of the app the same from story to story. */
  port: number;
  lapse: string;
}

export interface Place {
  device: Device;
  network: FaultProxy;
  /** @param isReusable false when nobody knows what state it is in */
  leave(isReusable: boolean): Promise<void>;
}

/**
 * Browser profiles that stories use one after another. Each finds an empty database and a service worker that is
 * installed, as somebody who uses Kiln again; installing one for each took half of a story's time.
 */
export class Profiles {
  readonly #browser: Browser;
  readonly #verbs: string;
  readonly #free = new Map<string, Profile>();

  /** @param verbs see `bundleVerbs` */
  constructor(browser: Browser, verbs: string) {
    this.#browser = browser;
    this.#verbs = verbs;
  }

  async take(platformUrl: string, seed: number, abilities: Abilities): Promise<Place> {
    const key = JSON.stringify(abilities);
    const kept = this.#free.get(key);
    this.#free.delete(key);
    const network = await startFaultProxy(platformUrl, seed, kept?.port);
    const profile = kept ?? (await this.#make(network.url, abilities));
    network.on({ path: slowThreads, fault: { kind: 'prepend', text: profile.lapse } });
    return {
      device: profile.device,
      network,
      leave: async (isReusable) => {
        if (isReusable) await profile.device.forget();
        else await profile.device.stop();
        if (isReusable) this.#free.set(key, profile);
        await network.stop();
      },
    };
  }

  async #make(origin: string, abilities: Abilities): Promise<Profile> {
    const lapse = timeLapse(speed, Date.now());
    const scripts = [lapse, this.#verbs];
    const device = await Device.start(this.#browser, { origin, scripts, ...abilities });
    return { device, port: Number(new URL(origin).port), lapse };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#free.values()].map(({ device }) => device.stop()));
    this.#free.clear();
  }
}
