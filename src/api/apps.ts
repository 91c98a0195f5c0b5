import { call, callAged, type Aged } from './client.ts';
import { deleteApps, listApps, listOwnApps, setApp } from './contract/apps.ts';
import type { OwnApp, SharedApp } from './contract/apps.ts';
import type { SentOf } from './contract/endpoint.ts';
import type { Credentials } from './request.ts';

/**
 * A page of the apps that people have made for everybody, from 1 on.
 * @throws KilnError as `call` does
 */
export async function readAppsPage(
  words: string,
  page: number,
  signal: AbortSignal,
): Promise<Aged<{ apps: SharedApp[]; more: boolean }>> {
  const keyword = words.trim();
  const { data, ...age } = await callAged(listApps, {
    body: { page, ...(keyword !== '' && { keyword }) },
    signal,
  });
  return { data: { apps: data.list, more: data.data.more }, ...age };
}

/** One of the person's own apps; null where they have none of this id. @throws KilnError as `call` does */
export async function readOwnApp(
  id: string,
  session: Credentials,
  signal: AbortSignal,
): Promise<OwnApp | null> {
  const { data } = await call(listOwnApps, { body: {}, session, signal });
  return data.find((app) => app.id === id) ?? null;
}

/** Makes an app or changes it; once, however often it is sent. @throws KilnError as `call` does */
export async function saveApp(
  body: SentOf<typeof setApp, 'body'>,
  session: Credentials,
): Promise<OwnApp> {
  return (await call(setApp, { body, session })).data;
}

/** @throws KilnError as `call` does */
export async function deleteApp(id: string, session: Credentials): Promise<void> {
  await call(deleteApps, { body: { ids: [id] }, session });
}
