import { expect, test } from 'vitest';
import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import { uploadLimits } from '../../../src/domain/uploads.ts';
import { modelForSource, toolTargets, type SourceFile } from '../../../src/domain/tool-targets.ts';
import type { ToolEntry } from '../../../src/domain/tool-entries.ts';
import { modelItem, upscaleItem } from '../../fixtures/models.ts';

const file = (mediaType: string, bytes = 1_000): SourceFile => ({ mediaType, bytes });
const png = file('image/png');
const tool = (type: string, changes = {}) => upscaleItem({ model: type, type, ...changes });
const names = (entries: readonly ToolEntry[]) =>
  entries.map(({ type, mode }) => (mode === null ? type : `${type}/${mode}`));

const combine = tool('Img2Img', { model: 'combine', gen_type: 'combine', default: false });
const sameStyle = tool('Img2Img', { model: 'style', gen_type: 'same_style', default: false });
const everything = [
  modelItem(),
  tool('Img2Img'),
  combine,
  sameStyle,
  tool('Inpainting'),
  tool('Upscaling'),
  tool('RemoveBg'),
  tool('Img2Video'),
  tool('PhotoStylization'),
  tool('VideoVoice', { accept_types: ['video/mp4', 'video/webm'] }),
  tool('Train', { accept_types: ['zip', 'png'] }),
  tool('Apps'),
];

test.each<[string, SourceFile[], string[]]>([
  [
    'a picture',
    [png],
    [
      'Img2Img',
      'Img2Img/same_style',
      'Img2Img/combine',
      'PhotoStylization',
      'Inpainting',
      'Upscaling',
      'RemoveBg',
      'Img2Video',
    ],
  ],
  ['a picture that no model reads', [file('image/svg+xml')], []],
  ['a film', [file('video/webm')], ['VideoVoice']],
  ['a film that is too large', [file('video/mp4', uploadLimits.film.maxBytes + 1)], []],
  [
    'a picture of any size, for it travels smaller',
    [file('image/png', 10 ** 9)],
    names(toolTargets(everything, [png]).all),
  ],
  ['music', [file('audio/mpeg')], []],
  ['a model in a zip', [file('application/zip')], []],
  ['two pictures', [png, png], ['Img2Img/same_style', 'Img2Img/combine']],
  ['three pictures', [png, png, png], ['Img2Img/combine']],
  ['five pictures', [png, png, png, png, png], []],
  ['a picture and a film', [png, file('video/mp4')], []],
  ['nothing', [], []],
])('%s goes on where a model takes it', (_what, files, expected) => {
  expect(names(toolTargets(everything, files).all)).toEqual(expected);
});

test('a tool is offered for the formats of its models, of which any will do', () => {
  const models = [
    tool('Restore', { accept_types: ['image/webp'] }),
    tool('Restore', { model: 'second', accept_types: ['.bmp'] }),
    tool('Upscaling', { accept_types: [] }),
  ];
  expect(names(toolTargets(models, [file('image/webp')]).all)).toEqual(['Upscaling', 'Restore']);
  expect(names(toolTargets(models, [file('image/bmp')]).all)).toEqual(['Upscaling', 'Restore']);
  expect(names(toolTargets(models, [file('image/gif')]).all)).toEqual(['Upscaling']);
  expect(names(toolTargets([tool('Img2Img', { upload: null })], [png]).all)).toEqual([]);
  const several = tool('Img2Img', { upload_limit: 3 });
  expect(names(toolTargets([several], [png, png, png]).all)).toEqual(['Img2Img']);
});

test.each<[string, GeneratorType | null, GeneratorType[], string[]]>([
  ['what most people do next', null, [], ['Img2Img', 'Upscaling', 'Img2Video']],
  ['the tool used last first', null, ['RemoveBg'], ['Img2Img', 'Upscaling', 'RemoveBg']],
  ['only one used last', null, ['RemoveBg', 'Inpainting'], ['Img2Img', 'Upscaling', 'RemoveBg']],
  [
    'no tool that takes no pictures',
    null,
    ['Text2Img', 'Train'],
    ['Img2Img', 'Upscaling', 'Img2Video'],
  ],
  ['not what was just done', 'Upscaling', ['Upscaling'], ['Img2Img', 'Inpainting', 'Img2Video']],
  ['what may well be done twice', 'Img2Img', [], ['Img2Img', 'Upscaling', 'Img2Video']],
])('a short menu names three: %s', (_what, madeBy, recent, expected) => {
  const ways = recent.map((type) => ({ type, mode: null }));
  const { likely, all } = toolTargets(everything, [png], { madeBy, recent: ways });
  expect(names(likely)).toEqual(expected);
  expect(all).toHaveLength(8);
});

test('a mode that was used last is named, too, and its plain tool is another', () => {
  const recent = [{ type: 'Img2Img', mode: 'combine' } as const];
  const { likely } = toolTargets(everything, [png], { recent });
  expect(names(likely)).toEqual(['Img2Img', 'Img2Img/combine', 'Upscaling']);
});

test('where four tools take it, all are named: "All tools" would be no shorter', () => {
  const four = [tool('Img2Img'), tool('Inpainting'), tool('Upscaling'), tool('Restore')];
  const { likely, all } = toolTargets(four, [png]);
  expect(likely).toEqual(all);
  expect(all).toHaveLength(4);
  expect(toolTargets([...four, tool('RemoveBg')], [png]).likely).toHaveLength(3);
});

test('a mode goes on with a model of its own, even if another would take the file', () => {
  const webp = 'image/webp';
  const plain = tool('Img2Img', { accept_types: ['image/webp'] });
  const picky = { ...combine, accept_types: ['image/png'] };
  const second = { ...combine, model: 'second', accept_types: ['image/webp'] };
  expect(modelForSource([plain, picky, second], 'Img2Img', webp, picky)).toBe(second);
  expect(modelForSource([plain, picky], 'Img2Img', webp, picky)).toBe(plain);
});
