import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` writes the next migration; a committed one is never edited. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/*/tables.ts',
  out: './server/database/migrations',
});
