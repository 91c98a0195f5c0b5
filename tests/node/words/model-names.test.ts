import { expect, test } from 'vitest';
import { modelName } from '../../../src/words/model-names.ts';

const listed = [{ model: 'kiln-painter', label_cn: '窑内画师', label_en: 'Kiln Painter' }];
const label = { cn: '从前的画师', en: 'Painter of old' };

test('a model has the name of today in the reader’s language, whichever device and language it was used in', () => {
  const used = { model: 'kiln-painter', modelLabel: label };
  expect(modelName(used, listed, 'en')).toBe('Kiln Painter');
  expect(modelName(used, listed, 'cn')).toBe('窑内画师');
  // Brought by another device, which says the id only.
  expect(modelName({ ...used, modelLabel: null }, listed, 'cn')).toBe('窑内画师');
});

test('one that is no longer listed keeps the name that it had, in both languages; else its id', () => {
  const gone = { model: 'attic/old-painter', modelLabel: label };
  expect(modelName(gone, listed, 'en')).toBe('Painter of old');
  expect(modelName(gone, null, 'cn')).toBe('从前的画师');
  expect(modelName({ ...gone, modelLabel: null }, listed, 'cn')).toBe('old-painter');
});
