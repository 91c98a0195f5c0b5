import { existsSync, readFileSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const pictureBytesMax = 250_000;

describe.each(['README.md', 'README.zh-CN.md'])('%s', (name) => {
  const text = read(name);

  it('names every environment variable of the platform in its table', () => {
    const variables = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)];
    expect(variables.length).toBeGreaterThan(10);
    const inTable = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, variable]) => variable);
    expect(new Set(inTable)).toEqual(new Set(variables.map(([, variable]) => variable)));
  });

  it('names only scripts that there are', () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  });
});

it('docs/payments.md names every variable of payments', () => {
  const variables = [
    ...read('server/payments/environment.ts').matchAll(/^ {2}(KILN_[A-Z_\d]+):/gm),
  ];
  expect(variables.length).toBeGreaterThan(10);
  const inTable = [...read('docs/payments.md').matchAll(/^\| `([A-Z_\d]+)`/gm)];
  expect(new Set(inTable.map(([, name]) => name))).toEqual(
    new Set(variables.map(([, name]) => name)),
  );
});

it('each test that docs/asvs.md names is there', () => {
  const rows = [...read('docs/asvs.md').matchAll(/^\| \d.*\| `([\w/.-]+)` (.+?) *\|$/gm)];
  expect(rows.length).toBeGreaterThan(30);
  const missing = rows.filter(([, file = '', name = '']) => {
    const folder = file.startsWith('e2e/') ? 'tests' : 'tests/node';
    return !read(path.join(folder, file)).includes(name);
  });
  expect(missing.map(([, file, name]) => `${file} ${name}`)).toEqual([]);
});

describe('the documents', () => {
  it('link to files that exist', async () => {
    const missing: string[] = [];
    for await (const name of glob(['*.md', 'docs/**/*.md', '{src,server}/**/*.md'], {
      cwd: root,
    })) {
      const text = read(name).replaceAll(/```[\s\S]*?```/g, '');
      for (const [, link = ''] of text.matchAll(/(?:\]\(|src="|srcset="|href=")([^)"#:]+)[)"#]/g)) {
        // Pages of text name addresses of the app: tests/node/features/pages/texts.test.ts knows them.
        const isAddress = link.startsWith('/') && /^(?:CHANGELOG|src\/features\/pages)/.test(name);
        if (!isAddress && !existsSync(path.join(root, path.dirname(name), link)))
          missing.push(`${name}: ${link}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('have pictures that are quick to load', async () => {
    for await (const name of glob('{docs/images,public/screenshots}/*', { cwd: root })) {
      expect((await stat(path.join(root, name))).size, name).toBeLessThan(pictureBytesMax);
    }
  });
});
