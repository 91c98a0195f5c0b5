import { readdir, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';

const shipped = async (folder: string) => {
  const files = await readdir(new URL(`../../../public/${folder}/`, import.meta.url));
  return new Set(files.map((file) => `/${folder}/${file}`));
};

test('every model of the workshop has a cover that ships with the app, and none ships for no model', async () => {
  const models = createBuiltinEngine().models();
  const named = models.flatMap(({ cover, show_cover: isShown }) => (isShown ? [cover] : []));
  expect(named).toHaveLength(models.length);
  expect(new Set(named)).toEqual(await shipped('covers'));
});

test('every example that a model of the workshop names ships with the app, every model has some, and they are small', async () => {
  const models = createBuiltinEngine().models();
  expect(new Set(models.flatMap(({ showcases }) => showcases))).toEqual(await shipped('showcases'));
  expect(models.filter(({ showcases }) => showcases.length === 0)).toEqual([]);
  for (const name of await shipped('showcases')) {
    const { size } = await stat(new URL(`../../../public${name}`, import.meta.url));
    expect(size, name).toBeLessThan(name.endsWith('.webp') ? 40_000 : 200_000);
  }
});
