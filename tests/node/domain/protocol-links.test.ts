import { expect, test } from 'vitest';

import { readProtocolLink } from '../../../src/domain/protocol-links.ts';

const id = '0199a1b2-0000-7000-8000-000000000000';

test('a link of the app’s own kind leads to a work, an app, or a form with words in it', () => {
  expect(readProtocolLink(`web+kiln:work/${id}`)).toEqual({ page: 'work', id: `c_${id}` });
  expect(readProtocolLink(`web+kiln://work/c_${id}/`)).toEqual({ page: 'work', id: `c_${id}` });
  expect(readProtocolLink(`web+kiln:app/${id}`)).toEqual({ page: 'app', id });
  expect(readProtocolLink('web+kiln:generate/Img2Video?prompt=%E6%B9%96+at+dawn')).toEqual({
    page: 'generate',
    type: 'Img2Video',
    prompt: '湖 at dawn',
  });
  expect(readProtocolLink('web+kiln:generate?prompt=%E6')).toMatchObject({ prompt: null });
  expect(readProtocolLink('web+kiln:generate')).toEqual({
    page: 'generate',
    type: null,
    prompt: null,
  });
});

test.each([
  '',
  'https://example.com',
  'javascript:alert(1)',
  'web+kiln:work/../../api',
  'web+kiln:work/c_1',
  'web+kiln:app/a b',
  'web+kiln:elsewhere',
])('%s leads home', (link) => {
  expect(readProtocolLink(link)).toEqual({ page: 'home' });
});
