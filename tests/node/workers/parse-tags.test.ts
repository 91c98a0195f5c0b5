import { describe, expect, test } from 'vitest';

import { tagAliasesMax, tagListMaxTags, tagMaxCharacters } from '../../../src/domain/limits.ts';
import { parseTags } from '../../../workers/tags/parse-tags.ts';

describe('a list of tags', () => {
  test('is read as image boards’ tags are passed around', () => {
    const text = [
      'name,category,count,aliases',
      '1girl,0,6008644,"1girls,sole_female"',
      'hatsune_miku,4,120000,miku',
      '"well,_actually",5,12,"say_""hi"""',
      ':d,0,900,',
      '長髪,0,3',
      '',
    ].join('\r\n');
    expect(parseTags(`\uFEFF${text}`)).toEqual({
      tags: [
        { name: '1girl', category: 0, count: 6_008_644, aliases: ['1girls', 'sole_female'] },
        { name: 'hatsune_miku', category: 4, count: 120_000, aliases: ['miku'] },
        { name: 'well,_actually', category: 5, count: 12, aliases: ['say_"hi"'] },
        { name: ':d', category: 0, count: 900, aliases: [] },
        { name: '長髪', category: 0, count: 3, aliases: [] },
      ],
      // The heading.
      skippedLines: 1,
    });
  });

  test('loses a line that is wrong, and none behind it', () => {
    const wrong = [
      'open_quote,0,5,"never closed',
      'no_count,0,',
      'many,0,1e9',
      'less,0,-4',
      'far,200,4',
      'half,0.5,4',
      ',0,4',
      `${'long'.repeat(tagMaxCharacters)},0,4`,
      'hidden\u202Etext,0,4',
      'tab\tbed,0,4',
      'quote"inside,0,4',
      '"<!doctype html>"',
    ];
    const { tags, skippedLines } = parseTags([...wrong, 'kept,-1,7,'].join('\n'));
    expect(tags).toEqual([{ name: 'kept', category: -1, count: 7, aliases: [] }]);
    expect(skippedLines).toBe(wrong.length);
  });

  test('is bounded in its tags, their other names and their figures', () => {
    const aliases = Array.from({ length: tagAliasesMax + 5 }, (_unused, index) => `a${index}`);
    const bad = ['', 'in\u0007visible', 'x'.repeat(tagMaxCharacters + 1)];
    const first = `tag,0,9999999999,"${[...bad, ...aliases].join(',')}"`;
    const many = Array.from({ length: tagListMaxTags + 2 }, (_unused, index) => `t${index},0,1`);
    const { tags, skippedLines } = parseTags([first, ...many].join('\n'));
    expect(tags).toHaveLength(tagListMaxTags);
    expect(skippedLines).toBe(3);
    expect(tags[0]?.aliases).toEqual(aliases.slice(0, tagAliasesMax - bad.length));
    expect(tags[0]?.count).toBe(0xff_ff_ff_ff);
  });
});
