import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ActionMenu } from '../../../src/ui/ActionMenu.tsx';
import { AspectPicture } from '../../../src/ui/AspectPicture.tsx';
import { Dialog } from '../../../src/ui/Dialog.tsx';
import { KilnCharacter } from '../../../src/ui/KilnCharacter.tsx';
import { KilnProvider } from '../../../src/ui/KilnProvider.tsx';
import { NumberSlider } from '../../../src/ui/NumberSlider.tsx';
import { ProgressGlow } from '../../../src/ui/ProgressGlow.tsx';
import { Segmented } from '../../../src/ui/Segmented.tsx';
import { showToast } from '../../../src/ui/toast.ts';
import { ToastRegion } from '../../../src/ui/ToastRegion.tsx';
import { useObjectUrl } from '../../../src/ui/useObjectUrl.ts';

let root: Root | null = null;
let host: HTMLElement | null = null;

function show(content: ReactNode) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <I18nProvider i18n={i18n}>
      <KilnProvider>{content}</KilnProvider>
    </I18nProvider>,
  );
}

afterEach(() => {
  root?.unmount();
  host?.remove();
});

function Steps() {
  const [value, setValue] = useState(30);
  return <NumberSlider label="Steps" value={value} onChange={setValue} min={1} max={50} />;
}

test('a number slider leaves half-typed text alone and settles it on leaving', async () => {
  show(<Steps />);
  const number = page.getByRole('textbox', { name: 'Steps' });
  await number.fill('4000');
  await expect.element(number).toHaveValue('4000');
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveValue('50');
  await expect.element(page.getByRole('slider', { name: 'Steps' })).toHaveValue('50');
});

test('a number slider falls back to its least when emptied', async () => {
  show(<Steps />);
  const number = page.getByRole('textbox', { name: 'Steps' });
  await number.fill('');
  await userEvent.tab();
  await expect.element(number).toHaveValue('1');
});

test('segments are radio buttons: arrows move the choice', async () => {
  function Scheme() {
    const [value, setValue] = useState<'dark' | 'light'>('dark');
    return (
      <Segmented
        label="Colours"
        value={value}
        onChange={setValue}
        options={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
      />
    );
  }
  show(<Scheme />);
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await userEvent.tab();
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'Light' })).toBeChecked();
});

test('a menu opens on its first action, moves by arrows, and gives the focus back on Escape', async () => {
  const onSelect = vi.fn<() => void>();
  show(
    <ActionMenu
      label="Work"
      actions={[
        { key: 'download', label: 'Download', onSelect },
        { key: 'delete', label: 'Delete', tone: 'danger', onSelect: () => {} },
      ]}
    >
      {(trigger) => (
        <button type="button" {...trigger}>
          More
        </button>
      )}
    </ActionMenu>,
  );
  const more = page.getByRole('button', { name: 'More' });
  await more.click();
  await expect.element(page.getByRole('menuitem', { name: 'Download' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  expect(page.getByRole('menu').elements()).toHaveLength(0);

  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
});

test('a toast is announced and its action runs once', async () => {
  const onAction = vi.fn<() => void>();
  show(<ToastRegion />);
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  showToast({ message: 'Deleted', action: { label: 'Undo', onAction } });
  await expect.element(page.getByRole('status').getByText('Deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(onAction).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('a dialog has its title as its name and can be closed', async () => {
  const onClose = vi.fn<() => void>();
  show(
    <Dialog opened onClose={onClose} title="Options">
      Words
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Options' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

function Question() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ask
      </button>
      {opened && (
        <Dialog opened title="Really?" onClose={() => setOpened(false)}>
          <button type="button">Yes</button>
        </Dialog>
      )}
    </>
  );
}

test('what opened a dialog has the focus again when it closes, also the first time', async () => {
  show(<Question />);
  const ask = page.getByRole('button', { name: 'Ask' });
  await ask.click();
  await expect.element(page.getByRole('dialog', { name: 'Really?' })).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(ask).toHaveFocus();
});

test('progress keeps to its bounds, and is indeterminate while nothing is known', async () => {
  show(
    <>
      <ProgressGlow label="Too much" value={1.4} />
      <ProgressGlow label="Unknown" value={Number.NaN} />
    </>,
  );
  await expect
    .element(page.getByRole('progressbar', { name: 'Too much' }))
    .toHaveAttribute('aria-valuenow', '100');
  await expect
    .element(page.getByRole('progressbar', { name: 'Unknown' }))
    .not.toHaveAttribute('aria-valuenow');
});

test('a picture has the shape of its box before and after it comes, and says when it cannot be shown', async () => {
  show(
    <div style={{ width: 300 }}>
      <AspectPicture
        width={900}
        height={600}
        src="data:image/png;base64,AAAA"
        alt="A lake"
        failedLabel="Not readable"
      />
    </div>,
  );
  const failed = page.getByRole('img', { name: 'Not readable' });
  await expect.element(failed).toBeVisible();
  expect(failed.element().parentElement?.getBoundingClientRect().height).toBe(200);
});

test('the character beside the name is drawn, and still read as a character', async () => {
  show(<KilnCharacter />);
  await expect.element(page.getByText('窑')).toBeInTheDocument();
  const character = page.getByText('窑').element();
  // A face that lacks it would show an empty box.
  expect(character.getBoundingClientRect().width).toBeLessThanOrEqual(1);
  const drawing = character.parentElement?.querySelector('svg path') as SVGPathElement;
  expect(drawing.getTotalLength()).toBeGreaterThan(0);
});

test('an object URL is shared by all who show the Blob and ends with the last of them', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const blob = new Blob(['x'], { type: 'text/plain' });
  function Url({ name }: { name: string }) {
    return <output aria-label={name}>{useObjectUrl(blob)}</output>;
  }
  show(
    <>
      <Url name="one" />
      <Url name="other" />
    </>,
  );
  await expect.poll(() => page.getByLabelText('one').element().textContent).toMatch(/^blob:/);
  const url = page.getByLabelText('one').element().textContent;
  expect(page.getByLabelText('other').element().textContent).toBe(url);
  expect(revoke).not.toHaveBeenCalled();
  root?.unmount();
  await vi.waitFor(() => expect(revoke).toHaveBeenCalledExactlyOnceWith(url));
  revoke.mockRestore();
});
