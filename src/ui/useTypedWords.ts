import { useEffect, useEffectEvent, useState } from 'react';

/** After the last letter. */
const addressPauseMs = 400;

/**
 * Words that are searched for at once and stand in the address a moment after the last letter: browsers take only so
 * many addresses in a minute.
 * @param words as the address says
 */
export function useTypedWords(
  words: string,
  onSettled: (words: string) => void,
): [string, (words: string) => void] {
  const [typed, setTyped] = useState(words);
  /** What the address is known to say: anything else comes from a link or from going back. */
  const [said, setSaid] = useState(words);
  if (words !== said) {
    setSaid(words);
    if (words.trim() !== typed.trim()) setTyped(words);
  }
  const settle = useEffectEvent(() => {
    if (typed.trim() === said.trim()) return;
    onSettled(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(), addressPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
