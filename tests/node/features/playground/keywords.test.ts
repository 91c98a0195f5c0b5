import { describe, expect, test } from 'vitest';
import {
  keywordCount,
  keywordObjects,
  nextPlace,
  openObject,
  placeName,
} from '../../../../src/features/playground/keywords/catalogue.ts';
import {
  addKeywords,
  isInPrompt,
  removeKeyword,
} from '../../../../src/features/playground/keywords/keyword-prompt.ts';
import {
  keywordsText,
  readKeyword,
  storeKeyword,
  type Keyword,
} from '../../../../src/features/playground/keywords/keyword.ts';
import { searchKeywords } from '../../../../src/features/playground/keywords/search.ts';

/** Specification 2, section 3, in its order. */
const specified = {
  'Post-production': [
    'Styles',
    'Resolution',
    'Reflections',
    'Filters',
    'Shaders',
    'Reference platforms',
    'Quality',
    'Advanced',
  ],
  Medium: [
    'Painting',
    'Pencil',
    'Ink',
    'Chalk',
    'Paint',
    'Text',
    'Print',
    'Origami',
    'Mosaic',
    'Frame',
    'Carving, etching, modelling',
    'Pottery and glass',
    'Light',
    'Other media',
  ],
  Lighting: ['Illumination', 'Displays', 'Styles', 'Global illumination'],
  Photography: [
    'Scene',
    'Lens',
    'Viewpoint',
    'Blur and distortion',
    'Camera settings',
    'Film type',
    'Other forms',
    'Number systems',
  ],
  Material: [
    'Opacity',
    'Light',
    'Glow',
    'Reflection',
    'Colour',
    'Maps',
    'Soft body',
    'Properties',
    'Wood and paper',
    'Soil',
    'Stone and minerals',
    'Metal',
    'Glass and crystal',
    'Cloth',
    'Plastic',
    'Rubber',
    'Wax',
    'Ice',
    'Hair and fur',
    'Liquid',
    'Viscous',
    'Adhesive',
    'Polymer',
    'Gas and powder',
    'Plasma and energy',
    'Food',
    'Plant',
    'Fungus',
    'Objects',
    'Symbols',
    'Concepts',
    'Other',
  ],
  Colour: [
    'Colour palettes',
    'Monochrome',
    'Contrast',
    'Display palettes',
    'Bit depth',
    'Film-making',
  ],
  Person: ['Body', 'Hair', 'Positive mood', 'Negative mood', 'Temperament'],
  Shape: ['Shapes', 'Solids', 'Hyper-shapes', 'Multiverse and dimensions', 'Styles', 'Properties'],
};

const groups = keywordObjects.flatMap(({ name, groups: of }) =>
  of.map((group) => ({ title: `${name.en}: ${group.name.en}`, ...group })),
);
const all = groups.flatMap(({ keywords }) => keywords);
const keyword = (english: string): Keyword => {
  const found = all.find((entry) => entry.english === english);
  if (!found) throw new Error(`no keyword ${english}`);
  return found;
};

describe('the catalogue', () => {
  test('has the objects and their groups in the order of the specification', () => {
    const here = keywordObjects.map(({ name, groups: of }) => [
      name.en,
      of.map((group) => group.name.en),
    ]);
    expect(here).toEqual(Object.entries(specified));
  });

  test('has its names in Chinese, each once within its object', () => {
    const han = /^[\p{Script=Han}、]+$/u;
    for (const { name, groups: of } of keywordObjects) {
      for (const text of [name.cn, ...of.map((group) => group.name.cn)]) expect(text).toMatch(han);
      expect(new Set(of.map((group) => group.name.cn)).size, name.en).toBe(of.length);
    }
  });

  test('has more than 1,500 keywords, and 20 and more in every group', () => {
    expect(keywordCount).toBe(all.length);
    expect(all.length).toBeGreaterThan(1_500);
    for (const { title, keywords } of groups)
      expect(keywords.length, title).toBeGreaterThanOrEqual(20);
  });

  test('has no keyword twice in a group, in neither language', () => {
    for (const { title, keywords } of groups) {
      for (const texts of [
        keywords.map(({ english }) => english.toLowerCase()),
        keywords.map(({ chinese }) => chinese),
      ]) {
        expect(
          texts.filter((text, index) => texts.indexOf(text) !== index),
          title,
        ).toEqual([]);
      }
    }
  });

  test('has both languages in their own letters', () => {
    for (const { english, chinese } of all) {
      expect(english).toMatch(/^[\p{Script=Latin}\d][\p{Script=Latin}\d './:&-]*$/u);
      expect(chinese).toMatch(/\p{Script=Han}/u);
      expect(chinese).toMatch(/^[\p{Script=Han}\p{Script=Latin}\d ·./:-]+$/u);
    }
  });

  test('has nothing that a prompt would take apart', () => {
    for (const entry of all) {
      expect(entry.english).toBe(entry.english.trim());
      expect(entry.chinese).toBe(entry.chinese.trim());
      expect(readKeyword(storeKeyword(entry))).toEqual(entry);
      for (const language of ['en', 'cn'] as const) {
        const prompt = addKeywords('a bowl', [entry], language);
        expect(isInPrompt(prompt, entry), prompt).toBe(true);
        expect(removeKeyword(prompt, entry)).toBe('a bowl');
      }
    }
  });

  test('sets Chinese and Latin apart by a space', () => {
    const stuck = all.filter(({ chinese }) =>
      /\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han}/u.test(chinese),
    );
    expect(stuck.map(({ chinese }) => chinese)).toEqual([]);
  });

  test('opens another object at its first group, and leads from each group to the next', () => {
    expect(openObject(4)).toEqual({ object: 4, group: 0 });
    const walked: string[] = [];
    for (let place: ReturnType<typeof nextPlace> = openObject(0); place; place = nextPlace(place)) {
      walked.push(placeName(place, 'en'));
    }
    expect(walked).toEqual(
      Object.entries(specified).flatMap(([name, names]) => names.map((of) => `${name} · ${of}`)),
    );
    expect(placeName({ object: 1, group: 0 }, 'cn')).toBe('媒介 · 绘画');
  });
});

describe('a chosen keyword', () => {
  test('is stored as Chinese and English, and read from nothing else', () => {
    expect(storeKeyword(keyword('gouache'))).toBe('水粉#gouache');
    expect(readKeyword('水粉#gouache')).toEqual({ chinese: '水粉', english: 'gouache' });
    for (const wrong of ['', '#', '水粉', '水粉#', '#gouache', 'a#b#c'])
      expect(readKeyword(wrong)).toBeNull();
  });

  test('is written in the language that is wanted, joined by comma and space', () => {
    const chosen = [keyword('gouache'), keyword('Kodak Portra 400')];
    expect(keywordsText(chosen, 'en')).toBe('gouache, Kodak Portra 400');
    expect(keywordsText(chosen, 'cn')).toBe('水粉, 柯达 Portra 400');
  });
});

describe('keywords in a prompt', () => {
  const gouache = keyword('gouache');
  const bokeh = keyword('bokeh');

  test.each([
    ['', 'gouache, bokeh'],
    ['  ', 'gouache, bokeh'],
    ['a bowl of ramen', 'a bowl of ramen, gouache, bokeh'],
    ['a bowl of ramen,', 'a bowl of ramen, gouache, bokeh'],
    ['a bowl of ramen, ', 'a bowl of ramen, gouache, bokeh'],
    ['A bowl of ramen.', 'A bowl of ramen. gouache, bokeh'],
    ['a bowl of ramen\n', 'a bowl of ramen\ngouache, bokeh'],
    ['一碗拉面，', '一碗拉面，gouache, bokeh'],
    ['一碗拉面。', '一碗拉面。gouache, bokeh'],
    ['gouache, a bowl', 'gouache, a bowl, bokeh'],
    ['a (Gouache:1.2) bowl', 'a (Gouache:1.2) bowl, gouache, bokeh'],
    ['a bowl, (Gouache:1.2)', 'a bowl, (Gouache:1.2), bokeh'],
    ['a bowl, ((gouache))', 'a bowl, ((gouache)), bokeh'],
    ['gouaches', 'gouaches, gouache, bokeh'],
  ])('come to the end of %j unless they are there', (prompt, expected) => {
    expect(addKeywords(prompt, [gouache, bokeh], 'en')).toBe(expected);
  });

  test('change to the other language where they stand, and keep their weight', () => {
    expect(addKeywords('fog, (gouache:1.2), sea', [gouache, bokeh], 'cn')).toBe(
      'fog, (水粉:1.2), sea, 焦外虚化',
    );
    expect(addKeywords('雾，水粉，海', [gouache], 'en')).toBe('雾，gouache，海');
  });

  test.each([
    ['gouache', ''],
    ['gouache, a bowl', 'a bowl'],
    ['a bowl, gouache', 'a bowl'],
    ['a bowl, gouache, fog', 'a bowl, fog'],
    ['a bowl, (gouache:1.3), fog', 'a bowl, fog'],
    ['A bowl. gouache', 'A bowl.'],
    ['A bowl, gouache.', 'A bowl.'],
    ['一碗，水粉，雾', '一碗，雾'],
    ['a gouache bowl', 'a gouache bowl'],
    ['gouache, fog, gouache', 'gouache, fog'],
  ])('leave %j with the separator before them', (prompt, expected) => {
    expect(removeKeyword(prompt, gouache)).toBe(expected);
  });
});

describe('the search', () => {
  const found = (query: string) =>
    searchKeywords(query, 1_000).hits.flatMap(({ place, keywords }) =>
      keywords.map(({ english }) => `${placeName(place, 'en')}: ${english}`),
    );

  test('finds in both languages, over everything, and says where', () => {
    expect(found('水粉')).toContain('Medium · Painting: gouache');
    expect(found('gouache')).toContain('Medium · Painting: gouache');
    expect(found('bioluminescent')).toEqual(
      expect.arrayContaining([
        'Material · Glow: bioluminescent',
        'Lighting · Illumination: bioluminescent light',
      ]),
    );
  });

  test.each([
    ['MOBIUS', 'Shape · Hyper-shapes: Möbius strip'],
    ['ombre', 'Person · Hair: ombré hair'],
    ['colour grading', 'Colour · Film-making: color grading'],
    ['three point light', 'Lighting · Styles: three-point lighting'],
    ['400 portra', 'Photography · Film type: Kodak Portra 400'],
    ['ｐｏｒｔｒａ', 'Photography · Film type: Kodak Portra 160'],
    ['柯达 400', 'Photography · Film type: Kodak Tri-X 400'],
  ])('takes %j as it is meant', (query, expected) => {
    expect(found(query)).toContain(expected);
  });

  test('has the thing itself first, then what begins so', () => {
    expect(found('bokeh')[0]).toBe('Photography · Blur and distortion: bokeh');
    expect(found('冰')[0]).toBe('Material · Ice: ice');
    const lenses = found('lens').filter((text) => text.startsWith('Photography · Lens'));
    expect(lenses.slice(0, 2)).toEqual([
      'Photography · Lens: lens flare',
      'Photography · Lens: wide-angle lens',
    ]);
  });

  test('names groups that are called so', () => {
    const { places } = searchKeywords('film', 10);
    expect(places.map((place) => placeName(place, 'en'))).toEqual([
      'Photography · Film type',
      'Colour · Film-making',
    ]);
    expect(searchKeywords('胶片类型', 10).places).toHaveLength(1);
  });

  test('returns no more than was asked for and counts all', () => {
    const { total, hits } = searchKeywords('a', 60);
    expect(total).toBeGreaterThan(1_000);
    expect(hits.flatMap(({ keywords }) => keywords)).toHaveLength(60);
  });

  test('finds nothing for nothing, or for what is in no keyword', () => {
    for (const query of ['', '  ', 'xyzzy', 'gouache xyzzy'])
      expect(searchKeywords(query, 10)).toEqual({ total: 0, hits: [], places: [] });
  });
});
