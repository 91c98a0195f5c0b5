import { call } from '../../api/client.ts';
import { listLinks } from '../../api/contract/links.ts';
import { toWorkLink } from '../../api/links.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { adoptLinks } from '../../db/works/links.ts';

/** Asks for the links that other devices have given or taken back; what is known here holds until then. */
export async function refreshLinks(signal: AbortSignal): Promise<void> {
  const session = await getSession();
  if (!isSessionUsable(session) || !navigator.onLine) return;
  const { data } = await call(listLinks, { session, signal });
  await adoptLinks(session.userKey, data.map(toWorkLink));
}
