import { useEffect, useState } from 'react';
import { keepsFiles } from '../../db/media/keeps-files.ts';

/** Not while the page is being drawn. */
const restMs = 3_000;

/**
 * @param originals full-size results on this device: where there is one, nothing has to be tried
 * @returns false where the browser refuses every file; true until that is known
 */
export function useKeepsFiles(originals: number): boolean {
  const [keeps, setKeeps] = useState(true);
  useEffect(() => {
    if (originals > 0) return;
    const timer = setTimeout(() => void keepsFiles().then(setKeeps), restMs);
    return () => clearTimeout(timer);
  }, [originals]);
  return keeps;
}
