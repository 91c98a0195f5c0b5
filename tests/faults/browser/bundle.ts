import path from 'node:path';

import { rolldown } from 'rolldown';

/** The verbs as one script without imports, for `addInitScript`. */
export async function bundleVerbs(): Promise<string> {
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, 'verbs.ts'),
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}
