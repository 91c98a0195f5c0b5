import { isUuid, parseWorkRouteId } from '../../domain/ids.ts';
import { isShareTrouble, type ShareTrouble } from '../../domain/shares.ts';
import { recallParts, type RecallPart } from '../../domain/recall.ts';

/** What a link can put into the form; it is used once and then leaves the URL. */
export interface PlaygroundLink {
  /** Works, with commas between, whose originals become the source pictures. */
  source?: string;
  /** A file of this device that becomes the source picture. */
  picture?: string;
  /** Things that another app shared, with commas between, which become source pictures and prompt. */
  shares?: string;
  /** Why what another app shared did not arrive; stays in the URL until the person closes the note. */
  shared?: ShareTrouble;
  /** A work whose request is taken over. */
  from?: string;
  /** What of it; all of it but the seed where it is absent. */
  part?: RecallPart;
  /** A request that is taken over. */
  intent?: string;
  prompt?: string;
  /** Values by the names of their fields, as somebody shared them. Not yet known to be any. */
  settings?: Readonly<Record<string, unknown>>;
}

/** So many works or shared things go into one form at most. */
const sourcesMax = 16;

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
  const idOf = (written: string) => {
    const id = parseWorkRouteId(written) ?? written;
    return isUuid(id) ? id : undefined;
  };
  const idsOf = (key: keyof PlaygroundLink) => {
    const ids = text(key).split(',', sourcesMax).map(idOf);
    return ids.includes(undefined) ? undefined : ids.join(',');
  };
  const { settings, shared } = search;
  return {
    source: idsOf('source'),
    picture: idOf(text('picture')),
    shares: idsOf('shares'),
    shared: isShareTrouble(shared) ? shared : undefined,
    from: idOf(text('from')),
    part: recallParts.find((part) => part === search['part']),
    intent: idOf(text('intent')),
    prompt: text('prompt').slice(0, 20_000) || undefined,
    settings:
      typeof settings === 'object' && settings !== null && !Array.isArray(settings)
        ? (settings as Record<string, unknown>)
        : undefined,
  };
}

/** The router adds the search keys of parent routes: only ours count. */
export function isEmptyLink(link: PlaygroundLink): boolean {
  const { source, picture, shares, from, intent, prompt, settings } = link;
  return (source ?? picture ?? shares ?? from ?? intent ?? prompt ?? settings) === undefined;
}
