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
  /** The browser is this device's own and can be killed. */
  isOnDisk: boolean;
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
  readonly #free = new Map<string, Profile[]>();

  /** @param verbs see `bundleVerbs` */
  constructor(browser: Browser, verbs: string) {
    this.#browser = browser;
    this.#verbs = verbs;
  }

  async take(platformUrl: string, seed: number, abilities: Abilities): Promise<Place> {
    const key = JSON.stringify(abilities);
    const free = this.#free.get(key) ?? [];
    this.#free.set(key, free);
    const kept = free.pop();
    const network = await startFaultProxy(platformUrl, seed, kept?.port);
    const profile = kept ?? (await this.#make(network.url, abilities));
    network.on({ path: slowThreads, fault: { kind: 'prepend', text: profile.lapse } });
    return {
      device: profile.device,
      network,
      leave: async (isReusable) => {
        if (isReusable) await profile.device.forget();
        else await profile.device.stop();
        if (isReusable) free.push(profile);
        await network.stop();
      },
    };
  }

  async #make(origin: string, abilities: Abilities): Promise<Profile> {
    const lapse = timeLapse(speed, Date.now());
    const scripts = [lapse, this.#verbs];
    const { isOnDisk, ...rest } = abilities;
    const options = { origin, scripts, ...rest };
    const device = isOnDisk
      ? await Device.startOnDisk(options)
      : await Device.start(this.#browser, options);
    return { device, port: Number(new URL(origin).port), lapse };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#free.values()].flat().map(({ device }) => device.stop()));
    this.#free.clear();
  }
}
