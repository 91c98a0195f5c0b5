import { call } from '../../api/client.ts';
import * as people from '../../api/contract/people.ts';
import type { Act, ManagedPerson } from '../../api/contract/people.ts';
import { getSettings, putSettings } from '../../api/contract/settings.ts';
import { asMyself } from '../../db/account/as-myself.ts';

/** What super users ask. Each throws KilnError, `forbidden` for everybody else. */

export const pageSize = 20;

export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** @param page from 1 */
export function fetchPeople(
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<Listed<ManagedPerson>> {
  return asMyself(async (session) => {
    const query = { search, page: String(page), per_page: String(pageSize) };
    const { data } = await call(people.listPeople, { session, signal, query });
    return { rows: data.data, total: data.total };
  });
}

/** @param page from 1 */
export function fetchActs(page: number, signal: AbortSignal): Promise<Listed<Act>> {
  return asMyself(async (session) => {
    const query = { page: String(page), per_page: String(pageSize) };
    const { data } = await call(people.listActs, { session, signal, query });
    return { rows: data.data, total: data.total };
  });
}

/** @param key the same one for the same gift, however often it is asked for */
export function giveCredits(
  key: string,
  gift: { uid: string; amount: number; reason: string },
): Promise<ManagedPerson> {
  return asMyself(
    async (session) =>
      (await call(people.giveCredits, { session, idempotencyKey: key, body: gift })).data,
  );
}

export interface PersonChange {
  uid: string;
  reason: string;
  is_vip?: boolean;
  locked?: boolean;
  end_sessions?: true;
}

export function changePerson(change: PersonChange): Promise<ManagedPerson> {
  return asMyself(
    async (session) => (await call(people.setPerson, { session, body: change })).data,
  );
}

export interface KnownSettings {
  version: number;
  /** As JSON, indented. */
  text: string;
}

const asText = (settings: unknown): string => JSON.stringify(settings, null, 2);

export function fetchSettings(signal: AbortSignal): Promise<KnownSettings> {
  return asMyself(async (session) => {
    const { data } = await call(getSettings, { session, signal });
    return { version: data.version, text: asText(data.settings) };
  });
}

/** @throws KilnError `invalid-input` with reasons, `conflict` when somebody else was faster */
export function saveSettings(version: number, settings: object): Promise<KnownSettings> {
  return asMyself(async (session) => {
    const { data } = await call(putSettings, { session, body: { version, settings } });
    return { version: data.version, text: asText(data.settings) };
  });
}
