import { callAged } from '../../../api/client.ts';
import { getModelSchema } from '../../../api/contract/models.ts';
import { getSession, isSessionUsable } from '../../../db/account/session.ts';
import { schemaKey } from '../../../db/caches.ts';
import { putCache } from '../../../db/keep-answers.ts';
import type { GenerateIntent } from '../../../domain/intent.ts';
import type { Language } from '../../../domain/languages.ts';

/**
 * Asks for a model's schema once more, whatever the device has of it.
 * @returns false where nobody answered; the form then stays as it is
 */
export async function reloadSchema(
  { model, place }: Pick<GenerateIntent['payload'], 'model' | 'place'>,
  language: Language,
): Promise<boolean> {
  const session = await getSession();
  try {
    const { data, fetchedAtMs, stale } = await callAged(getModelSchema, {
      place,
      session: isSessionUsable(session) ? session : null,
      body: { model, version: 2, lang: language },
    });
    await putCache(schemaKey(model, language), data, fetchedAtMs, stale);
    return !stale;
  } catch {
    return false;
  }
}
