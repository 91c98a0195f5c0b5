import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, commands, page, userEvent } from 'vitest/browser';
import { getSetting, setSetting } from '../../../../src/db/settings.ts';
import { TagSuggestions } from '../../../../src/features/options/TagSuggestions.tsx';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { closePlayground, freshStudio, openPlayground } from './open.tsx';

const list = `
1girl,0,6008644,"sole_female"
long_hair,0,4350743,longhair
long_sleeves,0,1750312,
long_skirt,0,80000,
very_long_hair,0,900000,
saber_(fate),4,80000,arturia
blue_eyes,0,1700000,
`;

/** Whatever its role is just now. */
const prompt = () => page.getByLabelText('Prompt', { exact: true });
const combobox = () => page.getByRole('combobox', { name: 'Prompt', exact: true });
const tags = () => page.getByRole('listbox', { name: 'Tags' });
const area = () => document.querySelector('textarea')!;
const names = () =>
  tags()
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const marked = () => document.getElementById(area().getAttribute('aria-activedescendant') ?? '');

/** Chosen in the options of a deployment that has such a list. */
async function choose(csv = list): Promise<void> {
  await setSetting('tagLists', { danbooru: URL.createObjectURL(new Blob([csv])) });
  await setSetting('tagSource', 'danbooru');
}

/** The prompt with the list behind it, after something was typed into it. */
async function write(text: string): Promise<void> {
  await expect.element(prompt()).toHaveAttribute('aria-autocomplete', 'list');
  await userEvent.click(area());
  await userEvent.keyboard(text);
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
});
afterEach(() => {
  closePlayground();
  closeScreen();
});

describe('tags for a prompt', () => {
  test('are offered at the caret and taken by keys, as one step of the browser’s undo', async () => {
    await choose();
    openPlayground('/generate/Text2Img');
    await write('1girl, long ha');
    await expect.element(tags()).toBeVisible();
    expect(names()).toEqual(['long hair4.4M', 'very long hair900K']);
    // A combobox as long as there is a list; nothing is marked until somebody goes there.
    await expect.element(combobox()).toHaveAttribute('aria-expanded', 'true');
    expect(area().getAttribute('aria-controls')).toBe(tags().element().id);
    expect(marked()).toBeNull();
    await expect.element(page.getByText(/^2 tags: the arrow keys choose/)).toBeInTheDocument();

    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(() => marked()?.textContent).toBe('very long hair900K');
    expect(marked()?.getAttribute('aria-selected')).toBe('true');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(() => marked()?.textContent).toBe('long hair4.4M');
    await userEvent.keyboard('{Enter}');
    await expect.element(prompt()).toHaveValue('1girl, long hair, ');
    await expect.poll(() => tags().elements().length).toBe(0);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(prompt()).toHaveValue('1girl, long ha');

    // Tab takes the first, with its parentheses made harmless; what it was found by is shown.
    await userEvent.keyboard('{Control>}{End}{/Control}, artu');
    await expect.poll(names).toEqual(['arturia → saber (fate)character80K']);
    await userEvent.keyboard('{Tab}');
    await expect.element(prompt()).toHaveValue('1girl, long ha, saber \\(fate\\), ');
    await expect.element(prompt()).toHaveFocus();
  });

  test('leave Enter, Tab and Escape to others where they are not about the list', async () => {
    await choose();
    openPlayground('/generate/Text2Img');
    let escapes = 0;
    const count = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escapes += 1;
    };
    addEventListener('keydown', count);
    await write('long');
    await expect.element(tags()).toBeVisible();
    // Nothing is marked: a line like any other.
    await userEvent.keyboard('{Enter}blue');
    await expect.poll(names).toEqual(['blue eyes1.7M']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => tags().elements().length).toBe(0);
    expect(escapes).toBe(0);
    // Put away for this word, and for no other.
    await userEvent.keyboard('_e');
    await expect.element(prompt()).toHaveValue('long\nblue_e');
    await expect.poll(() => tags().elements().length).toBe(0);
    await userEvent.keyboard('{Escape}');
    expect(escapes).toBe(1);
    await userEvent.keyboard(', long');
    await expect.element(tags()).toBeVisible();
    // Elsewhere in the text is elsewhere.
    await userEvent.keyboard('{Home}');
    await expect.poll(() => tags().elements().length).toBe(0);
    await userEvent.keyboard('{Tab}');
    await expect.element(prompt()).not.toHaveFocus();
    removeEventListener('keydown', count);
  });

  test('keep quiet while an input method composes, and leave it its keys', async () => {
    await choose('long_hair,0,4350743,"长发"\nchang,0,5,');
    openPlayground('/generate/Text2Img');
    await write('{ }');
    // Its type is the provider's own business, which is Playwright here.
    const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
    const pressed: boolean[] = [];
    const note = (event: KeyboardEvent) => pressed.push(event.defaultPrevented);
    document.addEventListener('keydown', note);
    for (const text of ['c', 'chan', 'chang']) {
      await session.send('Input.imeSetComposition', { text, selectionStart: 5, selectionEnd: 5 });
    }
    await expect.element(prompt()).toHaveValue(' chang');
    await expect.poll(() => tags().elements().length).toBe(0);
    for (const key of ['ArrowDown', 'Tab', 'Enter', 'Escape']) {
      area().dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      );
    }
    expect(pressed).toEqual([false, false, false, false]);
    document.removeEventListener('keydown', note);
    await session.send('Input.insertText', { text: '长' });
    await expect.element(prompt()).toHaveValue(' 长');
    await expect.poll(names).toEqual(['长发 → long hair4.4M']);
  });

  test('fit a small phone, under the thumb', async () => {
    await page.viewport(320, 568);
    await choose();
    openPlayground('/generate/Text2Img');
    await write('something else, (long:1.2){ArrowLeft>5/}');
    await userEvent.keyboard('{Backspace}g');
    await expect.element(tags()).toBeVisible();
    const box = tags().element().getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(320);
    expect(box.bottom).toBeLessThanOrEqual(568);
    for (const option of tags().getByRole('option').elements()) {
      expect(option.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    await page.getByText('long sleeves', { exact: true }).click();
    await expect.element(prompt()).toHaveValue('something else, (long sleeves:1.2)');
    await expect.element(prompt()).toHaveFocus();
  });

  test('help with what should not be in the picture, too', async () => {
    await choose();
    openPlayground('/generate/Text2Img');
    await page.getByRole('button', { name: 'Keep things out' }).click();
    const out = page.getByLabelText('Keep out').last();
    await expect.element(out).toHaveAttribute('aria-autocomplete', 'list');
    await out.click();
    await userEvent.keyboard('blue');
    await expect.element(tags()).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(out).toHaveValue('blue eyes, ');
  });

  test('that do not come are told of, and asked for again', async () => {
    const file = `.cache/tests/${crypto.randomUUID()}/danbooru.csv`;
    await setSetting('tagLists', { danbooru: `/${file}` });
    await setSetting('tagSource', 'danbooru');
    openPlayground('/generate/Text2Img');
    await write('long ha');
    const warning = page.getByText('Tag autocomplete failed to load!');
    await expect.element(warning).toBeVisible();
    await expect.poll(() => tags().elements().length).toBe(0);
    await commands.writeFile(file, list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(warning).not.toBeInTheDocument();
    await userEvent.click(area());
    await userEvent.keyboard('{Control>}{End}{/Control}i');
    await expect.element(tags()).toBeVisible();
    await expect.element(prompt()).toHaveValue('long hai');
    await commands.removeFile(file);
  });

  test('are nothing to anybody who has chosen none', async () => {
    await setSetting('tagLists', { danbooru: URL.createObjectURL(new Blob([list])) });
    openPlayground('/generate/Text2Img');
    await expect.element(prompt()).toBeVisible();
    await userEvent.click(area());
    await userEvent.keyboard('long');
    await expect.element(prompt()).toHaveValue('long');
    expect(area().hasAttribute('aria-autocomplete')).toBe(false);
  });
});

test('the options offer the lists that the deployment has, and none of its own accord', async () => {
  openScreen({ path: '/options', component: () => <TagSuggestions /> });
  await expect.poll(() => getSetting('tagSource')).toBe('none');
  expect(page.getByRole('group', { name: 'Tag suggestions' }).elements()).toHaveLength(0);
  await setSetting('tagLists', { e621: '/tags/e621.csv' });
  await expect.element(page.getByRole('radio', { name: 'None' })).toBeChecked();
  expect(page.getByRole('radio', { name: 'Danbooru' }).elements()).toHaveLength(0);
  await page.getByRole('radio', { name: 'e621' }).click();
  await expect.poll(() => getSetting('tagSource')).toBe('e621');
  // Withdrawn later, it is as if none had been chosen.
  await setSetting('tagLists', { danbooru: '/tags/danbooru.csv' });
  await expect.element(page.getByRole('radio', { name: 'None' })).toBeChecked();
});
