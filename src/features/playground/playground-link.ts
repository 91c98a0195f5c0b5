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

/**
 * Reads the link's keys out of a URL's search; what is not of the right form is as if it were absent. Every
 * key is named: the router lays the answer over what the URL says, and what is left out would come through.
 */
export function readPlaygroundLink(search: Record<string, unknown>): PlaygroundLink {
  // The router reads digits and quotes as JSON: a prompt of "42" arrives as a number.
  const text = (key: keyof PlaygroundLink) => {
    const value = search[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const uuid = (key: keyof PlaygroundLink) => {
    const id = parseWorkRouteId(text(key)) ?? text(key);
    return isUuid(id) ? id : undefined;
  };
  return {
    source: uuid('source'),
    from: uuid('from'),
    intent: uuid('intent'),
    prompt: text('prompt').slice(0, 20_000) || undefined,
  };
}

/** The router adds the search keys of parent routes: only ours count. */
export function isEmptyLink({ source, from, intent, prompt }: PlaygroundLink): boolean {
  return (source ?? from ?? intent ?? prompt) === undefined;
}
