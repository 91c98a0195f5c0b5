import { afterEach, expect, test } from 'vitest';
import { opensOwnFiles } from '../../../src/media/write-file.ts';

// Only workers have the method; what a page is given here answers as a worker's does.
const files = FileSystemFileHandle.prototype as unknown as Record<string, unknown>;
afterEach(() => {
  delete files.createSyncAccessHandle;
});

async function trials(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of root.keys()) if (name.startsWith('trial-')) names.push(name);
  return names;
}

test('a browser that opens none of its own files for writing counts as one without them', async () => {
  files.createSyncAccessHandle = () =>
    Promise.reject(new DOMException('Backend does not support this', 'NotSupportedError'));
  expect(await opensOwnFiles()).toBe(false);
  delete files.createSyncAccessHandle;
  expect(await opensOwnFiles()).toBe(false);
});

test('trying whether files open leaves nothing behind', async () => {
  files.createSyncAccessHandle = () => Promise.resolve({ close: () => undefined });
  expect(await opensOwnFiles()).toBe(true);
  expect(await trials()).toEqual([]);
});
