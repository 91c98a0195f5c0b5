import { useRef } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useShownPart } from '../../../../src/features/pages/useShownPart.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

const address = location.href;
const html = '<h2 id="first" tabindex="-1">First</h2><h2 id="second" tabindex="-1">Second</h2>';

function Text() {
  const body = useRef<HTMLDivElement>(null);
  useShownPart(body, html);
  return (
    <div
      ref={body}
      style={{ paddingBlock: '200vh' }}
      // oxlint-disable-next-line react/no-danger -- written above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Opens the text with this part in the address, hidden as it is behind index.html's shell. */
function openBehindShell(hash: string): void {
  history.replaceState(null, '', hash);
  document.body.style.display = 'none';
  openScreen({ path: '/', component: Text });
}

beforeEach(() => scrollTo(0, 0));
afterEach(() => {
  closeScreen();
  document.body.style.display = '';
  history.replaceState(null, '', address);
});

test('the part that a link names is shown and focused once the page behind the shell is on the screen', async () => {
  openBehindShell('#second');
  const second = page.getByText('Second');
  await expect.element(second).toBeInTheDocument();
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  expect(document.activeElement).toBe(document.body);
  document.body.style.display = '';
  await expect.element(second).toHaveFocus();
  await expect.element(second).toBeInViewport();
});

test('a link that was cut short in the middle of a letter shows the page', async () => {
  openBehindShell('#%E4%B8');
  document.body.style.display = '';
  await expect.element(page.getByText('First')).toBeInTheDocument();
  expect(scrollY).toBe(0);
});
