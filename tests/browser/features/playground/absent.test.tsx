import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rememberModelNames } from '../../../../src/db/keep-answers.ts';
import { newId } from '../../../../src/db/ids.ts';
import { listOpenIntents } from '../../../../src/db/intents/lists.ts';
import { setOwnSetting } from '../../../../src/db/settings.ts';
import type { IntentId } from '../../../../src/domain/ids.ts';
import { keepModels, owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const notice = (title: string) => page.getByRole('status').getByText(title);
const link = (name: string) => page.getByRole('link', { name, exact: true });

const other = modelItem({ model: 'inker', label_en: 'Inker', default: false, value: 3 });
const app = modelItem({ model: 'app/postcard', label_en: 'Postcard', type: 'Apps' });

beforeEach(async () => {
  await page.viewport(1280, 900);
  const schemas = {
    painter: paintSchema,
    inker: paintSchema,
    'app/postcard': paintSchema,
    upscaler: upscaleSchema,
    latecomer: paintSchema,
  };
  await freshStudio([modelItem(), other, upscaleItem(), app], schemas);
  await signIn();
});
afterEach(() => {
  closePlayground();
  vi.restoreAllMocks();
});

test('a model in the address that is not of this tool is named, with where it is and what stands in its place', async () => {
  const opened = openPlayground('/generate/Text2Img/nope');
  await expect.element(notice("“nope” isn't offered here")).toBeVisible();
  await expect.element(page.getByText('This form is for “Painter” instead.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on with “Painter”' }).click();
  await expect.poll(opened.url).toBe('/generate/Text2Img/painter');
  await expect.element(notice("“nope” isn't offered here")).not.toBeInTheDocument();

  await opened.go('/generate/Text2Img/upscaler');
  await expect.element(notice('“Upscaler” belongs to another tool')).toBeVisible();
  await link('Open it in “Upscale”').click();
  await expect.poll(opened.url).toBe('/generate/Upscaling/upscaler');
  await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  expect(page.getByText('belongs to another tool').elements()).toHaveLength(0);

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openPlayground('/generate/Text2Img/nope');
  await expect.element(page.getByText(/with a network it may be there/)).toBeVisible();
});

test('a form whose model is gone says so by the name it had, keeps its words, and is quiet where one model was wanted', async () => {
  await rememberModelNames(owner, [modelItem(), other], false);
  const opened = openPlayground('/generate/Text2Img/inker');
  await prompt().fill('fog');
  await keepModels([modelItem(), upscaleItem(), app]);
  await opened.go('/generate/Upscaling');
  await opened.go('/generate/Text2Img');
  await expect.element(notice("“Inker” isn't offered any more")).toBeVisible();
  await expect.element(prompt()).toHaveValue('fog');
  // Typing on is no answer to what was said.
  await prompt().fill('fog and rain');
  await expect.element(notice("“Inker” isn't offered any more")).toBeVisible();
  // The list may have it again at any moment.
  await keepModels([modelItem(), other, upscaleItem(), app]);
  await expect.element(notice("“Inker” isn't offered any more")).not.toBeInTheDocument();

  const edits = [modelItem({ type: 'Img2Img' }), modelItem({ ...other, type: 'Img2Img' })];
  await keepModels(edits);
  openPlayground('/generate/Img2Img/inker');
  await prompt().fill('fog');
  await setOwnSetting(owner, 'singleModel', true);
  openPlayground('/generate/Img2Img');
  await expect.element(prompt()).toHaveValue('fog');
  expect(page.getByText(/isn't offered/).elements()).toHaveLength(0);
});

test('an app that is not there is no other app: the address says so, and leads to those there are', async () => {
  const opened = openPlayground('/generate/Apps/poster');
  await expect.element(page.getByRole('heading', { name: "This app isn't here" })).toBeVisible();
  expect(prompt().elements()).toHaveLength(0);
  await page.getByRole('list', { name: 'Apps there are' }).getByRole('link').click();
  await expect.poll(opened.url).toBe('/generate/Apps/app%2Fpostcard');
  await expect.element(prompt()).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await keepModels([modelItem()]);
  openPlayground('/generate/Apps/poster');
  await expect.element(page.getByText(/with a network it may be there/)).toBeVisible();
});

test('what was pressed before a strange model could be named is not sent to another one', async () => {
  const press = { id: newId(Date.now()) as IntentId, type: 'Text2Img', text: 'a boat' };
  const shell = {
    type: 'Text2Img',
    typed: false,
    composing: false,
    presses: [press],
    wanted: null,
    show: () => {},
  };
  window.kilnShell = shell;
  openPlayground('/generate/Text2Img/nope');
  await expect.element(notice("“nope” isn't offered here")).toBeVisible();
  await expect.poll(() => shell.presses).toEqual([]);
  expect(await listOpenIntents(owner)).toEqual([]);

  shell.presses = [{ ...press, type: 'Text2Img' }];
  openPlayground('/generate/Text2Img/inker');
  await expect.poll(() => shell.presses).toEqual([]);
  expect(await listOpenIntents(owner)).toMatchObject([{ id: press.id }]);
  delete window.kilnShell;
});

const latecomer = modelItem({ model: 'latecomer', label_en: 'Latecomer', default: false });

/** Generate was pressed in index.html's shell, on a link to a model of which the device does not know yet. */
async function pressEarly(): Promise<IntentId> {
  const press = {
    id: newId(Date.now()) as IntentId,
    type: 'Text2Img',
    text: 'a fox, pressed early',
  };
  sessionStorage.setItem('kiln-press', JSON.stringify([press]));
  openPlayground('/generate/Text2Img/latecomer');
  await expect.element(notice("“latecomer” isn't offered here")).toBeVisible();
  expect(await listOpenIntents(owner)).toEqual([]);
  return press.id;
}

const latecomerComes = () => keepModels([modelItem(), other, upscaleItem(), app, latecomer]);

test('Generate, pressed before the list that the model is in has come, is for that model and nothing else', async () => {
  const id = await pressEarly();
  await latecomerComes();
  await expect.poll(async () => (await listOpenIntents(owner)).length).toBe(1);
  expect((await listOpenIntents(owner))[0]).toMatchObject({
    id,
    payload: { model: 'latecomer', input: { prompt: 'a fox, pressed early' } },
  });
  expect(sessionStorage.getItem('kiln-press')).toBeNull();
});

test('who presses again on what stands in, by keys as well, has decided: the earlier press is none', async () => {
  await pressEarly();
  await prompt().fill('a hare');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(async () => (await listOpenIntents(owner)).length).toBe(1);
  expect((await listOpenIntents(owner))[0]).toMatchObject({
    payload: { model: 'painter', input: { prompt: 'a hare' } },
  });
  expect(sessionStorage.getItem('kiln-press')).toBeNull();
  await latecomerComes();
  await expect.element(notice("“latecomer” isn't offered here")).not.toBeInTheDocument();
  expect(await listOpenIntents(owner)).toHaveLength(1);
});
