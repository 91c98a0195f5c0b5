import { call } from '../../api/client.ts';
import { listPublications } from '../../api/contract/gallery.ts';
import { toPublication } from '../../api/gallery.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { adoptPublications } from '../../db/works/publications.ts';

/** Asks how the person's works stand in the gallery; what is known here holds until then. */
export async function refreshPublications(signal: AbortSignal): Promise<void> {
  const session = await getSession();
  if (!isSessionUsable(session) || !navigator.onLine) return;
  const { data } = await call(listPublications, { session, signal });
  await adoptPublications(session.userKey, data.map(toPublication));
}
