import { randomBytes } from 'node:crypto';

import type * as z from 'zod/mini';

import type { shareWork, workLink } from '../../src/api/contract/links.ts';
import { linksMax, linkTokenPattern } from '../../src/domain/work-links.ts';
import type { Database } from '../database/connect.ts';
import { Problem } from '../http/problem.ts';
import { ownWork, sharedWork } from '../works/service.ts';
import type { SharedWork } from '../works/service.ts';
import { countLinks, insertLink, readLink, readLinks, revoke, updateLink } from './store.ts';
import type { LinkRow } from './store.ts';

type Said = z.infer<typeof workLink>;

function describe({ token, workId, title, showsPrompt, createdAt }: LinkRow): Said {
  return {
    token,
    image_id: workId ?? '',
    title,
    shows_prompt: showsPrompt,
    created_at: createdAt.toISOString(),
  };
}

/**
 * Gives a link to a work of the caller's, or changes what its link says.
 * @returns null when there is no such work
 * @throws Problem 409 when there are too many
 */
export function giveLink(
  database: Database,
  userId: number,
  { image_id: workId, title, shows_prompt: showsPrompt }: z.infer<typeof shareWork.body>,
): Promise<Said | null> {
  return database.transaction(async (transaction) => {
    if (!(await ownWork(transaction, userId, workId))) return null;
    const words = { title: title.trim(), showsPrompt };
    const known = await updateLink(transaction, workId, words);
    if (known) return describe(known);
    if ((await countLinks(transaction, userId)) >= linksMax) {
      throw new Problem(409, 'conflict', 'There are too many links; take some back first');
    }
    const token = randomBytes(16).toString('base64url');
    const made = await insertLink(transaction, { token, userId, workId, ...words });
    const link = made ?? (await updateLink(transaction, workId, words));
    return link ? describe(link) : null;
  });
}

export const linksOf = async (database: Database, userId: number): Promise<Said[]> =>
  (await readLinks(database, userId, linksMax)).map(describe);

/** @returns how many were taken back */
export const revokeLinks = (
  database: Database,
  userId: number,
  workIds: readonly string[],
): Promise<number> => revoke(database, userId, workIds);

/** What an address of a link leads to; `over` when it was taken back or its work is gone, `none` for no link of ours. */
export type Shared =
  | { kind: 'live'; link: Pick<LinkRow, 'token' | 'title' | 'showsPrompt'>; shared: SharedWork }
  | { kind: 'over' }
  | { kind: 'none' };

export async function openLink(database: Database, token: string): Promise<Shared> {
  const link = linkTokenPattern.test(token) ? await readLink(database, token) : undefined;
  if (!link) return { kind: 'none' };
  if (link.revokedAt !== null || link.workId === null) return { kind: 'over' };
  const shared = await sharedWork(database, link.workId);
  // What lies in the bin is as good as gone; where it is put back, its link leads to it again.
  if (!shared || shared.work.binnedAt !== null) return { kind: 'over' };
  return { kind: 'live', link, shared };
}
