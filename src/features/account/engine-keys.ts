import { listEngineKeys, removeEngineKey, setEngineKey } from '../../api/contract/engine-keys.ts';
import { call } from '../../api/client.ts';
import { asMyself } from '../../db/account/as-myself.ts';

export interface EngineKeyState {
  engine: string;
  isSet: boolean;
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
