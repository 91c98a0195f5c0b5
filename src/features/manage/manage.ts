import { call } from '../../api/client.ts';
import type { OkOf } from '../../api/contract/endpoint.ts';
import { listFeedback } from '../../api/contract/feedback.ts';
import * as gallery from '../../api/contract/gallery.ts';
import * as oversight from '../../api/contract/oversight.ts';
import type { EngineState, OverseenJob, QueueSpan } from '../../api/contract/oversight.ts';
import { actOnPack, listPacks, type ModelPacks } from '../../api/contract/packs.ts';
import * as payments from '../../api/contract/payments.ts';
import * as people from '../../api/contract/people.ts';
import type { Act, ManagedPerson } from '../../api/contract/people.ts';
import {
  getSettings,
  getSettingsVersion,
  listSettingsVersions,
  putSettings,
} from '../../api/contract/settings.ts';
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

export interface JobsWish {
  search: string;
  state: 'open' | 'Finished' | 'Failed' | 'Cancelled' | null;
  page: number;
}

export function fetchJobs(wish: JobsWish, signal: AbortSignal): Promise<Listed<OverseenJob>> {
  return asMyself(async (session) => {
    const query = {
      search: wish.search,
      page: String(wish.page),
      per_page: String(pageSize),
      ...(wish.state !== null && { state: wish.state }),
    };
    const { data } = await call(oversight.listJobs, { session, signal, query });
    return { rows: data.data, total: data.total };
  });
}

export const fetchEngines = (signal: AbortSignal): Promise<EngineState[]> =>
  asMyself(async (session) => (await call(oversight.listEngines, { session, signal })).data);

/** @param hours back from now */
export async function fetchHistory(hours: number, signal: AbortSignal): Promise<QueueSpan[]> {
  return (await call(oversight.queueHistory, { signal, query: { hours: String(hours) } })).data;
}

/** @throws KilnError `conflict` where there is nothing to try again of */
export function actOnJob(act: 'cancel' | 'retry', id: string): Promise<OverseenJob> {
  const endpoint = act === 'cancel' ? oversight.cancelAnyJob : oversight.retryJob;
  return asMyself(async (session) => (await call(endpoint, { session, body: { id } })).data);
}

export type ListedOrder = OkOf<typeof payments.listAllOrders>['data']['data'][number];
export type ManagedOrder = OkOf<typeof payments.findOrder>['data'];

export function fetchOrders(
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<Listed<ListedOrder>> {
  return asMyself(async (session) => {
    const query = { search, page: String(page), per_page: String(pageSize) };
    const { data } = await call(payments.listAllOrders, { session, signal, query });
    return { rows: data.data, total: data.total };
  });
}

export const fetchOrder = (number: string, signal: AbortSignal): Promise<ManagedOrder> =>
  asMyself(
    async (session) =>
      (await call(payments.findOrder, { session, signal, params: { number } })).data,
  );

/** @throws KilnError `conflict` for an order that is not paid, or paid back */
export const refundOrder = (number: string, reason: string): Promise<ManagedOrder> =>
  asMyself(
    async (session) =>
      (await call(payments.refundOrder, { session, params: { number }, body: { reason } })).data,
  );

export type AwaitingWork = OkOf<typeof gallery.listAwaiting>['data'][number];

export const fetchAwaiting = (signal: AbortSignal): Promise<AwaitingWork[]> =>
  asMyself(async (session) => (await call(gallery.listAwaiting, { session, signal })).data);

export async function decideWork(
  id: string,
  state: 'published' | 'rejected',
  note: string,
): Promise<void> {
  await asMyself((session) =>
    call(gallery.decideWork, { session, body: { image_id: id, state, note } }),
  );
}

export type FeedbackEntry = OkOf<typeof listFeedback>['data']['data'][number];

export function fetchFeedback(page: number, signal: AbortSignal): Promise<Listed<FeedbackEntry>> {
  return asMyself(async (session) => {
    const query = { page: String(page), per_page: String(pageSize) };
    const { data } = await call(listFeedback, { session, signal, query });
    return { rows: data.data, total: data.total };
  });
}

export type SettingsVersion = OkOf<typeof listSettingsVersions>['data']['data'][number];

export function fetchVersions(page: number, signal: AbortSignal): Promise<Listed<SettingsVersion>> {
  return asMyself(async (session) => {
    const query = { page: String(page), per_page: String(pageSize) };
    const { data } = await call(listSettingsVersions, { session, signal, query });
    return { rows: data.data, total: data.total };
  });
}

/** The settings as they were in a version, as the editor shows them. */
export function fetchVersion(version: number): Promise<string> {
  return asMyself(async (session) => {
    const { data } = await call(getSettingsVersion, {
      session,
      params: { version: String(version) },
    });
    return asText(data.settings);
  });
}

export const fetchPacks = (signal: AbortSignal): Promise<ModelPacks> =>
  asMyself(async (session) => (await call(listPacks, { session, signal })).data);

export type PackAct = 'install' | 'pause' | 'check' | 'remove' | 'offer' | 'withdraw';

/** @throws KilnError `conflict` for a pack that another one needs */
export const actOnPackOf = (id: string, act: PackAct): Promise<ModelPacks> =>
  asMyself(async (session) => (await call(actOnPack, { session, params: { id, act } })).data);
