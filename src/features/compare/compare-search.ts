/** What a link to a comparison reopens: its axes across and down, by number, and the page of the rest. */
export interface CompareSearch {
  across?: number;
  down?: number;
  page?: number;
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Reads the search of the address; what means nothing is left out. */
export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const [across, down, page] = [search.across, search.down, search.page].map(wholeNumber);
  return {
    ...(across !== undefined && { across }),
    ...(down !== undefined && { down }),
    ...(page !== undefined && { page }),
  };
}
