/** What only happens between a device and the AI Horde; travels as the detail of an error, and has words of its own. */
export const communityFailures = [
  'answer-lost',
  'store-unreadable',
  'store-closed',
  'withheld',
  'no-worker',
  'workers-failed',
  'gone',
  'kudos',
  'key',
] as const;
export type CommunityFailure = (typeof communityFailures)[number];

const mark = 'community:';

/** @param kudos what the Horde wants in advance, where it says so */
export function communityDetail(failure: CommunityFailure, kudos: number | null = null): string {
  return mark + failure + (kudos === null ? '' : `:${Math.ceil(kudos)}`);
}

/** Null for what is no such detail. */
export function readCommunityDetail(
  detail: string | null,
): { failure: CommunityFailure; kudos: number | null } | null {
  if (!detail?.startsWith(mark)) return null;
  const [name, kudos] = detail.slice(mark.length).split(':');
  const failure = communityFailures.find((candidate) => candidate === name);
  return failure ? { failure, kudos: kudos === undefined ? null : Number(kudos) } : null;
}
