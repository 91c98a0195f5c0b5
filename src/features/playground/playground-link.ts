import { isUuid, parseWorkRouteId } from '../../domain/ids.ts';

/** What a link can put into the form; it is used once and then leaves the URL. */
export interface PlaygroundLink {
  /** A work whose original becomes the source picture. */
  source?: string;
  /** A work whose request is taken over. */
  from?: string;
  /** A request that is taken over. */
  intent?: string;
  prompt?: string;
}

/** Reads the link's keys out of a URL's search; what is not of the right form is as if it were absent. */
export function readPlaygroundLink(search: Record<string, unknown>): PlaygroundLink {
  // The router reads digits and quotes as JSON: a prompt of "42" arrives as a number.
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const link: PlaygroundLink = {};
  for (const key of ['source', 'from', 'intent'] as const) {
    const value = text(search[key]);
    const id = parseWorkRouteId(value) ?? value;
    if (isUuid(id)) link[key] = id;
  }
  const prompt = text(search['prompt']);
  if (prompt) link.prompt = prompt.slice(0, 20_000);
  return link;
}

/** The router adds the search keys of parent routes: only ours count. */
export function isEmptyLink({ source, from, intent, prompt }: PlaygroundLink): boolean {
  return (source ?? from ?? intent ?? prompt) === undefined;
}
