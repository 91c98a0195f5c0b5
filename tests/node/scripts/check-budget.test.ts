import { expect, test } from 'vitest';

import { initialChunks } from '../../../scripts/check-budget.mjs';

const split = '?tsr-split=component';

test('the first load is the entry, the playground with the layouts around it, and what these import', () => {
  const manifest = {
    'index.html': { file: 'a.js', isEntry: true, imports: ['_react'], dynamicImports: ['_video'] },
    [`src/routes/_shell.tsx${split}`]: { file: 'b.js', imports: ['_shell'] },
    [`src/routes/_shell/generate.{-$type}.tsx${split}`]: { file: 'c.js', imports: ['_form'] },
    [`src/routes/_shell/index.tsx${split}`]: { file: 'd.js', imports: ['_home'] },
    [`src/routes/history.tsx${split}`]: { file: 'e.js' },
    _react: { file: 'f.js', imports: ['_deep'] },
    _deep: { file: 'g.js' },
    _shell: { file: 'h.js' },
    _form: { file: 'i.js', imports: ['_react'], dynamicImports: ['_video'] },
    _home: { file: 'j.js' },
    _video: { file: 'k.js' },
    'locales/en/messages.po': { file: 'l.js' },
    'locales/en/pages.po': { file: 'm.js' },
  };
  expect(initialChunks(manifest).toSorted()).toEqual([
    '_deep',
    '_form',
    '_react',
    '_shell',
    'index.html',
    'locales/en/messages.po',
    `src/routes/_shell.tsx${split}`,
    `src/routes/_shell/generate.{-$type}.tsx${split}`,
  ]);
});

test('a build without a playground is an error, not a small build', () => {
  const manifest = { 'index.html': { file: 'a.js', isEntry: true } };
  expect(() => initialChunks(manifest)).toThrow('The build has no chunk for /generate');
});
