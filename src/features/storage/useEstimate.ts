import { useEffect, useState } from 'react';
import { measureCaches, readEstimate, type Estimate } from './estimate.ts';
import { measureModelFiles } from './model-bytes.ts';

/** With what is measured for the page that shows it alone. */
export interface MeasuredEstimate extends Estimate {
  /** Models that make pictures on this device, with what is half fetched of them. */
  modelBytes: number;
}

/**
 * What the browser counts; undefined until it has said so, null where it does not.
 * @param key another value has it asked again
 */
export function useEstimate(key: unknown): [MeasuredEstimate | null | undefined, () => void] {
  const [estimate, setEstimate] = useState<MeasuredEstimate | null | undefined>(undefined);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    async function read() {
      const next = await readEstimate();
      const cacheBytes = next && next.cacheBytes === null ? await measureCaches() : null;
      const modelBytes = await measureModelFiles();
      if (!isCurrent) return;
      setEstimate(next && { ...next, modelBytes, cacheBytes: cacheBytes ?? next.cacheBytes });
    }
    void read();
    return () => {
      isCurrent = false;
    };
  }, [key, asked]);
  return [estimate, () => setAsked((times) => times + 1)];
}
