import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setAgreesToVolunteers } from '../../../../src/db/account/volunteers.ts';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import { getOwnSetting, setOwnSetting } from '../../../../src/db/settings.ts';
import { keepModels, owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem } from '../../../fixtures/models.ts';
import { silence } from '../../../fixtures/silence.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const change = () => page.getByRole('button', { name: 'Change model' });

const horde = (name: string, changes: Parameters<typeof modelItem>[0] = {}) =>
  modelItem({
    model: `horde/${name}`,
    name,
    label_en: name,
    label_cn: name,
    engine: 'horde',
    mtype: 'ckpt',
    default: false,
    cost: 0,
    ...changes,
  });

const longName = 'A checkpoint whose name is far too long for a card';
const models = [
  modelItem(),
  horde('Photon', { style: 'photo' }),
  horde('Anything v5', { style: 'anime' }),
  horde('Anything v3', {
    old_versions_label: 'Anything v3',
    newest_version: 'horde/Anything v5',
    style: 'anime',
  }),
  horde('pix2pix'),
  ...['Deliberate', 'Dreamshaper', longName, 'Fluently', 'Juggernaut', 'Zavy'].map((name) =>
    horde(name, { style: 'all-round' }),
  ),
  upscaleItem(),
];

beforeEach(async () => {
  await page.viewport(1280, 900);
  const schemas = Object.fromEntries(models.map(({ model }) => [model, paintSchema]));
  await freshStudio(models, schemas);
});
afterEach(closePlayground);

test('models are searched, looked into and passed by arrows before one is chosen; what was set comes back', async () => {
  const opened = openPlayground('/generate/Text2Img');
  await prompt().fill('fog');
  await page.getByRole('radio', { name: /3:2/ }).click();
  await change().click();
  await expect.element(page.getByRole('heading', { name: 'Photographic' })).toBeVisible();
  // By its name it belongs to no tool of words.
  expect(radio('pix2pix').elements()).toHaveLength(0);
  const search = page.getByRole('searchbox', { name: 'Search models' });
  await expect.element(search).toHaveFocus();
  await search.fill('anime');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('Anything v5')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('Anything v3')).toHaveFocus();
  expect(opened.url()).toBe('/generate/Text2Img');
  await search.fill('far too long');
  await expect.element(page.getByText('A checkpoint whose name is far too…')).toBeVisible();
  await page.getByRole('button', { name: `About ${longName}` }).click();
  await expect.element(page.getByRole('heading', { name: longName })).toBeVisible();
  await page.getByRole('button', { name: 'Use this model' }).click();
  await expect.poll(() => opened.url()).toContain('far%20too%20long');
  await expect.element(page.getByRole('radio', { name: /1:1/ })).toBeChecked();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(page.getByRole('radio', { name: /3:2/ })).toBeChecked();
  await expect.element(prompt()).toHaveValue('fog');
});

test('on a phone, where its card is not beside the form, a model says of itself what it does before it is used', async () => {
  await page.viewport(390, 844);
  const says = (text_en: string) => ({ description: { text: text_en, text_en } });
  await keepModels([
    modelItem(says('Paints by rules, no faces.')),
    horde('Photon', says('Photographs, faces too.')),
  ]);
  const opened = openPlayground('/generate/Text2Img');
  const result = page.getByRole('region', { name: 'Result' });
  await expect.element(result.getByText('Paints by rules, no faces.')).toBeVisible();
  await opened.go(`/generate/Text2Img/${encodeURIComponent('horde/Photon')}`);
  await expect.element(result.getByText('Photographs, faces too.')).toBeVisible();
  await page.viewport(1280, 900);
  await expect.element(result.getByText('Photographs, faces too.')).not.toBeVisible();
});

test('a request names the model that Random picked, which was said before', async () => {
  await signIn();
  await setAgreesToVolunteers(owner, true);
  openPlayground('/generate/Text2Img');
  await prompt().fill('fog');
  await change().click();
  await radio('Random').click();
  const card = page.getByRole('region', { name: 'Model' });
  await expect.element(card.getByText('Random')).toBeVisible();
  const said = card.element().textContent ?? '';
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  const [request] = await listGenerateIntents(owner);
  expect(said).toContain(request?.payload.modelLabel.en.slice(0, 20));
  expect(models.map(({ model }) => model)).toContain(request?.payload.model);
  await expect.element(card.getByText('Random')).toBeVisible();
});

test('no shortcut fires while one types, and none takes the keys of another without asking', async () => {
  await signIn();
  openPlayground('/generate/Text2Img');
  await expect.element(prompt()).toBeVisible();
  await prompt().fill('fog');
  await userEvent.keyboard('?');
  await expect.element(prompt()).toHaveValue('fog?');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByRole('button', { name: /Change the keys for “Go to the prompt”/ }).click();
  await userEvent.keyboard('{Alt>}q{/Alt}');
  await expect.element(list.getByRole('alert')).toBeVisible();
  expect(await getOwnSetting(owner, 'shortcuts')).toEqual({});
});

test('keys chosen anew work at once and after a reload, say whose they were, and become the usual ones again', async () => {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const keysOf = (action: string, keys = '') =>
    list.getByRole('button', { name: new RegExp(`Change the keys for “${action}”: ${keys}`) });
  const kept = () => getOwnSetting(owner, 'shortcuts');
  const elsewhere = () => (document.activeElement as HTMLElement).blur();
  const openList = async () => {
    await expect.element(prompt()).toBeVisible();
    elsewhere();
    await userEvent.keyboard('?');
    await expect.element(keysOf('Choose a model')).toBeVisible();
  };

  await signIn();
  openPlayground('/generate/Text2Img');
  await openList();
  await keysOf('Go to the prompt').click();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await expect.poll(kept).toEqual({ prompt: 'Alt+KeyG' });
  await expect.element(keysOf('Go to the prompt', 'Alt G')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  elsewhere();
  await userEvent.keyboard('{Alt>}p{/Alt}');
  await expect.element(prompt()).not.toHaveFocus();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await expect.element(prompt()).toHaveFocus();

  // Taken by another action: said, and changed only when one says so.
  await openList();
  await keysOf('Choose a model').click();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await expect
    .element(list.getByRole('alert').getByText(/Alt G already does “Go to the prompt”/))
    .toBeVisible();
  expect(await kept()).toEqual({ prompt: 'Alt+KeyG' });
  await list.getByRole('button', { name: 'Use them here' }).click();
  await expect.poll(kept).toEqual({ prompt: null, models: 'Alt+KeyG' });
  await expect.element(keysOf('Go to the prompt', 'None')).toBeVisible();
  // Keys that move about the page are none; Escape leaves everything as it was, the list too.
  await keysOf('Find a tool').click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(list.getByRole('alert').getByText(/moves about every page/)).toBeVisible();
  await list.getByRole('button', { name: 'Other keys' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(keysOf('Find a tool')).toHaveFocus();
  expect(await kept()).toEqual({ prompt: null, models: 'Alt+KeyG' });

  openPlayground('/generate/Text2Img');
  await expect.element(prompt()).toBeVisible();
  elsewhere();
  await userEvent.keyboard('{Alt>}p{/Alt}');
  await expect.element(prompt()).not.toHaveFocus();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await expect.element(page.getByRole('searchbox', { name: 'Search models' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await openList();
  await list.getByRole('button', { name: 'Usual keys for “Go to the prompt”' }).click();
  await expect.poll(kept).toEqual({ models: 'Alt+KeyG' });
  await list.getByRole('button', { name: 'All usual keys' }).click();
  await expect.poll(kept).toEqual({});
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  elsewhere();
  await userEvent.keyboard('{Alt>}p{/Alt}');
  await expect.element(prompt()).toHaveFocus();
});

test('what a model is heard by is played one at a time, beside its cover, and goes where it can’t be played', async () => {
  const [painter, ...others] = models;
  const there = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const sound = URL.createObjectURL(new Blob([silence(30)], { type: 'audio/wav' }));
  const sounds = [1, 2].map((at) => `${sound}#${at}.wav`);
  const broken = `${URL.createObjectURL(new Blob(['no sound'], { type: 'audio/mpeg' }))}#3.mp3`;
  const shown = { cover: there, show_cover: true, showcases: [...sounds, broken] };
  await keepModels([{ ...painter!, ...shown }, ...others]);
  openPlayground('/generate/Text2Img');
  await change().click();
  await page.getByRole('button', { name: 'About Painter' }).click();
  const players = page.getByRole('group', { name: /^Example \d$/ });
  const audio = () => [...document.querySelectorAll('audio')];
  await expect.poll(() => audio().length).toBe(2);
  await expect.element(page.getByRole('img', { name: 'Example 1' })).toHaveAttribute('src', there);
  // Known before the list stood there: nobody was told of it.
  await expect.element(players.nth(1).getByText('0:00 / 0:30')).toBeVisible();
  const playing = () => audio().map(({ paused }) => !paused);
  await players.nth(0).getByRole('button', { name: 'Play' }).click();
  await expect.poll(playing).toEqual([true, false]);
  await players.nth(1).getByRole('button', { name: 'Play' }).click();
  await expect.poll(playing).toEqual([false, true]);
});

test('details show what a model made; where that can’t be fetched, its cover stands there', async () => {
  // One picture that is there and one that isn't.
  const [painter, ...others] = models;
  const there = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const shown = { cover: there, show_cover: true, showcases: [`${there}#1`, '/nowhere.webp'] };
  await keepModels([{ ...painter!, ...shown }, ...others]);
  openPlayground('/generate/Text2Img');
  await change().click();
  await page.getByRole('button', { name: 'About Painter' }).click();
  const examples = page.getByRole('list', { name: 'Examples' }).getByRole('img');
  await expect.element(examples.first()).toHaveAttribute('src', `${there}#1`);
  await expect.poll(() => examples.elements().length).toBe(1);
  await keepModels([{ ...painter!, ...shown, showcases: ['/nowhere.webp'] }, ...others]);
  await expect.element(examples.first()).toHaveAttribute('src', there);
  // The only model of a tool is no choice, and can be looked at as well.
  const only = upscaleItem({ ...shown, showcases: [there] });
  await keepModels([painter!, only]);
  openPlayground('/generate/Upscaling');
  await page.getByRole('button', { name: 'Examples' }).click();
  await expect.element(page.getByRole('heading', { name: 'Upscaler' })).toBeVisible();
  await expect.element(examples.first()).toBeVisible();
  expect(page.getByRole('button', { name: 'All models' }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Go on with it' }).click();
  await expect.element(examples.first()).not.toBeInTheDocument();
});

test('Generate shows and announces the keys that it has, and the next first paint knows them', async () => {
  await signIn();
  openPlayground('/generate/Text2Img');
  const button = page.getByRole('button', { name: /^Generate/ });
  const announced = () => button.element().getAttribute('aria-keyshortcuts');
  const shown = page.getByTitle('Generate from the keyboard');
  const text = () => shown.query()?.textContent;
  const kept = () => JSON.parse(localStorage.getItem('kiln-start') ?? '{}') as object;
  await expect.poll(text).toMatch(/^(Ctrl|⌘)↵$/);
  expect(announced()).toMatch(/^(Control|Meta)\+Enter$/);
  await setOwnSetting(owner, 'shortcuts', { generate: 'Alt+Shift+KeyG' });
  await expect.poll(text).toMatch(/^(Alt|⌥)(Shift|⇧)G$/);
  expect(announced()).toBe('Alt+Shift+G');
  await expect.poll(kept).toMatchObject({ keys: 'Alt+Shift+KeyG' });
  await setOwnSetting(owner, 'shortcuts', { generate: null });
  await expect.element(shown).not.toBeInTheDocument();
  expect(announced()).toBeNull();
  await expect.poll(kept).toMatchObject({ keys: null });
  await setOwnSetting(owner, 'shortcuts', {});
  await expect.poll(kept).not.toHaveProperty('keys');
});
