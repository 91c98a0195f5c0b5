import { useObservable } from 'dexie-react-hooks';
import { afterEach, expect, test } from 'vitest';
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { firstInTransition } from '../../../src/live/first-in-transition.ts';

/** What a page asks for; `tell` is its database. */
function question() {
  let tell: (value: string) => void = () => undefined;
  return {
    followed: {
      subscribe(next: (value: string) => void) {
        tell = next;
        return { unsubscribe: () => undefined };
      },
    },
    tell: (value: string) => tell(value),
  };
}

/** Takes several milliseconds. */
function workedOut(answer: string): string {
  let sum = 0;
  for (let step = 0; step < 4_000_000; step += 1) sum = (sum * 31 + step) % 1_000_003;
  return sum < 0 ? '' : answer;
}

/** Slow to draw, as a part of a page is on a phone. */
function Part({ answer }: { answer: string }) {
  return <li>{workedOut(answer)}</li>;
}

function Presses() {
  const [presses, setPresses] = useState(0);
  return (
    <button type="button" onClick={() => setPresses((before) => before + 1)}>
      {presses}
    </button>
  );
}

function Answers({ followed }: { followed: ReturnType<typeof question>['followed'] }) {
  const answer = useObservable(() => firstInTransition(followed), [followed]);
  if (answer === undefined) return null;
  return (
    <ul>
      {Array.from({ length: 30 }, (_, number) => (
        <Part key={number} answer={answer} />
      ))}
    </ul>
  );
}

let root: Root | null = null;

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

const shown = () => document.querySelector('li')?.textContent ?? null;
const presses = () => document.querySelector('button')?.textContent;

/** React draws in messages to itself: of what is sent the same way, one comes between two of its slices. */
function nextSlice(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const hear = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', hear, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

test('while a first answer is drawn the page takes a press; a later one is shown at once', async () => {
  const { followed, tell } = question();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <>
      <Presses />
      <Answers followed={followed} />
    </>,
  );
  await expect.poll(presses).toBe('0');

  tell('first');
  await nextSlice();
  await nextSlice();
  document.querySelector('button')?.click();
  await nextSlice();
  expect([presses(), shown()]).toEqual(['1', null]);
  await expect.poll(shown).toBe('first');

  tell('second');
  await nextSlice();
  await nextSlice();
  expect(shown()).toBe('second');
});
