import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** Words of languages that have spaces, and signs and pairs of signs of the others. */
interface Terms {
  words: string[];
  signs: string[];
}

const textArray = (texts: readonly string[]) =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

/** What a text is found by: English words by their stems, signs of languages without spaces as they are. */
export function vectorOf({ words, signs }: Terms): SQL<string> {
  return sql`to_tsvector('english', ${words.join(' ')}) || array_to_tsvector(${textArray(signs)})`;
}

/** A word that is only begun finds those that go on with it; terms are letters and digits, which need no quoting. */
export function queryOf({ words, signs }: Terms): SQL {
  const parts = [
    ...words.map((word) => sql`to_tsquery('english', ${`${word}:*`})`),
    ...signs.map((sign) => sql`to_tsquery('simple', ${sign})`),
  ];
  return sql.join(parts, sql` && `);
}
