import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import type { SearchRow } from '../../../src/db/works/search-rows.ts';
import { noFilter } from '../../../src/domain/history-filter.ts';
import type { WorkId } from '../../../src/domain/ids.ts';
import { matchesSearch } from '../../../src/domain/search-words.ts';
import { PromptIndex } from '../../../workers/search/prompt-index.ts';

function row(number: number, prompt: string, changes: Partial<SearchRow> = {}): SearchRow {
  return {
    id: `work-${String(number).padStart(4, '0')}` as WorkId,
    createdAtMs: number * 1_000,
    width: 512,
    height: 512,
    intentId: null,
    groupId: null,
    prompt,
    jobType: 'Text2Img',
    model: 'painter',
    mediaType: 'image/png',
    origin: 'generated',
    starred: 0,
    rated: 0,
    ...changes,
  };
}

describe('works by the words of their prompts', () => {
  let index: PromptIndex;
  beforeEach(() => {
    index = new PromptIndex();
    index.put([
      row(2, 'A Harbour at dusk'),
      row(1, '雪山上的小木屋', { starred: 1, origin: 'imported' }),
      row(3, 'ＨＡＲＢＯＵＲ, morning fog', { mediaType: 'video/mp4' }),
    ]);
  });
  const numbers = (words: string, changes = {}, order: 'newest' | 'oldest' = 'newest') =>
    index
      .find(words, { ...noFilter, ...changes }, order)
      .map(({ createdAtMs }) => createdAtMs / 1_000);

  test('are found without regard to case and width, every word wherever it stands', () => {
    expect(numbers('harbour')).toEqual([3, 2]);
    expect(numbers('DUSK arb')).toEqual([2]);
    expect(numbers('木屋')).toEqual([1]);
    expect(numbers('lighthouse')).toEqual([]);
  });

  test('come in the order that is wanted, and only those that pass the filter', () => {
    expect(numbers('', {}, 'oldest')).toEqual([1, 2, 3]);
    expect(numbers('harbour', { kind: 'video' })).toEqual([3]);
    expect(numbers('', { marked: 'favourites' })).toEqual([1]);
    expect(numbers('', { origin: 'imported' })).toEqual([1]);
    expect(numbers('', { month: '1970-01' })).toEqual([3, 2, 1]);
    expect(numbers('', { month: '2026-11' })).toEqual([]);
  });

  test('change with their marks, and go with their rows', () => {
    const id = row(2, '').id;
    expect(index.mark(id, 1, 0)).toBe(true);
    expect(index.mark(id, 1, 0)).toBe(false);
    expect(numbers('', { marked: 'favourites' })).toEqual([2, 1]);
    expect(index.keepOnly(new Set([id]))).toBe(2);
    expect(numbers('')).toEqual([2]);
  });

  test('are those of a plain look through all prompts, whatever the words', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', 'Ｂ', ' ', '山', '木'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, (prompts, words) => {
        const other = new PromptIndex();
        other.put(prompts.map((prompt, number) => row(number, prompt)));
        const found = other
          .find(words, noFilter, 'oldest')
          .map(({ createdAtMs }) => createdAtMs / 1_000);
        const plain = prompts.flatMap((prompt, number) =>
          matchesSearch(prompt, words) ? [number] : [],
        );
        expect(found).toEqual(plain);
      }),
    );
  });
});
