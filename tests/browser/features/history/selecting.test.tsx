import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { noFilter } from '../../../../src/domain/history-filter.ts';
import { HistoryPage } from '../../../../src/features/history/HistoryPage.tsx';
import { useWorkCommands } from '../../../../src/features/work/useWorkCommands.tsx';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { workId, workRow } from '../../../fixtures/works.ts';

function History() {
  const commands = useWorkCommands();
  return <HistoryPage commands={commands} filter={noFilter} words="" onLook={() => undefined} />;
}

const open = () => openScreen({ path: '/history', component: History });
const names = () =>
  page
    .getByRole('list', { name: 'Works' })
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('aria-label'));
const box = (number: number) =>
  page.getByRole('checkbox', { name: `Select: picture ${number}`, exact: true });
const link = (number: number) =>
  page.getByRole('link', { name: `Open: picture ${number}`, exact: true });
const many = (count: number) =>
  db.works.bulkPut(Array.from({ length: count }, (_, number) => workRow(number + 1)));
const focus = (element: Element) => (element as HTMLElement).focus();

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
});
afterEach(closeScreen);

test('a long touch selects, and drawing on over other tiles selects up to there', async () => {
  await many(20);
  open();
  await expect.poll(() => names()[0]).toBe('Open: picture 20');
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const target = link(20).element();
  const send = (type: string, at: { clientX: number; clientY: number }) => {
    const touch = new Touch({ identifier: 1, target, ...at });
    const touches = type === 'touchend' ? [] : [touch];
    const event = new TouchEvent(type, { touches, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const places = [20, 19, 18].map((number) => middle(link(number).element()));
  send('touchstart', places[0]!);
  await expect.element(box(20)).toBeChecked();
  // The page stays where it is.
  expect(send('touchmove', places[2]!)).toBe(true);
  await expect.element(page.getByText('3 selected')).toBeVisible();
  expect(send('touchmove', places[1]!)).toBe(true);
  await expect.element(page.getByText('2 selected')).toBeVisible();
  send('touchend', places[1]!);
  await expect.element(box(19)).toBeChecked();
});

test('a finger that moves on scrolls and selects nothing', async () => {
  await many(20);
  open();
  await expect.poll(() => names()[0]).toBe('Open: picture 20');
  const target = link(20).element();
  const send = (type: string, clientY: number) =>
    target.dispatchEvent(
      new TouchEvent(type, {
        touches: [new Touch({ identifier: 1, target, clientX: 50, clientY })],
        bubbles: true,
        cancelable: true,
      }),
    );
  send('touchstart', 300);
  expect(send('touchmove', 340)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await expect.element(link(20)).toBeVisible();
});

test('arrow keys go from tile to tile, space selects, shift selects on, and Escape leaves it', async () => {
  await many(40);
  open();
  await expect.poll(() => names()[0]).toBe('Open: picture 40');
  focus(await link(40).findElement());
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(link(39)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowLeft}');
  await expect.element(link(40)).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(box(40)).toHaveFocus();
  await expect.element(box(40)).toBeChecked();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(box(39)).toHaveFocus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(page.getByRole('status').getByText('3 selected')).toBeVisible();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(link(39)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(link(1)).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('40 selected')).toBeVisible();
});

test('two to eight selected pictures are compared, in the order in which they were selected', async () => {
  await many(9);
  const { url } = open();
  await expect.poll(() => names()[0]).toBe('Open: picture 9');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await box(3).click({ force: true });
  const more = page.getByRole('button', { name: 'More actions for what is selected' });
  const compare = page.getByRole('menuitem', { name: 'Compare pictures' });
  await more.click();
  await expect.element(compare).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await box(1).click({ force: true });
  await more.click();
  await compare.click();
  const ids = [3, 1].map((number) => `c_${workId(number)}`).join(',');
  await expect.poll(() => decodeURIComponent(url())).toBe(`/compare?works=${ids}`);
});

test('with a video among them, or more than eight, there is nothing to compare', async () => {
  await many(9);
  await db.works.put(workRow(10, { mediaType: 'video/mp4' }));
  open();
  await expect.poll(() => names()[0]).toBe('Open: picture 10');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await box(10).click({ force: true });
  await box(9).click({ force: true });
  const more = page.getByRole('button', { name: 'More actions for what is selected' });
  const compare = page.getByRole('menuitem', { name: 'Compare pictures' });
  await more.click();
  await expect.element(compare).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await box(10).click({ force: true });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await box(number).click({ force: true });
  await expect.element(page.getByText('9 selected')).toBeVisible();
  await more.click();
  await expect.element(compare).toBeDisabled();
});

test('who goes back from comparing finds selected what they compared, and elsewhere nothing is', async () => {
  await many(4);
  const { back, url } = open();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await box(2).click();
  await box(3).click();
  await page.getByRole('button', { name: 'More actions for what is selected' }).click();
  await page.getByRole('menuitem', { name: 'Compare pictures' }).click();
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  expect(url()).toContain('/compare');
  back();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await expect.element(box(2)).toBeChecked();
  await expect.element(box(3)).toBeChecked();
  await expect.element(box(4)).not.toBeChecked();
  open();
  await expect.element(link(2)).toBeVisible();
});
