import { expect, test } from 'vitest';
import { acceptedTypes } from '../../../../src/domain/source-limits.ts';
import { typeLabel } from '../../../../src/features/playground/type-label.ts';
import { aspectLabel } from '../../../../src/features/playground/parameters/aspect.ts';
import { fileSize, roughDuration } from '../../../../src/features/playground/format.ts';

test('a size is called by the ratio that people know', () => {
  expect(aspectLabel(512, 512)).toBe('1:1');
  expect(aspectLabel(768, 512)).toBe('3:2');
  expect(aspectLabel(576, 1024)).toBe('9:16');
  expect(aspectLabel(1152, 640)).toBe('9:5');
  expect(aspectLabel(1344, 768)).toBe('7:4');
  expect(aspectLabel(1216, 832)).toBe('≈3:2');
});

test('accepted files are understood as media types, dotted or bare extensions', () => {
  expect(acceptedTypes(['png', '.JPG', 'jpeg', 'image/webp'])).toEqual([
    'image/png',
    'image/jpeg',
    'image/webp',
  ]);
  expect(acceptedTypes([])).toContain('image/bmp');
  expect([typeLabel('image/jpeg'), typeLabel('image/webp'), typeLabel('image/png')]).toEqual([
    'JPEG',
    'WebP',
    'PNG',
  ]);
});

test('sizes and waits are written as their readers write numbers', () => {
  expect(fileSize(41_943_040, 'en')).toBe('40 MB');
  expect(fileSize(2_202_010, 'en')).toBe('2.1 MB');
  expect(roughDuration(0.2, 'en')).toBe('1 sec');
  expect(roughDuration(240, 'cn')).toMatch(/4\s?分钟/);
});
