import { expect, test } from 'vitest';
import { formatName } from '../../../../src/domain/file-kinds.ts';
import { acceptedTypes } from '../../../../src/domain/source-limits.ts';
import { aspectLabel } from '../../../../src/features/playground/parameters/aspect.ts';
import { liesOpen } from '../../../../src/features/playground/parameters/lies-open.ts';

test('a size is called by the ratio that people know', () => {
  expect(aspectLabel(512, 512)).toBe('1:1');
  expect(aspectLabel(768, 512)).toBe('3:2');
  expect(aspectLabel(576, 1024)).toBe('9:16');
  expect(aspectLabel(1152, 640)).toBe('≈16:9');
  expect(aspectLabel(768, 1344)).toBe('≈9:16');
  expect(aspectLabel(1000, 700)).toBe('10:7');
  expect(aspectLabel(1216, 832)).toBe('≈3:2');
});

test('few short choices lie open, where no word has to be broken for it', () => {
  expect(liesOpen(['Watercolour', 'Oil', 'Flat'])).toBe(true);
  expect(liesOpen(['男声', '女声', '年轻', '低沉'])).toBe(true);
  expect(liesOpen(['PNG（位图）', 'SVG（矢量）'])).toBe(true);
  expect(liesOpen(['只有图形', '上图下文', '左图右文', '圆形徽章'])).toBe(false);
  expect(liesOpen(['a', 'b', 'c', 'd', 'e'])).toBe(false);
});

test('accepted files are understood as media types, dotted or bare extensions', () => {
  expect(acceptedTypes(['png', '.JPG', 'jpeg', 'image/webp'])).toEqual([
    'image/png',
    'image/jpeg',
    'image/webp',
  ]);
  expect(acceptedTypes([])).toContain('image/bmp');
});

test('a format has the name that people know it by', () => {
  const types = ['image/jpeg', 'image/webp', 'image/svg+xml', 'audio/mpeg', 'model/gltf-binary'];
  expect(types.map(formatName)).toEqual(['JPEG', 'WebP', 'SVG', 'MP3', 'GLB']);
  expect(formatName('image/avif')).toBe('AVIF');
});
