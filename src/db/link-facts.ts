import {
  linkFact,
  withLinkFacts,
  type LinkFactName,
  type LinkFacts,
} from '../domain/link-facts.ts';
import { db, guardStorage } from './database.ts';
import { getSetting, setSetting } from './settings.ts';

/** Keeps what a link brought along. @param address of the page that it led to, whole */
export async function keepLinkFacts(
  brought: Parameters<typeof withLinkFacts>[1],
  address: string,
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const known: LinkFacts = await getSetting('linkFacts');
      await setSetting('linkFacts', withLinkFacts(known, brought, address, Date.now()));
    }),
  );
}

/** What a link brought along, as long as it holds; null otherwise. */
export async function getLinkFact(name: LinkFactName): Promise<string | null> {
  return linkFact(await getSetting('linkFacts'), name, Date.now());
}

/** Forgets what a link brought along: it was used, or is not wanted. */
export async function forgetLinkFact(name: LinkFactName): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const { [name]: _forgotten, ...others } = await getSetting('linkFacts');
      await setSetting('linkFacts', others);
    }),
  );
}
