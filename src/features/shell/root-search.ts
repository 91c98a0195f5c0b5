import type { MantineColorScheme } from '@mantine/core';

/** Query keys read on every navigation (specification 1, section 2). */
export interface RootSearch {
  mode?: MantineColorScheme;
  search?: string;
}

/** Other values of `mode` are ignored; the router has already turned `?search=1984` into a number. */
export function readRootSearch(raw: Record<string, unknown>): RootSearch {
  const found: RootSearch = {};
  if (raw['mode'] === 'auto' || raw['mode'] === 'dark' || raw['mode'] === 'light')
    found.mode = raw['mode'];
  if (typeof raw['search'] === 'string' || typeof raw['search'] === 'number')
    found.search = String(raw['search']);
  return found;
}
