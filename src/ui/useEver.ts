import { useState } from 'react';

/** True from the first time `flag` was true: what is loaded at its first opening stays for its closing. */
export function useEver(flag: boolean): boolean {
  const [ever, setEver] = useState(flag);
  if (flag && !ever) setEver(true);
  return ever;
}
