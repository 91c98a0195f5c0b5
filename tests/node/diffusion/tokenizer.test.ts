import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clipTokenizer, readVocabulary } from '../../../src/diffusion/tokenizer.ts';
import { clipVocabulary } from '../../fixtures/diffusion/vocabulary.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/diffusion');
const lines = gunzipSync(readFileSync(path.join(folder, 'tokenizer.jsonl.gz')))
  .toString('utf8')
  .split('\n')
  .slice(0, -1)
  .map((line) => JSON.parse(line) as [string, number[]]);

test('ten thousand texts in English, Chinese and everything else are taken apart as CLIPTokenizerFast does it', () => {
  const { tokens } = clipTokenizer(readVocabulary(...clipVocabulary()));
  expect(lines).toHaveLength(10_000);
  const others = lines.filter(([text, ids]) => String(tokens(text)) !== String(ids));
  expect(others.map(([text]) => text)).toEqual([]);
});

test('files of another tokenizer are refused', () => {
  expect(() => readVocabulary('{"a": 0}', '')).toThrow('not of CLIP');
  expect(() => readVocabulary('[]', '')).toThrow('not of CLIP');
  expect(() => readVocabulary('{"a": "b"}', '')).toThrow('has no number');
});
