import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const words: Readonly<Record<string, MessageDescriptor>> = {
  'limited-to-8192px': msg`The result was kept to 8192 px a side.`,
  'first-frame-only': msg`Only the first frame was used.`,
};

/** What an engine noted about an output; null for notes that are words already. */
export function warningWords(warning: string): MessageDescriptor | null {
  return words[warning] ?? null;
}
