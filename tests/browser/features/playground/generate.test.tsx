import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { putOwnCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { setAgreesToVolunteers } from '../../../../src/db/account/volunteers.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import { listGenerateIntents, listIntents } from '../../../../src/db/intents/lists.ts';
import { getMedia } from '../../../../src/db/media/media.ts';
import type { IntentId, JobId, WorkId } from '../../../../src/domain/ids.ts';
import { saveWorks } from '../../../../src/db/works/works.ts';
import type { WorkRow } from '../../../../src/db/schema.ts';
import { draftHere, owner, request } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { refuseStrayFiles } from '../../../../src/ui/stray-files.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const generate = () => page.getByRole('button', { name: /^Generate/ });
const result = () => page.getByRole('region', { name: 'Result' });
const workId = '018f0000-0000-7000-8000-000000000001' as WorkId;

function png(name = 'photo.png'): File {
  return new File([solidPng(30, 20, [200, 120, 60])], name, { type: 'image/png' });
}

async function pick(file: File): Promise<void> {
  await userEvent.upload(page.getByTestId('pick-image'), file);
}

/** Keeps a work as the queue does when it brings one home. */
async function keepWork(changes: Partial<WorkRow> = {}): Promise<void> {
  const blob = new Blob([solidPng(30, 20, [60, 120, 200])], { type: 'image/png' });
  const work: WorkRow = {
    id: workId,
    owner,
    jobId: workId as string as JobId,
    intentId: null,
    jobType: 'Text2Img',
    model: 'painter',
    modelLabel: { cn: '画师', en: 'Painter' },
    place: 'platform',
    origin: 'generated',
    sources: [],
    keptSources: [],
    prompt: 'fog over hills',
    negativePrompt: 'blur',
    parameters: { width: 768, height: 512, seed: '41', style: 'ink' },
    seed: '41',
    width: 30,
    height: 20,
    mediaType: 'image/png',
    bytes: blob.size,
    sha256: 'work',
    remoteUrl: '/files/work',
    createdAtMs: 1,
    starred: 0,
    rated: 0,
    rating: 0,
    censored: false,
    warnings: [],
    thumbhash: '',
    onDevice: 1,
    pinned: 0,
    thumbnailWanted: 0,
    remote: 'kept',
    expiresAtMs: null,
    deletedAtMs: null,
    ...changes,
  };
  const media = {
    blob,
    mediaType: 'image/png',
    bytes: blob.size,
    sha256: 'work',
    width: 30,
    height: 20,
    name: '',
  };
  await saveWorks([
    {
      work,
      media: { ...media, id: workId as never, role: 'original', createdAtMs: 1 },
      thumbnail: null,
    },
  ]);
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
});
afterEach(closePlayground);

describe('pressing Generate', () => {
  test('keeps the request and the draft, wakes the queue, and shows it where its result will be', async () => {
    await signIn();
    const opened = openPlayground('/generate/Text2Img');
    await prompt().fill('  A lighthouse in fog ');
    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
    const [intent] = await listGenerateIntents(owner);
    expect(intent?.payload).toMatchObject({
      jobType: 'Text2Img',
      model: 'painter',
      modelLabel: { cn: '画师', en: 'Painter' },
      cost: 2,
      width: 512,
      height: 512,
    });
    expect(intent?.payload.input).toMatchObject({
      prompt: 'A lighthouse in fog',
      n: 1,
      style: 'plain',
    });
    expect((await draftHere('Text2Img'))?.input['prompt']).toBe('  A lighthouse in fog ');
    expect(opened.asked.wake).toBe(1);
    await expect.element(result().getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  test('for volunteers’ computers asks first: without the answer nothing is kept or lost', async () => {
    const name = 'horde/Deliberate';
    await freshStudio([modelItem({ model: name, engine: 'horde' })], { [name]: paintSchema });
    await signIn();
    const answers = [false, true];
    const places: string[] = [];
    const opened = openPlayground('/generate/Text2Img', {
      async requestVolunteers(place) {
        places.push(place);
        const agrees = answers.shift() ?? false;
        await setAgreesToVolunteers(owner, agrees);
        return agrees;
      },
    });
    await prompt().fill('A lighthouse in fog');
    await generate().click();
    await expect.poll(() => places).toEqual(['platform']);
    await expect.element(generate()).toBeEnabled();
    expect(await listGenerateIntents(owner)).toEqual([]);
    expect((await draftHere('Text2Img'))?.input['prompt']).toBe('A lighthouse in fog');
    await expect.element(prompt()).toHaveValue('A lighthouse in fog');

    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
    expect(opened.asked.wake).toBe(1);
    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(2);
    expect(places).toHaveLength(2);
  });

  test('is not all: where the painter has no brush, it says so and names who has', async () => {
    const other = 'horde/Deliberate';
    await freshStudio(
      [
        modelItem({ model: 'kiln-painter' }),
        modelItem({
          value: 2,
          model: other,
          label_en: 'Deliberate, of a name that goes on and on',
          engine: 'horde',
          default: false,
        }),
      ],
      { 'kiln-painter': paintSchema, [other]: paintSchema },
    );
    await signIn();
    const opened = openPlayground('/generate/Text2Img');
    const note = page.getByRole('note');
    await prompt().fill('A bowl of ramen');
    await expect.element(note).toBeVisible();
    await prompt().fill('A mountain lake');
    await expect.element(note).not.toBeInTheDocument();
    await prompt().fill('A bowl of ramen');
    await note.getByRole('button', { name: 'Use “Deliberate, of a name that goes on…”' }).click();
    await expect.poll(opened.url).toContain(encodeURIComponent(other));
    await expect.element(note).not.toBeInTheDocument();
    await expect.element(prompt()).toHaveValue('A bowl of ramen');
    await expect.element(prompt()).toHaveFocus();

    // It paints posters and films, too; another poster nobody makes, so none is offered.
    const poster = modelItem({ model: 'kiln-poster-pro', gen_type: 'poster_pro', value: 3 });
    const film = modelItem({ model: 'kiln-film', type: 'Txt2Video' });
    const deliberate = modelItem({ model: other, engine: 'horde', default: false });
    const models = [deliberate, poster, film];
    await freshStudio(
      models,
      Object.fromEntries(models.map(({ model }) => [model, paintSchema] as const)),
    );
    for (const path of ['Text2Img/kiln-poster-pro', 'Txt2Video']) {
      openPlayground(`/generate/${path}`);
      await prompt().fill('A bowl of ramen');
      await expect.element(note).toBeVisible();
      expect(note.getByRole('button').elements()).toEqual([]);
    }
    await prompt().fill('The camera zooms in slowly on a mountain lake');
    await expect.element(note).not.toBeInTheDocument();
  });

  test('again is another request; one tap is never two', async () => {
    await signIn();
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    const button = generate().element() as HTMLButtonElement;
    button.click();
    button.click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
    await expect.element(generate()).toBeEnabled();
    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(2);
  });

  test('asks a guest to sign in, then goes on by itself', async () => {
    openPlayground('/generate/Text2Img', {
      requestSignIn: async () => {
        await signIn();
        return true;
      },
    });
    await prompt().fill('fog');
    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  });

  test('loses nothing when signing in is put off', async () => {
    const opened = openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await generate().click();
    await expect.poll(() => opened.asked.signIn).toBe(1);
    expect(await db.intents.count()).toBe(0);
    await expect.element(prompt()).toHaveValue('fog');
    await expect.element(generate()).toBeEnabled();
  });

  test('warns before credits run out and offers those of today', async () => {
    await signIn();
    await putOwnCache(owner, 'balance', {
      balance: 1,
      reserved: 0,
      dailyAmount: 10,
      claimedToday: false,
    });
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await expect.element(page.getByText(/You have 1 credit left; this needs more./)).toBeVisible();
    await page.getByRole('button', { name: "Claim today's 10 credits" }).click();
    await expect
      .poll(async () => (await listIntents(owner)).map((intent) => intent.kind))
      .toEqual(['claim-daily-credits']);
  });

  test('proposes what the credits are enough for, where those of today are taken, and takes it by a press', async () => {
    await signIn();
    await putOwnCache(owner, 'balance', {
      balance: 5,
      reserved: 0,
      dailyAmount: 10,
      claimedToday: true,
    });
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('radio', { name: '4', exact: true }).click();
    // Beside the count stands what the next smaller one would save.
    await expect
      .element(page.getByRole('button', { name: '2 instead of 4: 4 credits less' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Make 2 for 4 credits' }).click();
    await expect.element(page.getByRole('radio', { name: '2', exact: true })).toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Generate 4 credits' })).toBeVisible();
    expect(page.getByText(/this needs more/).elements()).toHaveLength(0);
    await putOwnCache(owner, 'balance', {
      balance: 1,
      reserved: 0,
      dailyAmount: 10,
      claimedToday: true,
    });
    await expect.element(page.getByText(/New ones come tomorrow\./)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Where they come from' }))
      .toHaveAttribute('href', '/me');
  });
});

describe('a source picture', () => {
  test('is kept on the device at once and is still there after a reload', async () => {
    await signIn();
    openPlayground('/generate/Upscaling');
    await pick(png());
    await expect.element(page.getByText('photo.png')).toBeVisible();
    await expect.element(page.getByText(/30 × 20/)).toBeVisible();
    openPlayground('/generate/Upscaling');
    await expect.element(page.getByText('photo.png')).toBeVisible();
    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
    const [intent] = await listGenerateIntents(owner);
    expect(intent?.payload).toMatchObject({
      jobType: 'Upscaling',
      width: 30,
      height: 20,
      input: { scale: 2 },
    });
    const source = intent?.payload.sources[0];
    expect(source?.field).toBe('image');
    expect(source && (await getMedia(source.mediaId))?.role).toBe('source');
  });

  /** Picks a file and presses Generate before anybody can have looked at it. */
  function pickAndPress(file: File): void {
    const files = new DataTransfer();
    files.items.add(file);
    const input = page.getByTestId('pick-image').element() as HTMLInputElement;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    (generate().element() as HTMLButtonElement).click();
  }

  test('that is still being made ready is waited for by Generate, also where it replaces another', async () => {
    await signIn();
    openPlayground('/generate/Upscaling');
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    pickAndPress(png());
    await expect.element(page.getByText(/The file is being made ready/)).toBeVisible();
    expect(await listGenerateIntents(owner)).toEqual([]);
    // One wish, however often it is pressed.
    (generate().element() as HTMLButtonElement).click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
    await expect.element(generate()).toBeEnabled();
    pickAndPress(new File([solidPng(10, 10, [1, 2, 3])], 'other.png', { type: 'image/png' }));
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(2);
    const asked = (await listGenerateIntents(owner)).map(({ payload }) => payload.sources[0]);
    const names = await Promise.all(
      asked.map(async (source) => source && (await getMedia(source.mediaId))?.name),
    );
    expect(new Set(names)).toEqual(new Set(['other.png', 'photo.png']));
  });

  test('that turns out to be none sends nothing, not even the one before', async () => {
    await signIn();
    openPlayground('/generate/Upscaling');
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    await pick(png());
    await expect.element(page.getByText('photo.png')).toBeVisible();
    pickAndPress(new File(['hello'], 'broken.png', { type: 'image/png' }));
    await expect.element(page.getByText("This file can't be opened")).toBeVisible();
    await expect.element(generate()).toBeEnabled();
    expect(await listGenerateIntents(owner)).toEqual([]);
    await generate().click();
    await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  });

  test('can be dropped anywhere, pasted, replaced and removed', async () => {
    openPlayground('/generate/Upscaling');
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    const dropped = new DataTransfer();
    dropped.items.add(png('dropped.png'));
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
    );
    await expect.element(page.getByText('dropped.png')).toBeVisible();
    const pasted = new DataTransfer();
    pasted.items.add(new File([solidPng(10, 10, [1, 2, 3])], 'pasted.png', { type: 'image/png' }));
    document.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
    await expect.element(page.getByText('pasted.png')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  });

  test('dropped where none is wanted does not take Kiln’s place', () => {
    refuseStrayFiles();
    openPlayground('/generate/Text2Img');
    const dropped = new DataTransfer();
    dropped.items.add(png('stray.png'));
    const events = ['dragover', 'drop'].map(
      (kind) => new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }),
    );
    for (const event of events) document.body.dispatchEvent(event);
    expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, true]);
    // Words may be dragged about as ever.
    const words = new DataTransfer();
    words.setData('text/plain', 'fog');
    const drag = new DragEvent('drop', { dataTransfer: words, bubbles: true, cancelable: true });
    document.body.dispatchEvent(drag);
    expect(drag.defaultPrevented).toBe(false);
  });

  test('that is none is refused in words', async () => {
    openPlayground('/generate/Upscaling');
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    await pick(new File(['hello'], 'notes.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('Format not supported')).toBeVisible();
    const dropped = new DataTransfer();
    dropped.items.add(png('fine.png'));
    dropped.items.add(new File(['hello'], 'notes.txt', { type: 'text/plain' }));
    const drop = () => {
      const options = { dataTransfer: dropped, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('drop', options));
    };
    // Of several files the picture counts; a drop without any is no silence either.
    drop();
    await expect.element(page.getByText('fine.png')).toBeVisible();
    dropped.items.remove(0);
    drop();
    await expect.element(page.getByText('Format not supported')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await db.media.clear();
    await pick(new File(['hello'], 'broken.png', { type: 'image/png' }));
    await expect.element(page.getByText("This file can't be opened")).toBeVisible();
    // A telephone's photo by its bytes, whatever it is called; this browser has no decoder for it.
    const telephone = [new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(4), 'mif1heic'];
    await pick(new File(telephone, 'IMG_0001.jpg', { type: 'image/jpeg' }));
    await expect.element(page.getByText("This browser can't open HEIC photos")).toBeVisible();
    // Others that browsers can't open, or not all of them.
    await pick(new File(['II*\0', new Uint8Array(40)], 'scan.tif', { type: 'image/tiff' }));
    await expect.element(page.getByText("This browser can't open TIFF pictures")).toBeVisible();
    const torn = [new Uint8Array([0, 0, 0, 24]), 'ftypavif', new Uint8Array(40)];
    await pick(new File(torn, 'new.avif', { type: 'image/avif' }));
    await expect.element(page.getByText("This browser can't open AVIF pictures")).toBeVisible();
    expect(await db.media.count()).toBe(0);
  });
});

describe('a link', () => {
  test('with a work as source puts its original into the form, once', async () => {
    await signIn();
    await keepWork();
    const opened = openPlayground(`/generate/Upscaling?source=${workId}`);
    await expect.element(page.getByText(/30 × 20/)).toBeVisible();
    await expect.poll(() => opened.url()).toBe('/generate/Upscaling');
    const [source] = (await draftHere('Upscaling'))?.sources ?? [];
    // A picture of its own: deleting the work must not take it away.
    expect(source && (await getMedia(source.mediaId))?.role).toBe('source');
  });

  test('with a work whose format the model refuses says so', async () => {
    await signIn();
    await keepWork();
    await db.media.update(workId as never, { mediaType: 'image/gif' });
    openPlayground(`/generate/Upscaling?source=${workId}`);
    await expect.element(page.getByText('Format not supported')).toBeVisible();
  });

  test('from a work brings its settings, free in the seed', async () => {
    await signIn();
    await keepWork();
    openPlayground(`/generate/Text2Img?from=${workId}`);
    await expect.element(prompt()).toHaveValue('fog over hills');
    await expect.element(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
    await expect.element(page.getByRole('radio', { name: /3:2/ })).toBeChecked();
    expect((await draftHere('Text2Img'))?.input['seed']).toBeUndefined();
  });

  test('from a request brings what was asked, under its own tool', async () => {
    await signIn();
    const intent = await request('a red kite');
    const opened = openPlayground(`/generate?intent=${intent.id}`);
    await expect.element(prompt()).toHaveValue('a red kite');
    await expect.poll(() => opened.url()).toBe('/generate/Text2Img/painter');
  });

  test('to something that is gone leaves the form alone and says so', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('mine');
    await expect.poll(async () => (await draftHere('Text2Img'))?.input['prompt']).toBe('mine');
    openPlayground(
      `/generate/Text2Img?intent=${'018f0000-0000-7000-8000-0000000000ff' as IntentId}`,
    );
    await expect.element(page.getByText("That's no longer on this device")).toBeVisible();
    await expect.element(prompt()).toHaveValue('mine');
  });

  test('with a prompt writes it into the form', async () => {
    openPlayground('/generate/Text2Img?prompt=red%20dunes');
    await expect.element(prompt()).toHaveValue('red dunes');
  });
});

describe('the result', () => {
  test('invites before anything was made, and a sample begins', async () => {
    openPlayground('/generate/Text2Img');
    await page.getByRole('button', { name: 'Red dunes under a very large moon' }).click();
    await expect.element(prompt()).toHaveValue('Red dunes under a very large moon');
    await expect.element(prompt()).toHaveFocus();
  });

  test('shows progress where the result appears, and then the result', async () => {
    await signIn();
    const intent = await request('fog');
    await db.intents.put({
      ...intent,
      stage: 'running',
      progress: {
        state: 'Processing',
        phase: 'generating',
        queuePosition: 0,
        waitSeconds: 5,
        percent: 61.8,
        finished: 0,
        total: 1,
        checkedAtMs: 1,
      },
    });
    openPlayground('/generate/Text2Img');
    await expect.element(result().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
    await keepWork();
    await db.intents.put({ ...intent, stage: 'done', workIds: [workId] });
    await expect
      .element(result().getByRole('link', { name: 'Open: fog over hills' }))
      .toBeVisible();
    await expect.element(result().getByRole('button', { name: 'Download' })).toBeEnabled();
    // It was looked at: the badge has nothing to announce.
    await expect.poll(async () => (await listGenerateIntents(owner))[0]?.seen).toBe(true);
  });

  test('is handed out in the chosen format and goes on in the tools that take it, as anywhere else', async () => {
    await signIn();
    await setSetting('downloadFormat', 'JPG');
    const intent = await request('fog');
    await keepWork();
    await db.intents.put({ ...intent, stage: 'done', workIds: [workId] });
    const names: string[] = [];
    const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    clicking.mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    openPlayground('/generate/Text2Img');
    await result().getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => names).toEqual(['fog over hills.jpg']);
    clicking.mockRestore();
    await result().getByRole('button', { name: 'Use in…' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Upscale' })).toBeVisible();
  });

  test('shows how a running request looks so far, and asks only for what is newer', async () => {
    await signIn();
    const intent = await request('fog');
    const jobId = '018f0000-0000-7000-8000-00000000abcd' as JobId;
    const asked: string[] = [];
    const picture = btoa(String.fromCharCode(...solidPng(32, 32, [90, 60, 40])));
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
      const url = address instanceof Request ? address.url : address.toString();
      const { pathname } = new URL(url);
      // A row of helpers that was left open asks who helps.
      if (pathname.includes('/preview/')) asked.push(pathname);
      const answer = { preview: asked.length, media_type: 'image/webp', data: picture };
      return Promise.resolve(Response.json(answer, { headers: { 'Kiln-Answer': '1' } }));
    });
    const progress = {
      state: 'Processing',
      phase: 'generating',
      queuePosition: 0,
      waitSeconds: 5,
      percent: 20,
      finished: 0,
      total: 1,
      checkedAtMs: 1,
    } as const;
    const running = { ...intent, jobId, stage: 'running' } as const;
    await db.intents.put({ ...running, progress: { ...progress, preview: 1 } });
    openPlayground('/generate/Text2Img');
    const shown = result().getByRole('img', { name: 'How it looks so far' });
    await expect.element(shown).toBeVisible();
    const first = shown.element().getAttribute('src');
    expect(asked).toEqual([`/api/v2/generate/preview/${jobId}`]);
    await db.intents.put({ ...running, progress: { ...progress, percent: 30, preview: 1 } });
    await expect.element(result().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30');
    expect(asked).toHaveLength(1);
    await db.intents.put({ ...running, progress: { ...progress, percent: 40, preview: 2 } });
    await expect.poll(() => shown.element().getAttribute('src')).not.toBe(first);
    await db.intents.put({ ...intent, stage: 'bringing-home', progress: null });
    await expect.element(shown).not.toBeInTheDocument();
    fetching.mockRestore();
  });

  test('says what happened when a request failed, and tries again on demand', async () => {
    await signIn();
    const intent = await request('fog');
    await db.intents.update(intent.id, {
      stage: 'failed',
      error: { code: 'engine-failed', httpStatus: null, detail: null, atMs: 1 },
    });
    openPlayground('/generate/Text2Img');
    await expect
      .element(result().getByText("It couldn't be made", { exact: true }).last())
      .toBeVisible();
    await result().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await listGenerateIntents(owner))[0]?.stage).toBe('saved');
  });
});
