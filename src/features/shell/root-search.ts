import type { MantineColorScheme } from '@mantine/core';

/** Query keys read on every navigation (specification 1, section 2). */
export interface RootSearch {
  mode?: MantineColorScheme;
  search?: string;
}

const schemes: readonly unknown[] = ['auto', 'dark', 'light'] satisfies MantineColorScheme[];

/**
 * Other values of `mode` are ignored. Both keys are always named: the router lays the answer over what the
 * URL says, and what is left out would come through as it was.
 */
export function readRootSearch(raw: Record<string, unknown>): RootSearch {
  const { mode, search } = raw;
  return {
    mode: schemes.includes(mode) ? (mode as MantineColorScheme) : undefined,
    // The router has already turned `?search=1984` into a number.
    search: typeof search === 'string' || typeof search === 'number' ? String(search) : undefined,
  };
}
