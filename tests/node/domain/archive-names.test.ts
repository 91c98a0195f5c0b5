import { expect, test } from 'vitest';
import { archiveFileName, archivedName } from '../../../src/domain/archive/names.ts';

const createdAtMs = Date.UTC(2026, 10, 24, 9, 8, 7);
const id = '0190aaaa-0000-7000-8000-0000deadbeef';
const nameOf = (prompt: string) => archivedName({ id, prompt, createdAtMs });

test('a work lies in its month, under its time, its words and the end of its id', () => {
  expect(nameOf('A harbour at dusk')).toBe(
    'works/2026-11/20261124-090807 A harbour at dusk deadbeef',
  );
  expect(nameOf('雪山里的木屋')).toBe('works/2026-11/20261124-090807 雪山里的木屋 deadbeef');
});

test('nothing that a file system refuses or that leads elsewhere comes into a name', () => {
  expect(nameOf('../../etc/passwd\u0000 "x" <y>|z?*\u202egpj.exe')).toBe(
    'works/2026-11/20261124-090807 etc passwd x y z gpj exe deadbeef',
  );
  expect(nameOf(' \n ')).toBe('works/2026-11/20261124-090807 kiln deadbeef');
  expect(nameOf('half \ud83d')).toBe('works/2026-11/20261124-090807 half deadbeef');
});

test('a name has at most 128 characters and 200 bytes, and no half of one', () => {
  const [long, chinese] = ['word '.repeat(60), '🦊窑'.repeat(90)].map((prompt) =>
    nameOf(prompt).slice('works/2026-11/'.length),
  );
  expect([...(long ?? '')].length).toBeLessThanOrEqual(128);
  expect(long).toMatch(/^20261124-090807 word .* deadbeef$/);
  expect(new TextEncoder().encode(chinese).length).toBeLessThanOrEqual(200);
  expect(chinese?.isWellFormed()).toBe(true);
});

test('two works of the same words and second have two names', () => {
  const other = archivedName({ id: `${id.slice(0, -8)}0badcafe`, prompt: 'a', createdAtMs });
  expect(other).not.toBe(nameOf('a'));
});

test('an archive is called by its time', () => {
  expect(archiveFileName(createdAtMs)).toBe('kiln-2026-11-24-0908.zip');
});
