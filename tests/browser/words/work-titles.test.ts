import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';

import { toolOfWork, usualTool } from '../../../src/domain/tool-of-work.ts';
import { workTitle } from '../../../src/words/work-titles.ts';
import { workRow } from '../../fixtures/works.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const brought = (mediaType: string) =>
  workRow(1, {
    prompt: '',
    origin: 'imported',
    model: '',
    mediaType,
    jobType: usualTool(mediaType),
  });

test.each([
  ['image/png', 'Picture'],
  ['video/mp4', 'Video'],
  ['audio/mpeg', 'Sound'],
  ['model/gltf-binary', '3D object'],
  ['application/zip', 'File'],
])('a file of %s that was brought along and tells nothing is called %s', (mediaType, title) => {
  expect(workTitle(brought(mediaType), i18n)).toBe(title);
  expect(toolOfWork(brought(mediaType))).toBeNull();
});

test('what tells how it was made is called by it', () => {
  expect(workTitle({ ...brought('image/png'), prompt: ' a fox ' }, i18n)).toBe('a fox');
  expect(toolOfWork({ ...brought('image/png'), model: 'sdxl' })).toBe('Text2Img');
  expect(toolOfWork({ ...brought('image/png'), jobType: 'Upscaling' })).toBe('Upscaling');
  expect(toolOfWork(workRow(1, { prompt: '', model: '' }))).toBe('Text2Img');
});
