import { call, callAged } from '../api/client.ts';
import { drawConfig, getCreditBalance } from '../api/contract/account.ts';
import { listModelSchemas, listModels } from '../api/contract/models.ts';
import { getBalance, getCache, putCache, putModelSchemas, schemaKey } from '../db/caches.ts';
import type { Session } from '../db/schema.ts';
import { claimDay } from '../domain/credits.ts';
import { remoteCacheTtlMs } from '../domain/limits.ts';
import { languages } from '../domain/model.ts';
import { credentialsOf } from './types.ts';

/** What the daily claim gives changes with the day, the claim and the person's plan: rarely. */
const claimInfoMaxAgeMs = 10 * 60_000;

/** When the claim's facts were last asked for, by whom; a lost memory costs one call. */
export interface ClaimInfoMemory {
  userToken: string;
  day: string;
  atMs: number;
}

/**
 * Asks for the balance and writes it into `caches`.
 * @param memory what the last call returned
 */
export async function refreshBalance(
  session: Session,
  memory: ClaimInfoMemory | null,
  signal: AbortSignal,
): Promise<ClaimInfoMemory> {
  const asked = { session: credentialsOf(session), signal };
  const { data } = await call(getCreditBalance, asked);
  const nowMs = Date.now();
  const day = claimDay(nowMs);
  const known = await getBalance();
  const isFresh =
    memory?.userToken === session.userToken &&
    memory.day === day &&
    nowMs - memory.atMs < claimInfoMaxAgeMs;
  if (known && isFresh) {
    await putCache('balance', { ...known.value, ...data }, nowMs);
    return memory;
  }
  const config = (await call(drawConfig, asked)).data;
  await putCache(
    'balance',
    {
      ...data,
      dailyAmount: session.isVip ? config.vip_users : config.general_users,
      claimedToday: config.draw_today,
    },
    nowMs,
  );
  return { userToken: session.userToken, day, atMs: nowMs };
}

/**
 * Asks for the model list and fetches the schemas of all models in both languages, so that every form opens
 * without a network. Schemas are asked for again when the list changed or they are old.
 */
export async function refreshModels(signal: AbortSignal): Promise<void> {
  const { data: models, fetchedAtMs, stale } = await callAged(listModels, { signal });
  const known = await getCache('models');
  const isChanged = JSON.stringify(known?.value) !== JSON.stringify(models);
  await putCache('models', models, fetchedAtMs, stale);
  for (const language of languages) {
    const keys = models.map(({ model }) => schemaKey(model, language));
    const schemas = await Promise.all(keys.map((key) => getCache(key)));
    const isOld = schemas.some(
      (schema) => !schema || Date.now() - schema.fetchedAtMs > 12 * remoteCacheTtlMs,
    );
    if (!isChanged && !isOld) continue;
    const fresh = await callAged(listModelSchemas, { query: { lang: language }, signal });
    await putModelSchemas(fresh.data, language, fresh.fetchedAtMs, fresh.stale);
  }
}
