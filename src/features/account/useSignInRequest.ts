import { useRef, useState } from 'react';

/**
 * Holds one question "please sign in" and everyone who waits for its answer.
 * `requestSignIn` resolves true once someone is signed in, false when the dialog was closed.
 */
export function useSignInRequest() {
  const [opened, setOpened] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);

  function requestSignIn(): Promise<boolean> {
    setOpened(true);
    return new Promise((resolve) => waiting.current.push(resolve));
  }

  function settle(signedIn: boolean) {
    setOpened(false);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  }

  return { opened, requestSignIn, settle };
}
