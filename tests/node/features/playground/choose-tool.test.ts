import { describe, expect, test } from 'vitest';
import { chooseModel } from '../../../../src/domain/model-choice.ts';
import { chooseTool, freshSavedModel } from '../../../../src/features/playground/choose-tool.ts';
import { modelItem, upscaleItem } from '../../../fixtures/models.ts';

const saved = { type: 'Restore', model: 'restorer', atMs: 1_000 } as const;

describe('the tool of the playground', () => {
  test('is the type in the URL when that is valid, whatever was saved', () => {
    expect(chooseTool('Upscaling', saved, ['Text2Img'])).toEqual({
      type: 'Upscaling',
      leaveToGenerate: false,
    });
  });

  test('is the saved one when the URL names none or nonsense', () => {
    expect(chooseTool(undefined, saved, ['Text2Img']).type).toBe('Restore');
    // An address that names no tool of ours must not stand over one that is.
    expect(chooseTool('Nonsense', saved, ['Text2Img'])).toEqual({
      type: 'Restore',
      leaveToGenerate: true,
    });
  });

  test('is the first one there is, at /generate, when nothing was saved', () => {
    expect(chooseTool('Nonsense', null, ['Text2Img'])).toEqual({
      type: 'Text2Img',
      leaveToGenerate: true,
    });
    expect(chooseTool(undefined, null, ['Upscaling'])).toEqual({
      type: 'Upscaling',
      leaveToGenerate: false,
    });
  });

  test('is forgotten ten minutes after it was saved', () => {
    expect(freshSavedModel(saved, 1_000 + 599_999)).toEqual(saved);
    expect(freshSavedModel(saved, 1_000 + 600_000)).toBeNull();
  });
});

describe('the model of a tool', () => {
  const models = [
    modelItem({ value: 1, model: 'away', default: true, available: false }),
    modelItem({ value: 2, model: 'here', default: false }),
    upscaleItem(),
  ];

  test("is the URL's, then the draft's", () => {
    expect(chooseModel(models, 'Text2Img', 'here', 'away')?.model).toBe('here');
    expect(chooseModel(models, 'Text2Img', undefined, 'away')?.model).toBe('away');
  });

  test('is a mode only where its name is in the URL, or where there is nothing else', () => {
    const poster = modelItem({
      value: 3,
      model: 'poster',
      default: false,
      gen_type: 'poster_lite',
    });
    expect(chooseModel([...models, poster], 'Text2Img', 'poster', 'here')?.model).toBe('poster');
    expect(chooseModel([...models, poster], 'Text2Img', undefined, 'poster')?.model).toBe('here');
    expect(chooseModel([poster], 'Text2Img', undefined, null)?.model).toBe('poster');
  });

  test('is never one of another tool', () => {
    expect(chooseModel(models, 'Text2Img', 'upscaler', null)?.model).toBe('here');
  });

  test('is the first that is available, the default first', () => {
    expect(chooseModel(models, 'Text2Img', undefined, null)?.model).toBe('here');
    expect(chooseModel(models, 'RemoveBg', undefined, null)).toBeNull();
  });
});
