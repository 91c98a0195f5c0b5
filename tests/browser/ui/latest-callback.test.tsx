import { useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { useLatestCallback } from '../../../src/ui/useLatestCallback.ts';

let root: Root | null = null;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

const pressed: string[] = [];

/** A form that is ready after a moment, by itself: nobody pressed anything for it. */
function Form() {
  const [state, setState] = useState('waits');
  useEffect(() => {
    const timer = setTimeout(setState, 0, 'ready');
    return () => clearTimeout(timer);
  }, []);
  return (
    <button type="button" onClick={useLatestCallback(() => pressed.push(state))}>
      {state}
    </button>
  );
}

test('a press on what has only just been drawn is carried out as it is drawn', async () => {
  // Told of the change right behind it, before the browser does anything else.
  new MutationObserver(() => {
    const button = document.querySelector('button');
    if (button?.textContent === 'ready') button.click();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Form />);
  await expect.poll(() => pressed).toEqual(['ready']);
});
