import { listEngineKeys, removeEngineKey, setEngineKey } from '../../api/contract/engine-keys.ts';
import { call } from '../../api/client.ts';
import { expireSession, getSession } from '../../db/account/session.ts';
import type { Session } from '../../db/schema.ts';
import { KilnError } from '../../domain/errors.ts';

export interface EngineKeyState {
  engine: string;
  isSet: boolean;
}

async function asMyself<Value>(work: (session: Session) => Promise<Value>): Promise<Value> {
  const session = await getSession();
  if (!session) throw new KilnError('login-required', { retryable: false });
  try {
    return await work(session);
  } catch (error) {
    if (error instanceof KilnError && error.code === 'login-required')
      await expireSession(session.userToken);
    throw error;
  }
}

/**
 * Engines of the platform that take a key of one's own, and whether one is kept there. The key itself is
 * never told.
 * @throws KilnError
 */
export function fetchEngineKeys(signal: AbortSignal): Promise<EngineKeyState[]> {
  return asMyself(async (session) => {
    const { data } = await call(listEngineKeys, { session, signal });
    return data.map(({ engine, is_set: isSet }) => ({ engine, isSet }));
  });
}

/** @throws KilnError `invalid-input` when it does not look like a key */
export async function saveEngineKey(engine: string, key: string): Promise<void> {
  await asMyself((session) => call(setEngineKey, { session, body: { engine, key } }));
}

/** @throws KilnError */
export async function forgetEngineKey(engine: string): Promise<void> {
  await asMyself((session) => call(removeEngineKey, { session, params: { engine } }));
}
