import { pgTable, text } from 'drizzle-orm/pg-core';

/** What models were called when they were last used or asked for: works outlive the lists of engines. */
export const modelNames = pgTable('model_names', {
  model: text().primaryKey(),
  labelCn: text('label_cn').notNull(),
  labelEn: text('label_en').notNull(),
});
