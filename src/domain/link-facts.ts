/**
 * What a link to any page may bring along, and for how long it is kept (spec 2, sections 2 and 9). The specification
 * gives no unit for `pointId`: minutes, as it presumes.
 */
export const linkFactLifetimesMs = {
  TG: 24 * 3_600_000,
  /** The whole address that a `TG` stood in. */
  TGURL: 24 * 3_600_000,
  pointId: 60 * 60_000,
  check_recharge: 24 * 3_600_000,
} as const;
export type LinkFactName = keyof typeof linkFactLifetimesMs;
export const linkFactMaxCharacters = 200;
export const linkAddressMaxCharacters = 2_000;

export interface LinkFact {
  value: string;
  atMs: number;
}
export type LinkFacts = Partial<Record<LinkFactName, LinkFact>>;

/** The facts as they are after a link was opened. @param address of the page, whole */
export function withLinkFacts(
  known: LinkFacts,
  brought: Partial<Record<Exclude<LinkFactName, 'TGURL'>, string>>,
  address: string,
  nowMs: number,
): LinkFacts {
  const next: LinkFacts = { ...known };
  for (const name of ['TG', 'pointId', 'check_recharge'] as const) {
    const value = brought[name];
    if (value !== undefined)
      next[name] = { value: value.slice(0, linkFactMaxCharacters), atMs: nowMs };
  }
  const whole = address.slice(0, linkAddressMaxCharacters);
  if (brought.TG !== undefined && known.TGURL?.value !== whole) {
    next.TGURL = { value: whole, atMs: nowMs };
  }
  return next;
}

/** A fact, as long as it holds; a clock that was set back would keep it for ever. */
export function linkFact(facts: LinkFacts, name: LinkFactName, nowMs: number): string | null {
  const fact = facts[name];
  if (!fact) return null;
  const ageMs = nowMs - fact.atMs;
  return ageMs >= 0 && ageMs < linkFactLifetimesMs[name] ? fact.value : null;
}

/** What people write stands behind these: it is nobody's to count. */
const writtenKeys = ['prompt', 'settings', 'search', 'q'];
export const visitMaxCharacters = 1_000;
/** Of the call; whoever tells needs no schema for it. */
export const visitPath = '/api/v2/visit';

/** The path of a page as a visit of it is told, without what somebody wrote. */
export function toldPath(pathname: string, search: string): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !writtenKeys.includes(part.split('=')[0] ?? ''));
  return `${pathname}${kept.length > 0 ? `?${kept.join('&')}` : ''}`.slice(0, visitMaxCharacters);
}
