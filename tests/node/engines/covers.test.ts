import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { coveredModels } from '../../../server/workshop/covers.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';

test('every cover that a model of the workshop names ships with the app, and none ships for no model', async () => {
  const models = createBuiltinEngine().models();
  const named = models.flatMap(({ cover, show_cover: isShown }) => (isShown ? [cover] : []));
  const shipped = await readdir(new URL('../../../public/covers/', import.meta.url));
  expect(new Set(named)).toEqual(new Set(shipped.map((file) => `/covers/${file}`)));
  expect(named).toHaveLength(coveredModels.size);
});
