import { isDeepStrictEqual } from 'node:util';

import { deploymentSettings } from '../../src/api/contract/settings.ts';
import type { PayWay } from '../../src/domain/payments.ts';
import type { DeploymentSettings } from '../../src/api/contract/settings.ts';

export const defaultSettings: DeploymentSettings = deploymentSettings.parse({});

type Stored = Record<string, unknown>;

/** What is worth storing of settings: what differs from the defaults. */
export function differences(settings: DeploymentSettings): Stored {
  const defaults: Stored = defaultSettings;
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
  );
}

/** The doors beside the password that a deployment has. */
export interface Doors {
  oidc: string | null;
  provider: { kind: string; name: string; loginUrl: string | null } | null;
}

/**
 * What an app has to know of the settings before it asks anything, as its `kiln.json` says it; only what is set.
 * @param ways by which people can pay here
 * @param doors those beside the password
 */
export function toldToApps(
  settings: DeploymentSettings,
  ways: readonly PayWay[],
  doors: Doors,
): Record<string, unknown> {
  const {
    hidden_tools: hidden,
    blocks_right_click: blocks,
    brand,
    counts_visits: counts,
    identity_survey: asks,
    time_zone: timeZone,
  } = settings;
  const hasBrand = !isDeepStrictEqual(brand, defaultSettings.brand);
  return {
    ...(hidden.length > 0 && { hidden_tools: hidden }),
    ...(blocks && { blocks_right_click: true }),
    ...(hasBrand && { brand }),
    ...(counts && { counts_visits: true }),
    ...(asks && { identity_survey: true }),
    ...(timeZone !== defaultSettings.time_zone && { time_zone: timeZone }),
    ...(doors.oidc !== null && { oidc: { name: doors.oidc } }),
    ...(doors.provider && {
      provider: {
        kind: doors.provider.kind,
        name: doors.provider.name,
        login: doors.provider.loginUrl,
      },
    }),
    ...(ways.length > 0 && { pays: settings.brand_code }),
  };
}

function removeAt(value: unknown, path: readonly PropertyKey[], key: string): void {
  let target = value as Stored;
  for (const step of path) target = target[String(step)] as Stored;
  delete target[key];
}

/**
 * Settings as they were stored, by this version or by a newer one whose further settings are passed over.
 * @throws when a value is none that this version understands: better than to open what was closed
 */
export function readSettings(stored: Stored): DeploymentSettings {
  const value = structuredClone(stored);
  const { error } = deploymentSettings.safeParse(value);
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) removeAt(value, issue.path, key);
  }
  return deploymentSettings.parse(value);
}
