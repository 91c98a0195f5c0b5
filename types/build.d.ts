/** Package version, and the commit where one is known: `0.1.0+3c72f79`. Set by vite.config.ts. */
declare const __KILN_VERSION__: string;

/** Lingui's Vite plugin compiles catalogs on import. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
