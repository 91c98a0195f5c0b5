import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same over all drawings of a component, and does what the newest of them says. It is set
 * together with what is drawn: an effect comes some time later on a busy device, and a press in between would be
 * carried out as if nothing had changed since.
 */
export function useLatestCallback<Arguments extends unknown[], Result>(
  callback: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
