import { useEffect, useLayoutEffect, useEffectEvent, useState } from 'react';
import { homeField, untilNothingIsComposed } from './shell-state.ts';
import { useShellHold } from './useShellHold.ts';

/**
 * Home as index.html has it stands in front of the app's until that has something to show. What is typed there goes over
 * to the app's own field as it is typed.
 * @param isReady the page has what it shows first
 */
export function useHomeShell(isReady: boolean, onText: (text: string) => void): void {
  // A word that an input method has begun would be lost with the field it is begun in.
  const [isComposed, setComposed] = useState(() => !window.kilnShell?.composing);
  useEffect(() => {
    let isLeft = false;
    void untilNothingIsComposed().then(() => {
      if (!isLeft) setComposed(true);
    });
    return () => {
      isLeft = true;
    };
  }, []);
  useShellHold(!isReady || !isComposed);
  const tell = useEffectEvent(onText);
  useLayoutEffect(() => {
    const field = homeField();
    if (!field) return undefined;
    const read = () => tell(field.value);
    if (field.value !== '') read();
    field.addEventListener('input', read);
    return () => field.removeEventListener('input', read);
  }, []);
}
