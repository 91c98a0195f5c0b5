import { call } from '../../api/client.ts';
import { becomeAdmin } from '../../api/contract/admin.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { refreshMyself } from './myself.ts';

/** Makes whoever is signed in the one who runs this. @throws KilnError `not-found` for a link that was used */
export async function runThis(token: string): Promise<void> {
  await asMyself((session) => call(becomeAdmin, { session, body: { token } }));
  await refreshMyself();
}
