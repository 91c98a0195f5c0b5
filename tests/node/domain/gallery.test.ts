import { describe, expect, test } from 'vitest';

import { mayBePublished, searchableTerms, wantedTerms } from '../../../src/domain/gallery.ts';

describe('what a work is found by', () => {
  test('is every word of languages with spaces, and every sign and pair of those without', () => {
    expect(searchableTerms('Ｋｉｌｎ at night, 雪山小屋!')).toEqual({
      words: ['kiln', 'at', 'night'],
      signs: ['雪', '山', '小', '屋', '雪山', '山小', '小屋'],
    });
  });

  test('a keyword asks for pairs, or for a sign that stands alone', () => {
    expect(wantedTerms('雪山小').signs).toEqual(['雪山', '山小']);
    expect(wantedTerms('雪').signs).toEqual(['雪']);
    expect(wantedTerms('雪 hut 窑')).toEqual({ words: ['hut'], signs: ['雪', '窑'] });
    expect(wantedTerms('… & | !')).toEqual({ words: [], signs: [] });
  });

  test('whatever a keyword asks for, a text with that keyword in it has', () => {
    for (const keyword of ['睡着的狐狸', 'fox in snow', '窑 kiln', 'ねこと犬', '𠮷野家']) {
      const text = searchableTerms(`before ${keyword} after`);
      const asked = wantedTerms(keyword);
      expect(text.words).toEqual(expect.arrayContaining(asked.words));
      expect(text.signs).toEqual(expect.arrayContaining(asked.signs));
    }
  });
});

test('pictures and videos of the specification’s tools may be published, nothing else', () => {
  expect(mayBePublished({ jobType: 'Text2Img', mediaType: 'image/png' })).toBe(true);
  expect(mayBePublished({ jobType: 'Txt2Video', mediaType: 'video/mp4' })).toBe(true);
  expect(mayBePublished({ jobType: 'Upscaling', mediaType: 'image/png' })).toBe(false);
  expect(mayBePublished({ jobType: 'Apps', mediaType: 'audio/mpeg' })).toBe(false);
  expect(mayBePublished({ jobType: 'Apps', mediaType: 'model/gltf-binary' })).toBe(false);
});
