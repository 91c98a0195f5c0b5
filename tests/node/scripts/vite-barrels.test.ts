import { expect, test } from 'vitest';

import { partsOfBarrels } from '../../../scripts/vite-barrels.ts';

const core = '/kiln/node_modules/@mantine/core/esm/index.mjs';
const icons = '/kiln/node_modules/@tabler/icons-react/dist/esm/tabler-icons-react.mjs';
const modules: Record<string, { importedIds: string[]; code: string }> = {
  [core]: {
    importedIds: [],
    code: "import { Button } from './button.mjs'; import { Modal } from './modal.mjs'; export { Button, Modal as Window };",
  },
  [icons]: { importedIds: [], code: "export { default as IconX } from './icons/IconX.mjs';" },
};
const look = (id: string) => modules[id] ?? null;

test('of a package whose index names everything only what a module names comes along', () => {
  const page = {
    importedIds: ['/kiln/src/page.css', core, icons],
    code: "import './page.css'; import { Window as Pane } from '@mantine/core'; import { IconX } from '@tabler/icons-react';",
  };
  expect(partsOfBarrels(page, look)).toEqual([
    '/kiln/src/page.css',
    '/kiln/node_modules/@mantine/core/esm/modal.mjs',
    '/kiln/node_modules/@tabler/icons-react/dist/esm/icons/IconX.mjs',
  ]);
});

test('a name that the index does not know stops the build instead of being left out', () => {
  const page = { importedIds: [core], code: "import { Gone } from '@mantine/core';" };
  expect(() => partsOfBarrels(page, look)).toThrow('"Gone"');
});
