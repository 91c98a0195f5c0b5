import { and, asc, countDistinct, desc, eq, max, ne, sql } from 'drizzle-orm';

import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { Database } from '../database/connect.ts';
import { jobs } from './tables.ts';

const promptsOf = (userId: number) => and(eq(jobs.userId, userId), ne(jobs.prompt, ''));

/** How many different prompts a person has sent. */
export async function countPrompts(database: Database, userId: number): Promise<number> {
  const [row] = await database
    .select({ count: countDistinct(jobs.prompt) })
    .from(jobs)
    .where(promptsOf(userId));
  return row?.count ?? 0;
}

/** A page of a person's prompts, each once, with the tool and the time of when it was last sent. */
export async function pageOfPrompts(
  database: Database,
  userId: number,
  page: { order: 'DESC' | 'ASC'; page_size: number; page_number: number },
): Promise<{ prompt: string; jobType: GeneratorType; sentAt: Date }[]> {
  const direction = page.order === 'DESC' ? desc : asc;
  const sent = max(jobs.seq);
  const rows = await database
    .select({
      prompt: jobs.prompt,
      jobType: sql<GeneratorType>`(array_agg(${jobs.jobType} order by ${jobs.seq} desc))[1]`,
      sentAt: max(jobs.createdAt),
    })
    .from(jobs)
    .where(promptsOf(userId))
    .groupBy(jobs.prompt)
    .orderBy(direction(sent))
    .limit(page.page_size)
    .offset((page.page_number - 1) * page.page_size);
  return rows.map(({ sentAt, ...row }) => ({ ...row, sentAt: sentAt ?? new Date(0) }));
}
