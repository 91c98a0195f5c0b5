import { promptMaxCharacters } from './limits.ts';

/** Where other apps send what is shared with Kiln; the manifest names it and the service worker answers it. */
export const sharePath = '/share';

/** Names of the parts of what is shared, in the manifest and in the form that comes. */
export const shareFields = { title: 'title', text: 'text', url: 'url', files: 'pictures' } as const;

/** Why something that was shared is not kept. */
export type ShareRefusal = 'no-picture' | 'too-large' | 'too-many' | 'no-room' | 'link-only';

/** What became of a share as a whole: kept, or why nothing of it could be. */
export type ShareOutcome = 'kept' | 'no-room' | 'storage-full' | 'failed';
export type ShareTrouble = Exclude<ShareOutcome, 'kept'>;

const troubles: readonly unknown[] = ['no-room', 'storage-full', 'failed'] satisfies ShareTrouble[];

export function isShareTrouble(value: unknown): value is ShareTrouble {
  return troubles.includes(value);
}

/** Where a share leads. What was kept waits on the device and needs no word in the address. */
export function shareLanding(outcome: ShareOutcome): string {
  return outcome === 'kept' ? '/generate' : `/generate?shared=${outcome}`;
}

const isLink = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

/** The words of a share: what was written, else its title. A link alone says nothing that can be painted. */
export function sharedWords(
  title: string,
  text: string,
  url: string,
): { words: string } | { link: string } | null {
  const written = [text, title].map((part) => part.trim()).filter((part) => part !== '');
  const words = written.find((part) => !isLink(part));
  if (words !== undefined) return { words: words.slice(0, promptMaxCharacters) };
  const link = written[0] ?? url.trim();
  return link === '' ? null : { link };
}
