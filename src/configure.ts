import { enterCommunity, isConfigured, leaveCommunity } from './db/community.ts';
import type { CommunitySettings } from './db/schema.ts';

/** How long a start without any knowledge waits for the file. */
const patienceMs = 5_000;
const defaultHordeUrl = 'https://aihorde.net/api';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Reads the host's `kiln.json`.
 * @returns undefined when it says nothing that can be used
 */
export function readConfiguration(
  value: unknown,
): { community: CommunitySettings | null } | undefined {
  if (!isRecord(value)) return undefined;
  if (value['platform'] === true) return { community: null };
  if (value['platform'] !== false) return undefined;
  const horde = value['horde'] ?? {};
  const given = isRecord(horde) ? (horde['url'] ?? defaultHordeUrl) : undefined;
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return { community: { hordeUrl: url.href.replace(/\/+$/, '') } };
}

async function ask(): Promise<void> {
  // Nobody is there to be asked, and the browser would complain of the attempt.
  if (!navigator.onLine) return;
  const response = await fetch('/kiln.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  });
  const found = response.ok ? readConfiguration(await response.json()) : undefined;
  if (!found) return;
  if (found.community) await enterCommunity(found.community);
  else await leaveCommunity();
}

/**
 * Learns from the host whether there is a platform. What was learnt last holds meanwhile, and for as long as
 * nobody can be asked; without any knowledge there is one.
 */
export async function configure(): Promise<void> {
  const asked = ask().catch(() => undefined);
  if (!(await isConfigured())) await asked;
}
