import type { OpenArchive, Plan } from './format.ts';
import { extensionOfName, isLitter, isMediaName } from './names.ts';

/**
 * Entries that are neither works nor belong to one. They are named, so that nobody thinks that they were taken.
 * @param belonging endings of what lies beside works in this format
 */
export function restOf(archive: OpenArchive, belonging: readonly string[]): Plan['refused'] {
  return archive.entries
    .filter(({ name }) => !isMediaName(name) && !isLitter(name))
    .filter(({ name }) => !belonging.includes(extensionOfName(name)))
    .map(({ name }) => ({
      name,
      reason: extensionOfName(name) === 'zip' ? 'nested-archive' : 'unknown-type',
    }));
}
