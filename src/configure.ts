import { readHostConfiguration } from './api/contract/host-configuration.ts';
import { enterCommunity, isConfigured, leaveCommunity } from './db/account/community.ts';
import { keepHostRules } from './db/settings.ts';

/** How long a start without any knowledge waits for the file. */
const patienceMs = 5_000;

async function ask(): Promise<void> {
  // Nobody is there to be asked, and the browser would complain of the attempt.
  if (!navigator.onLine) return;
  const response = await fetch('/kiln.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  });
  const found = response.ok ? readHostConfiguration(await response.json()) : undefined;
  if (!found) return;
  const { community, hordeUrl, ...rules } = found;
  await keepHostRules(rules);
  if (community) await enterCommunity(community);
  else await leaveCommunity(hordeUrl);
}

async function learn(): Promise<void> {
  const asked = ask().catch(() => undefined);
  if (!(await isConfigured())) await asked;
}

let learnt: Promise<void> | null = null;

/**
 * Learns from the host whether there is a platform, once for each page. What was learnt last holds meanwhile, and for
 * as long as nobody can be asked; without any knowledge there is one.
 */
export function configure(): Promise<void> {
  return (learnt ??= learn());
}
