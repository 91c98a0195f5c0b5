import { expect, test } from 'vitest';
import { sizeChoices } from '../../../../src/features/playground/parameters/size-choices.ts';

const range = { min: 64, max: 2048, step: 64 };

test('a model with sizes of its own offers those and nothing else', () => {
  const film = { allow_dimensions: ['768x448', '448x768'] };
  expect(sizeChoices(film, range, range, { width: 768, height: 448 })).toEqual({
    offered: [
      { width: 768, height: 448 },
      { width: 448, height: 768 },
    ],
    takesOthers: false,
  });
});

test('the size that a form begins with is one of the choices', () => {
  const logo = sizeChoices({ allow_dimensions: [] }, range, range, { width: 1024, height: 1024 });
  expect(logo.offered[0]).toEqual({ width: 1024, height: 1024 });
  expect(logo.takesOthers).toBe(true);
  const painter = sizeChoices({ allow_dimensions: [] }, range, range, { width: 512, height: 512 });
  expect(painter.offered).toHaveLength(5);
});

test('sizes have as many pixels as the model is made for', () => {
  const of = (side: number) =>
    sizeChoices({ allow_dimensions: [] }, range, range, { width: side, height: side }).offered.map(
      ({ width, height }) => `${width}x${height}`,
    );
  expect(of(1024)).toEqual(['1024x1024', '1216x832', '832x1216', '1344x768', '768x1344']);
  expect(of(768)).toEqual(['768x768', '896x640', '640x896', '1024x576', '576x1024']);
  expect(of(512)).toEqual(['512x512', '768x512', '512x768', '1024x576', '576x1024']);
  // Where a shape would be too long, the usual ones and its own.
  const short = { ...range, max: 1024 };
  const own = { width: 1024, height: 1024 };
  const logo = sizeChoices({ allow_dimensions: [] }, short, short, own).offered;
  expect(logo[0]).toEqual(own);
  expect(logo).toHaveLength(6);
});

test('a size that is no square stands for its own shape among others of as many pixels', () => {
  const { offered } = sizeChoices({ allow_dimensions: [] }, range, range, {
    width: 1344,
    height: 768,
  });
  expect(offered.map(({ width, height }) => `${width}x${height}`)).toEqual([
    '1024x1024',
    '1216x832',
    '832x1216',
    '1344x768',
    '768x1344',
  ]);
});

test('usual sizes beyond what the model makes are not offered', () => {
  const small = { min: 64, max: 512, step: 64 };
  const { offered } = sizeChoices({ allow_dimensions: [] }, small, small, null);
  expect(offered).toEqual([{ width: 512, height: 512 }]);
});
