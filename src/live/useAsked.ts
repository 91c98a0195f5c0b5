import { useEffect, useEffectEvent, useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../domain/errors.ts';

export type Asked<Value> =
  | { state: 'asking' }
  | { state: 'known'; value: Value }
  | { state: 'failed'; code: ErrorCode };

/**
 * Asks again whenever the key changes; what was known stays until the next answer.
 * @param key of what is asked
 */
export function useAsked<Value>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Value>,
): Asked<Value> {
  const [asked, setAsked] = useState<Asked<Value>>({ state: 'asking' });
  const begin = useEffectEvent(ask);
  useEffect(() => {
    const leaving = new AbortController();
    begin(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setAsked({ state: 'known', value });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setAsked({ state: 'failed', code: errorCodeOf(error) });
      },
    );
    return () => leaving.abort();
  }, [key]);
  return asked;
}
