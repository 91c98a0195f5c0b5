import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { checkBoundaries } from '../../../scripts/check-boundaries.mjs';

let root: string;

/** Every file that the cases below import; importing files are added by each case. */
const house = [
  'src/domain/rules.ts',
  'src/api/contract/works.ts',
  'src/api/client.ts',
  'src/db/works.ts',
  'src/db/throttled-query.ts',
  'src/jobs/engine.ts',
  'src/media/hash.ts',
  'src/horde/answers.ts',
  'src/ui/Button.tsx',
  'src/ui/Button.module.css',
  'src/words/tools.ts',
  'src/live/useWorks.ts',
  'src/requests/request-state.ts',
  'src/features/queue/Queue.tsx',
  'src/features/queue/row.ts',
  'src/features/history/History.tsx',
  'src/routes/generate.tsx',
  'src/main.tsx',
  'sw/contract.ts',
  'sw/client.ts',
  'sw/cache.ts',
  'workers/search/contract.ts',
  'workers/search/client.ts',
  'workers/search/search.worker.ts',
  'workers/zip/contract.ts',
  'server/app.ts',
  'locales/en/messages.po',
];

function write(file: string, content: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

function problemsOf(file: string, specifier: string): string[] {
  write(file, `import ${JSON.stringify(specifier)};\n`);
  return checkBoundaries(root).violations.map(({ problem }) => problem);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kiln-boundaries-'));
  for (const file of house) write(file, '');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('imports along the arrows pass', () => {
  test.each([
    ['src/features/queue/new.tsx', '../../db/works.ts'],
    ['src/features/queue/new.tsx', '../../live/useWorks.ts'],
    ['src/features/queue/new.tsx', '../../requests/request-state.ts'],
    ['src/live/new.ts', 'dexie-react-hooks'],
    ['src/live/new.ts', 'dexie'],
    ['src/live/new.ts', '../db/throttled-query.ts'],
    ['src/requests/new.ts', '../live/useWorks.ts'],
    ['src/requests/new.ts', '../words/tools.ts'],
    ['src/db/new.ts', 'dexie'],
    ['src/main.tsx', './live/useWorks.ts'],
    ['src/features/queue/new.tsx', './row.ts'],
    ['src/features/queue/new.tsx', '../../ui/Button.tsx'],
    ['src/features/queue/new.tsx', '../../../workers/search/client.ts'],
    ['src/features/queue/new.tsx', '../../../sw/client.ts'],
    ['src/features/queue/new.tsx', '@mantine/core'],
    ['src/routes/new.tsx', '../features/queue/Queue.tsx'],
    ['src/main.tsx', './jobs/engine.ts'],
    ['src/main.tsx', './routeTree.gen.ts'],
    ['src/main.tsx', '../locales/en/messages.po'],
    ['src/jobs/new.ts', '../db/works.ts'],
    ['src/jobs/new.ts', '../media/hash.ts'],
    ['src/media/new.ts', '../domain/rules.ts'],
    ['workers/search/search.worker.ts', '../../src/media/hash.ts'],
    ['src/jobs/new.ts', '../db/throttled-query.ts'],
    ['src/api/contract/new.ts', 'zod'],
    ['src/ui/new.tsx', './Button.module.css'],
    ['sw/sw.ts', '../src/jobs/engine.ts'],
    ['workers/search/search.worker.ts', './contract.ts'],
    ['workers/search/search.worker.ts', '../../src/db/works.ts'],
    ['workers/search/search.worker.ts', '../../src/jobs/engine.ts'],
    ['server/new.ts', '../src/api/contract/works.ts'],
    ['server/engines/horde/new.ts', '../../../src/horde/answers.ts'],
    ['src/community/new.ts', '../horde/answers.ts'],
    ['server/new.ts', 'node:fs'],
  ])('%s may import %s', (file, specifier) => {
    expect(problemsOf(file, specifier)).toEqual([]);
  });
});

describe('imports against the arrows are refused', () => {
  test.each([
    ['src/domain/new.ts', '../db/works.ts', 'domain may not import db'],
    ['src/domain/new.ts', 'zod', 'domain imports no packages'],
    ['src/domain/new.ts', 'node:path', 'domain imports no packages'],
    ['src/api/new.ts', '../db/works.ts', 'api may not import db'],
    ['src/api/contract/new.ts', '../client.ts', 'contract may not import api'],
    ['src/db/new.ts', '../api/client.ts', 'db may not import api'],
    ['src/db/new.ts', 'dexie-react-hooks', 'dexie-react-hooks needs a page'],
    ['src/jobs/new.ts', 'react', 'react needs a page'],
    ['src/jobs/new.ts', '../ui/Button.tsx', 'jobs may not import ui'],
    ['src/media/new.ts', '../db/works.ts', 'media may not import db'],
    ['src/horde/new.ts', '../api/contract/works.ts', 'horde may not import contract'],
    ['src/api/contract/new.ts', '../../horde/answers.ts', 'contract may not import horde'],
    ['src/jobs/new.ts', '../horde/answers.ts', 'jobs may not import horde'],
    ['src/media/new.ts', '../api/client.ts', 'media may not import api'],
    ['src/features/queue/new.tsx', '../../media/hash.ts', 'feature may not import media'],
    ['src/ui/new.tsx', '../domain/rules.ts', 'ui may not import domain'],
    ['src/ui/new.tsx', '../features/queue/Queue.tsx', 'ui may not import feature'],
    ['src/words/new.ts', '../db/works.ts', 'words may not import db'],
    ['src/features/queue/new.tsx', 'dexie-react-hooks', 'only db and live speak with Dexie'],
    ['src/features/queue/new.tsx', 'dexie', 'only db and live speak with Dexie'],
    [
      'src/features/queue/new.tsx',
      '../../db/throttled-query.ts',
      'no screen watches the tables by itself',
    ],
    ['src/routes/new.tsx', 'dexie-react-hooks', 'only db and live speak with Dexie'],
    ['src/requests/new.ts', 'dexie-react-hooks', 'only db and live speak with Dexie'],
    ['src/main.tsx', 'dexie', 'only db and live speak with Dexie'],
    ['src/jobs/new.ts', 'dexie', 'only db and live speak with Dexie'],
    ['src/live/new.ts', '../words/tools.ts', 'live may not import words'],
    ['src/live/new.ts', '../requests/request-state.ts', 'live may not import requests'],
    ['src/live/new.ts', '../features/queue/row.ts', 'live may not import feature'],
    ['src/requests/new.ts', '../features/queue/row.ts', 'requests may not import feature'],
    ['src/requests/new.ts', '../jobs/engine.ts', 'requests may not import jobs'],
    ['src/words/new.ts', '../requests/request-state.ts', 'words may not import requests'],
    ['src/jobs/new.ts', '../live/useWorks.ts', 'jobs may not import live'],
    ['sw/sw.ts', '../src/requests/request-state.ts', 'sw may not import requests'],
    ['src/features/queue/new.tsx', '../history/History.tsx', 'features do not import each other'],
    ['src/features/queue/new.tsx', '../../jobs/engine.ts', 'feature may not import jobs'],
    ['src/features/queue/new.tsx', '../../routes/generate.tsx', 'nothing imports routes'],
    ['src/features/queue/new.tsx', '../../../server/app.ts', 'feature may not import server'],
    [
      'src/features/queue/new.tsx',
      '../../../workers/search/search.worker.ts',
      'feature may not import worker',
    ],
    ['src/features/queue/new.tsx', 'hono', 'hono is for the server'],
    ['src/features/queue/new.tsx', '../../routeTree.gen.ts', 'only main.tsx loads the route tree'],
    ['src/routes/new.tsx', './generate.tsx', 'nothing imports routes'],
    ['src/routes/new.tsx', '../jobs/engine.ts', 'route may not import jobs'],
    ['sw/sw.ts', '../src/features/queue/row.ts', 'sw may not import feature'],
    ['sw/sw.ts', 'react', 'react needs a page'],
    ['sw/client.ts', './cache.ts', 'sw-client may not import sw'],
    ['workers/search/client.ts', './search.worker.ts', 'worker-client may not import worker'],
    ['workers/search/contract.ts', './search.worker.ts', 'worker-contract may not import worker'],
    ['workers/search/new.ts', '../zip/contract.ts', 'worker may not import worker-contract'],
    ['workers/search/new.ts', '../../src/ui/Button.tsx', 'worker may not import ui'],
    ['server/new.ts', '../src/db/works.ts', 'server may not import db'],
    ['server/new.ts', '../src/api/client.ts', 'server may not import api'],
    ['server/new.ts', 'react', 'react is for the browser'],
    ['src/features/queue/new.tsx', './row', 'the extension is missing'],
    ['src/features/queue/new.tsx', './nowhere.ts', 'no such file'],
    ['src/features/queue/new.tsx', '/src/db/works.ts', 'only relative imports'],
    ['src/strange/new.ts', '../domain/rules.ts', 'belongs to no room'],
  ])('%s may not import %s', (file, specifier, problem) => {
    expect(problemsOf(file, specifier)).toEqual([problem]);
  });

  test.each([
    `import type { Work } from '../db/works.ts';`,
    `export * from '../db/works.ts';`,
    `export { find } from '../db/works.ts';`,
    `export const later = () => import('../db/works.ts');`,
    `export type Work = import('../db/works.ts').Work;`,
  ])('in every form: %s', (source) => {
    write('src/domain/new.ts', `\n${source}\n`);
    expect(checkBoundaries(root).violations).toMatchObject([
      { file: 'src/domain/new.ts', line: 2, problem: 'domain may not import db' },
    ]);
  });

  test('and words that only look like an import are left alone', () => {
    write(
      'src/domain/new.ts',
      `// import '../db/works.ts'\nexport const text = "import 'react'";\n`,
    );
    expect(checkBoundaries(root).violations).toEqual([]);
  });
});
