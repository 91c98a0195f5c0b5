import { useEffect } from 'react';

/** Signs in with what a link of the account provider carried, once; src/first-paint.ts took it out of the address. */
export function useDoorKeys(): void {
  useEffect(() => {
    const keys = window.kilnDoorKeys;
    delete window.kilnDoorKeys;
    // Hardly anybody comes by one: the rest is loaded for who does.
    if (keys) void import('./enter-by-link.ts').then(({ enterByLink }) => enterByLink(keys));
  }, []);
}
