import type * as z from 'zod/mini';

import { uuid } from '../../src/api/contract/endpoint.ts';
import type * as contract from '../../src/api/contract/apps.ts';
import type { OwnApp, SharedApp } from '../../src/api/contract/apps.ts';
import {
  appOfSchema,
  appsAskedMax,
  appsOfPersonMax,
  canBeApp,
  costOfNewApp,
  problemsOfFields,
} from '../../src/domain/apps.ts';
import type { AppRecipe } from '../../src/domain/apps.ts';
import { searchableTerms, wantedTerms } from '../../src/domain/gallery.ts';
import { nicksOf } from '../accounts/service.ts';
import type { Database } from '../database/connect.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Caller } from '../http/caller.ts';
import { invalidInput, notFound, Problem } from '../http/problem.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { Offer } from '../models/offer.ts';
import type { PeopleApps } from '../models/people-apps.ts';
import type { Safety } from '../safety/filter.ts';
import { drawCover } from './cover.ts';
import {
  countOwn,
  putApp,
  readApp,
  readCover,
  removeApps,
  selectListed,
  selectSeen,
} from './store.ts';
import type { AppRow } from './store.ts';

export interface AppRules {
  database: Database;
  store: FileStore;
  catalogue: Catalogue;
  offer: Offer;
  safety: Safety;
}

/** Its public page; the cover lies under it. */
export const appPath = (id: string): string => `/a/${id}`;

const coverOf = ({ id, coverHash }: AppRow): string | null =>
  coverHash === null ? null : `${appPath(id)}/cover?v=${coverHash}`;

const recipeOf = (row: AppRow): AppRecipe => ({
  id: row.id,
  name: row.name,
  description: row.description,
  cover: coverOf(row),
  model: row.model,
  tool: row.tool,
  fields: row.fields,
  cost: row.cost,
  uid: String(row.userId),
  version: row.updatedAt.getTime().toString(36),
});

const described = (row: AppRow, author: string): SharedApp => ({
  id: row.id,
  name: row.name,
  description: row.description,
  cover: coverOf(row),
  author,
  uid: String(row.userId),
  model: row.model,
  tool: row.tool,
  cost: row.cost,
  listed: row.isListed,
  create_time: row.createdAt.toISOString(),
  update_time: row.updatedAt.toISOString(),
});

async function describeAll(database: Database, rows: readonly AppRow[]): Promise<SharedApp[]> {
  const nicks = await nicksOf(
    database,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => described(row, nicks.get(row.userId) ?? ''));
}

/** Apps among the models, for the rooms that list and run those. */
export const peopleApps = (database: Database): PeopleApps => ({
  async find(id) {
    const row = uuid.safeParse(id).success ? await readApp(database, id) : undefined;
    return row ? recipeOf(row) : null;
  },
  async seenBy(person, ids) {
    const asked = ids.flatMap((id) => appOfSchema(id) ?? []).slice(0, appsAskedMax);
    const most = appsOfPersonMax + appsAskedMax;
    return (await selectSeen(database, person?.id ?? null, asked, most)).map(recipeOf);
  },
  async listed(most) {
    return (await selectListed(database, undefined, { limit: most, offset: 0 })).map(recipeOf);
  },
});

/** A page of what everybody sees. */
export async function pageOfApps(
  database: Database,
  { keyword = '', page, limit }: z.infer<typeof contract.listApps.body>,
): Promise<{ list: SharedApp[]; more: boolean }> {
  const terms = wantedTerms(keyword);
  const isEmpty = terms.words.length + terms.signs.length === 0;
  // Nothing is called by dots and dashes alone.
  if (keyword.trim() !== '' && isEmpty) return { list: [], more: false };
  const rows = await selectListed(database, isEmpty ? undefined : terms, {
    limit: limit + 1,
    offset: (page - 1) * limit,
  });
  return { list: await describeAll(database, rows.slice(0, limit)), more: rows.length > limit };
}

export async function appsOf(database: Database, user: Caller) {
  const rows = await selectSeen(database, user.id, [], appsOfPersonMax);
  return rows.map((row): OwnApp => ({ ...described(row, user.nick), fields: row.fields }));
}

/** An app as its public page shows it; null where there is none. */
export async function shownApp(database: Database, id: string): Promise<SharedApp | null> {
  const row = uuid.safeParse(id).success ? await readApp(database, id) : undefined;
  const [said] = row ? await describeAll(database, [row]) : [];
  return said ?? null;
}

export const coverOfApp = (database: Database, id: string): Promise<Buffer | null> =>
  uuid.safeParse(id).success ? readCover(database, id) : Promise.resolve(null);

const tooMany = () =>
  new Problem(409, 'conflict', `There may be ${appsOfPersonMax} apps; delete one first`);

/**
 * Makes an app of a model, or changes one of the person's.
 * @throws Problem 400 by what its form says (spec 1, section 5), 403 for a model that is kept for others, 404 for a
 * model or a work that isn't there, 409 for too many, 415 for a cover that is no picture, 560 and 561 by its words
 */
export async function putAppOf(
  { database, store, catalogue, offer, safety }: AppRules,
  user: Caller,
  wish: z.infer<typeof contract.setApp.body>,
): Promise<OwnApp> {
  const { id, model, tool, fields } = wish;
  const [name, description] = [wish.name.trim(), wish.description.trim()];
  if (name === '') {
    throw invalidInput({ field: 'name', reason: 'required' }, { name: 'App name is required' });
  }
  const offered = catalogue.find(model);
  const schema = offered && catalogue.schema(offered, 'en');
  if (!offered || !schema) throw notFound('Model');
  const types = offered.model.type.split(',').filter((type) => canBeApp(type as typeof tool));
  if (!canBeApp(tool) || !types.includes(tool)) {
    throw invalidInput({ field: 'tool', reason: 'not-for-this-tool', values: types });
  }
  offer.assertOffered(user, offered.model, tool);
  const problems = problemsOfFields(schema, { tool, upload: offered.model.upload }, fields);
  if (problems.length > 0) throw invalidInput(problems);
  const written = Object.values(fields).flatMap(({ value }) =>
    typeof value === 'string' ? [value] : [],
  );
  await safety([name, description, ...written]);
  const cover =
    typeof wish.cover === 'string'
      ? await drawCover({ database, store }, user.id, wish.cover)
      : wish.cover;
  return database.transaction(async (transaction) => {
    const before = await readApp(transaction, id);
    if (!before && (await countOwn(transaction, user.id)) >= appsOfPersonMax) throw tooMany();
    const row = await putApp(transaction, {
      id,
      userId: user.id,
      name,
      description,
      model,
      tool,
      fields,
      cost: wish.cost ?? before?.cost ?? costOfNewApp(offered.model),
      isListed: wish.listed,
      cover,
      terms: searchableTerms([name, description].join(' ')),
    });
    // Whether somebody else has an app of this id is nobody's to know.
    if (!row) throw notFound('App');
    return { ...described(row, user.nick), fields: row.fields };
  });
}

/** @param isAnybodys for those who look after the platform @returns how many there were */
export const deleteAppsOf = (
  database: Database,
  userId: number,
  ids: readonly string[],
  isAnybodys: boolean,
): Promise<number> => removeApps(database, isAnybodys ? null : userId, ids);
