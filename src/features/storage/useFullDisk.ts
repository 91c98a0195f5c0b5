import { useEffect, useRef, useState } from 'react';
import { onFullDisk } from '../../db/database.ts';

/** Attempts go on by themselves and fail again; being told once in a while is enough. */
const quietForMs = 5 * 60_000;

/** Whether a write has just failed for want of room; `quiet` until the next one after a while. */
export function useFullDisk(): { isFull: boolean; quiet: () => void } {
  const [fullAtMs, setFullAtMs] = useState<number | null>(null);
  const quietUntilMs = useRef(0);
  useEffect(
    () =>
      onFullDisk(() => {
        if (Date.now() > quietUntilMs.current) setFullAtMs(Date.now());
      }),
    [],
  );
  return {
    isFull: fullAtMs !== null,
    quiet: () => {
      quietUntilMs.current = Date.now() + quietForMs;
      setFullAtMs(null);
    },
  };
}
