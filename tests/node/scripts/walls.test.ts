import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { rooms } from '../../../scripts/boundary-rules.mjs';
import { checkBoundaries } from '../../../scripts/check-boundaries.mjs';

let root: string;

function write(file: string, content: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

/** What is said of one file that imports another, which has nothing in it. */
function plant(file: string, target: string, form: (specifier: string) => string) {
  write(target, 'export {};\n');
  const relative = path.posix.relative(path.posix.dirname(file), target);
  write(file, form(relative.startsWith('.') ? relative : `./${relative}`));
  return checkBoundaries(root).violations;
}

const asValue = (specifier: string) => `import ${JSON.stringify(specifier)};\n`;
const asType = (specifier: string) => `import type { Any } from ${JSON.stringify(specifier)};\n`;
const asDynamic = (specifier: string) => `void import(${JSON.stringify(specifier)});\n`;
const asTypeQuery = (specifier: string) =>
  `export type Any = import(${JSON.stringify(specifier)}).Any;\n`;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kiln-walls-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** For each room a file of it, and a file elsewhere that it may not know. */
const planted: Record<string, [file: string, target: string]> = {
  domain: ['src/domain/new.ts', 'src/db/works.ts'],
  contract: ['src/api/contract/new.ts', 'src/api/client.ts'],
  api: ['src/api/new.ts', 'src/db/works.ts'],
  db: ['src/db/new.ts', 'src/api/client.ts'],
  horde: ['src/horde/new.ts', 'src/community/platform.ts'],
  diffusion: ['src/diffusion/new.ts', 'src/media/hash.ts'],
  media: ['src/media/new.ts', 'src/db/works.ts'],
  jobs: ['src/jobs/new.ts', 'src/ui/Button.tsx'],
  community: ['src/community/new.ts', 'src/ui/Button.tsx'],
  live: ['src/live/new.ts', 'src/features/queue/Queue.tsx'],
  requests: ['src/requests/new.ts', 'src/features/queue/Queue.tsx'],
  ui: ['src/ui/New.tsx', 'src/domain/job.ts'],
  words: ['src/words/new.ts', 'src/db/works.ts'],
  feature: ['src/features/queue/New.tsx', 'src/features/history/History.tsx'],
  'part of a route': ['src/routes/-new.tsx', 'src/routes/index.tsx'],
  route: ['src/routes/new.tsx', 'src/jobs/engine.ts'],
  app: ['src/new.tsx', 'server/log.ts'],
  'sw-contract': ['sw/contract.ts', 'src/db/works.ts'],
  'sw-client': ['sw/client.ts', 'sw/caching.ts'],
  sw: ['sw/new.ts', 'src/ui/Button.tsx'],
  'worker-contract': ['workers/imaging/contract.ts', 'src/db/works.ts'],
  'worker-client': ['workers/imaging/client.ts', 'workers/imaging/imaging.worker.ts'],
  'worker-shared': ['workers/new.ts', 'workers/imaging/imaging.worker.ts'],
  worker: ['workers/imaging/imaging.worker.ts', 'workers/poller/poller.worker.ts'],
  server: ['server/new.ts', 'src/db/works.ts'],
  'server/log': ['server/log.ts', 'server/queue/queue.ts'],
  'server/async': ['server/async/new.ts', 'server/queue/queue.ts'],
  'server/processes': ['server/processes/new.ts', 'server/workshop/engine.ts'],
  'server/database': ['server/database/new.ts', 'server/credits/ledger.ts'],
  'server/http': ['server/http/new.ts', 'server/accounts/sessions.ts'],
  'server/files': ['server/files/new.ts', 'server/works/service.ts'],
  'server/push': ['server/push/new.ts', 'server/accounts/service.ts'],
  'server/safety': ['server/safety/new.ts', 'server/generate/prepare.ts'],
  'server/pages': ['server/pages/new.ts', 'server/works/service.ts'],
  'server/pictures': ['server/pictures/new.ts', 'server/files/file-store.ts'],
  'server/tags': ['server/tags/new.ts', 'server/files/file-store.ts'],
  'server/accounts': ['server/accounts/new.ts', 'server/credits/ledger.ts'],
  'server/credits': ['server/credits/new.ts', 'server/workshop/painter/paint.ts'],
  'server/doors': ['server/doors/new.ts', 'server/credits/ledger.ts'],
  'server/belongings': ['server/belongings/new.ts', 'server/queue/cancel.ts'],
  'server/administration': ['server/administration/new.ts', 'server/queue/cancel.ts'],
  'server/network': ['server/network/new.ts', 'server/queue/cancel.ts'],
  'server/metrics': ['server/metrics/new.ts', 'server/queue/cancel.ts'],
  'server/packs': ['server/packs/new.ts', 'server/queue/cancel.ts'],
  'server/local': ['server/local/new.ts', 'server/workshop/painter/new.ts'],
  'server/feedback': ['server/feedback/new.ts', 'server/credits/ledger.ts'],
  'server/payments': ['server/payments/new.ts', 'server/settings/service.ts'],
  'server/settings': ['server/settings/new.ts', 'server/credits/ledger.ts'],
  'server/engine contract': ['server/engines/contract/new.ts', 'server/http/mount.ts'],
  'server/engine kind': ['server/engines/cog/new.ts', 'server/engines/openai/run.ts'],
  'server/engine list': ['server/engines/registry.ts', 'server/queue/queue.ts'],
  'server/engine kit': ['server/engines/new.ts', 'server/engines/cog/engine.ts'],
  'server/workshop': ['server/workshop/painter/new.ts', 'server/credits/ledger.ts'],
  'server/albums': ['server/albums/new.ts', 'server/works/service.ts'],
  'server/works': ['server/works/new.ts', 'server/queue/service.ts'],
  'server/apps': ['server/apps/new.ts', 'server/queue/service.ts'],
  'server/gallery': ['server/gallery/new.ts', 'server/queue/service.ts'],
  'server/links': ['server/links/new.ts', 'server/queue/service.ts'],
  'server/engine-keys': ['server/engine-keys/new.ts', 'server/queue/service.ts'],
  'server/queue': ['server/queue/new.ts', 'server/generate/prepare.ts'],
  'server/models': ['server/models/new.ts', 'server/works/service.ts'],
  'server/language': ['server/language/new.ts', 'server/queue/service.ts'],
  'server/generate': ['server/generate/new.ts', 'server/workshop/engine.ts'],
  'server/config': ['server/config.ts', 'server/queue/queue.ts'],
};

test('every room has a wrong import planted', () => {
  const names = rooms.map(({ name }: { name: string }) => name);
  expect(Object.keys(planted).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(planted).map(([name, [file, target]]) => ({ name, file, target })))(
  '$name may not know $target',
  ({ name, file, target }) => {
    test.each([
      ['an import', asValue],
      ['an import of a type', asType],
      ['a dynamic import', asDynamic],
      ['the type of a module', asTypeQuery],
    ])('by %s', (_way, form) => {
      const [violation, ...others] = plant(file, target, form);
      expect(others).toEqual([]);
      const room = rooms.find((each: { name: string }) => each.name === name);
      expect(violation).toMatchObject({ file, line: 1, advice: room?.advice });
      expect(violation?.problem).toMatch(/may not import|do not import each other|nothing imports/);
    });
  },
);

describe('walls by the names of files', () => {
  test.each([
    ['server/works/routes.ts', 'server/works/store.ts', 'routes.ts reaches store.ts'],
    ['server/works/routes.ts', 'server/works/tables.ts', 'routes.ts reaches tables.ts'],
    ['server/works/routes.ts', 'server/files/tables.ts', 'routes.ts reaches tables.ts'],
    ['server/queue/new.ts', 'server/works/store.ts', 'the store of server/works is its own'],
    ['server/queue/new.ts', 'server/works/tables.ts', 'the tables of server/works are its own'],
    ['server/queue/store.ts', 'server/works/tables.ts', 'the tables of server/works are its own'],
    ['server/app.ts', 'server/works/tables.ts', 'the tables of server/works are its own'],
    [
      'server/credits/tables.ts',
      'server/queue/tables.ts',
      'the tables of server/queue are its own',
    ],
    ['server/works/tables.ts', 'server/files/store.ts', 'the store of server/files is its own'],
  ])('%s may not know %s', (file, target, problem) => {
    for (const form of [asValue, asType]) {
      const [violation, ...others] = plant(file, target, form);
      expect(others).toEqual([]);
      expect(violation).toMatchObject({ file, problem });
      expect(violation?.advice).toMatch(/service\.ts|foreignKeys/);
    }
  });

  test.each(['drizzle-orm', 'drizzle-orm/pg-core', 'pg'])('a route speaks no SQL by %s', (name) => {
    write('server/credits/routes.ts', asValue(name));
    const [violation] = checkBoundaries(root).violations;
    expect(violation?.problem).toBe(`routes.ts speaks SQL (${name})`);
    expect(violation?.advice).toContain('server/credits');
  });

  test.each([
    ['server/works/routes.ts', 'server/works/service.ts'],
    ['server/works/service.ts', 'server/works/store.ts'],
    ['server/works/store.ts', 'server/works/tables.ts'],
    ['server/queue/finish.ts', 'server/works/service.ts'],
    ['server/works/tables.ts', 'server/accounts/tables.ts'],
    ['server/app.ts', 'server/works/routes.ts'],
    ['server/workshop/engine.ts', 'server/engines/contract/engine.ts'],
    ['server/engines/cog/engine.ts', 'server/engines/cog/models.ts'],
  ])('%s may know %s', (file, target) => {
    expect(plant(file, target, asType)).toEqual([]);
  });
});

describe('circles of files', () => {
  test.each(['src/db', 'sw', 'workers/imaging', 'server/credits', 'server/workshop/music'])(
    'are refused in %s, types or not, however long',
    (folder) => {
      const names = ['one', 'two', 'three'];
      for (const [index, name] of names.entries()) {
        const next = names[(index + 1) % names.length];
        write(`${folder}/${name}.ts`, asType(`./${next}.ts`));
      }
      const circle = names.map((name) => `${folder}/${name}.ts`).toSorted();
      const problem = `imports itself in a circle: ${circle.join(', ')}`;
      const { violations } = checkBoundaries(root);
      expect(violations).toMatchObject([{ file: circle[0], problem }]);
      expect(violations[0]?.advice).toContain('a file of its own');
    },
  );

  test('are not closed by files that only share a third', () => {
    write('src/db/one.ts', asType('./three.ts'));
    write('src/db/two.ts', asType('./three.ts') + asType('./one.ts'));
    write('src/db/three.ts', 'export {};\n');
    expect(checkBoundaries(root).violations).toEqual([]);
  });
});
