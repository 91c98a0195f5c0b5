const defaultHordeUrl = 'https://aihorde.net/api';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What a host says of whom this device may ask for pictures. */
export interface HostConfiguration {
  /** Where pictures are made without a platform; null with one. */
  community: { hordeUrl: string } | null;
  /** The Horde whose models this device lists, alone or beside the platform's; null when it lists none. */
  hordeUrl: string | null;
}

/** The address without a slash at its end; undefined when it can't be used. */
function readHordeUrl(horde: unknown): string | undefined {
  const given = isRecord(horde) ? (horde['url'] ?? defaultHordeUrl) : undefined;
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return url.href.replace(/\/+$/, '');
}

/**
 * Reads the host's `kiln.json`: `{ "platform": true }`, with `"horde": {}` beside it for both, or
 * `{ "platform": false }` for the Horde alone.
 * @returns undefined when it says nothing that can be used
 */
export function readHostConfiguration(value: unknown): HostConfiguration | undefined {
  if (!isRecord(value) || typeof value['platform'] !== 'boolean') return undefined;
  const hasPlatform = value['platform'];
  if (hasPlatform && (value['horde'] ?? null) === null) return { community: null, hordeUrl: null };
  const hordeUrl = readHordeUrl(value['horde'] ?? {});
  if (hordeUrl === undefined) return undefined;
  return { community: hasPlatform ? null : { hordeUrl }, hordeUrl };
}
