import { useLayoutEffect } from 'react';
import { holdShell } from './shell-state.ts';

/** Keeps index.html's shell on the screen for as long as the page has nothing better to show. */
export function useShellHold(isHeld: boolean): void {
  useLayoutEffect(() => (isHeld ? holdShell() : undefined), [isHeld]);
}
