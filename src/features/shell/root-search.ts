import type { MantineColorScheme } from '@mantine/core';

/** Query keys read on every navigation (specification 1 and 2, section 2). */
export interface RootSearch {
  mode?: MantineColorScheme;
  search?: string;
  user_source?: string;
  TG?: string;
  pointId?: string;
  check_recharge?: string;
}

const schemes: readonly unknown[] = ['auto', 'dark', 'light'] satisfies MantineColorScheme[];

/**
 * Other values of `mode` are ignored. All keys are always named: the router lays the answer over what the
 * URL says, and what is left out would come through as it was.
 */
export function readRootSearch(raw: Record<string, unknown>): RootSearch {
  const { mode, search } = raw;
  // The router has already turned `?search=1984` into a number.
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  return {
    mode: schemes.includes(mode) ? (mode as MantineColorScheme) : undefined,
    search: text(search),
    user_source: text(raw['user_source']),
    TG: text(raw['TG']),
    pointId: text(raw['pointId']),
    check_recharge: text(raw['check_recharge']),
  };
}
