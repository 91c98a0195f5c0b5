import { expect, test } from 'vitest';

import { hookProblems } from '../../../scripts/check-hooks.mjs';

const hook = (name: string) => `export function ${name}() {}\n`;

test('a hook lives in the file of its name, and related hooks may share a file that says so', () => {
  const fine = new Map([
    ['src/ui/useOnline.ts', hook('useOnline')],
    ['src/live/useQueueCounts.ts', hook('useWaitingCount') + hook('useInTransitCount')],
    ['src/ui/Shelf.tsx', 'export function Shelf() {}\nfunction useWidth() {}\n'],
  ]);
  expect(hookProblems(fine)).toEqual([]);
});

test('a hook in a file of another name is named, with the file it belongs into', () => {
  expect(hookProblems(new Map([['src/ui/online.ts', hook('useOnline')]]))).toEqual([
    'src/ui/online.ts exports the hook useOnline: move the hook to useOnline.ts.',
  ]);
  const several = new Map([['src/ui/watch.ts', hook('useDisk') + hook('useWatch')]]);
  expect(hookProblems(several)).toHaveLength(1);
});

test('a hook that stands twice is named with both places', () => {
  const twice = new Map([
    ['src/live/useSession.ts', hook('useSession')],
    ['src/features/home/useSession.ts', hook('useSession')],
  ]);
  expect(hookProblems(twice)).toEqual([
    'useSession stands in src/live/useSession.ts and in src/features/home/useSession.ts: keep one.',
  ]);
});
