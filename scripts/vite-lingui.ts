import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const library = fileURLToPath(
  new URL('../node_modules/@lingui/core/dist/index.mjs', import.meta.url),
);
const figures = fileURLToPath(new URL('../src/words/plain-figures.ts', import.meta.url));

const from = `function number(locales, value, format) {
  const _locales = normalizeLocales(locales);
`;

/**
 * Lingui writes the number of every counted message by Intl, also of one that does not show it, and the first
 * `Intl.NumberFormat` of a page takes 20 ms of a fast computer. Whole numbers are written without it.
 * @throws when Lingui has become another one: then the edit is to be looked at anew
 */
export function edited(code: string, importedFrom = figures): string {
  if (code.split(from).length !== 2) throw new Error(`Lingui has no longer:\n${from}`);
  return `import { plainFigureByTag } from ${JSON.stringify(importedFrom)};
${code.replace(
  from,
  `${from}  const plain = format === undefined ? plainFigureByTag(value, _locales) : null;
  if (plain !== null) return plain;
`,
)}`;
}

export function plainCounts(): Plugin {
  return {
    name: 'kiln-plain-counts',
    apply: 'build',
    transform: (code, id) => (id === library ? { code: edited(code), map: null } : null),
  };
}
