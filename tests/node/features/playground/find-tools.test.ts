import { describe, expect, test } from 'vitest';

import { builtinTools } from '../../../../server/workshop/tools.ts';
import { generatorTypes } from '../../../../src/domain/generator-types.ts';
import { entryOf, groupOf, toolEntries, toolGroups } from '../../../../src/domain/tool-entries.ts';
import { findTools } from '../../../../src/features/playground/tools/find-tools.ts';
import { modelItem } from '../../../fixtures/models.ts';

const painter = modelItem({ value: 1, model: 'painter', type: 'Text2Img,Img2Img' });
const collage = modelItem({ value: 2, model: 'collage', type: 'Img2Img', gen_type: 'combine' });
const solid = modelItem({ value: 3, model: 'solid', type: 'Img2Img', gen_type: '3d' });

describe('the entries of the tool list', () => {
  test('are the tools that a model serves, each followed by its modes', () => {
    expect(toolEntries([painter, solid, collage])).toEqual([
      { type: 'Text2Img', mode: null, model: null },
      { type: 'Img2Img', mode: null, model: null },
      { type: 'Img2Img', mode: 'combine', model: 'collage' },
      { type: 'Img2Img', mode: '3d', model: 'solid' },
    ]);
    expect(toolEntries([collage])).toEqual([
      { type: 'Img2Img', mode: 'combine', model: 'collage' },
    ]);
  });

  test('with what the platform brings along are all tools and all named modes but one that needs an engine', () => {
    const entries = toolEntries(builtinTools.map(({ model }) => modelItem({ ...model })));
    expect(generatorTypes.filter((type) => !entries.some((entry) => entry.type === type))).toEqual(
      [],
    );
    expect(entries.flatMap(({ mode }) => mode ?? []).toSorted()).toEqual([
      '3d',
      'combine',
      'poster_lite',
      'poster_pro',
      'same_style',
    ]);
    expect([...new Set(entries.map(groupOf))].toSorted()).toEqual(toolGroups.toSorted());
  });

  test('tell which one a form belongs to by its model', () => {
    const entries = toolEntries([painter, solid, collage]);
    expect(entryOf(entries, 'Img2Img', collage)?.mode).toBe('combine');
    expect(entryOf(entries, 'Img2Img', painter)?.mode).toBeNull();
    expect(entryOf(entries, 'Img2Img', null)?.mode).toBeNull();
    expect(entryOf(entries, 'Train', null)).toBeNull();
  });
});

describe('the search for a tool', () => {
  const tools = [
    { label: '图生图', blurb: '以一张图为底，用文字改变它。', type: 'Img2Img' },
    { label: 'Étirer', blurb: 'Make a picture go on past its edges.', type: 'Outpainting' },
    { label: 'Picture logo', blurb: 'A picture becomes a logo.', type: 'Img2Logo' },
  ];
  const types = (question: string) => findTools(tools, question).map(({ type }) => type);

  test('finds names before descriptions, in any case, width and accent', () => {
    expect(types('PICTURE')).toEqual(['Img2Logo', 'Outpainting']);
    expect(types('etirer')).toEqual(['Outpainting']);
    expect(types('ｌｏｇｏ')).toEqual(['Img2Logo']);
  });

  test('finds words within Chinese, every word of several, and the name of the specification', () => {
    expect(types('生图')).toEqual(['Img2Img']);
    expect(types('picture edges')).toEqual(['Outpainting']);
    expect(types('img2')).toEqual(['Img2Img', 'Img2Logo']);
    expect(types('nothing')).toEqual([]);
  });
});
