import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` writes the next migration; a committed one is never edited. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/schema.ts',
  out: './server/database/migrations',
});
