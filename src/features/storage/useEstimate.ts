import { useEffect, useState } from 'react';
import { measureCaches, readEstimate, type Estimate } from './estimate.ts';

/**
 * What the browser counts; undefined until it has said so, null where it does not.
 * @param key another value has it asked again
 */
export function useEstimate(key: unknown): [Estimate | null | undefined, () => void] {
  const [estimate, setEstimate] = useState<Estimate | null | undefined>(undefined);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    async function read() {
      const next = await readEstimate();
      const cacheBytes = next && next.cacheBytes === null ? await measureCaches() : null;
      if (isCurrent) setEstimate(next && { ...next, cacheBytes: cacheBytes ?? next.cacheBytes });
    }
    void read();
    return () => {
      isCurrent = false;
    };
  }, [key, asked]);
  return [estimate, () => setAsked((times) => times + 1)];
}
