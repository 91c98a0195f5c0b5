import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { getIntent, listIntents } from '../../../../src/db/intents/lists.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import { endSession } from '../../../../src/db/account/session.ts';
import type { IntentId, JobId } from '../../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { QueuePage } from '../../../../src/features/queue/QueuePage.tsx';
import { selectingAtom } from '../../../../src/features/queue/selecting.ts';
import { WaitingBanner } from '../../../../src/features/queue/WaitingBanner.tsx';
import { store } from '../../../../src/ui/atoms.ts';
import { freshDevice, owner, request } from '../../../fixtures/device.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const open = () => openScreen({ path: '/queue', component: QueuePage });
const card = (name: RegExp) => page.getByRole('article', { name });

async function put(prompt: string, changes: Partial<GenerateIntent>): Promise<GenerateIntent> {
  const intent = await request(prompt);
  await db.intents.put({ ...intent, ...changes });
  return { ...intent, ...changes };
}

const error = (
  code:
    | 'engine-failed'
    | 'not-enough-credits'
    | 'nsfw-content'
    | 'login-required'
    | 'result-gone'
    | 'storage-full',
) => ({
  code,
  httpStatus: null,
  detail: null,
  atMs: Date.now(),
});

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

describe('the queue', () => {
  test('a request whose full size came too late is not plainly done', async () => {
    await put('a harbour', { stage: 'done', lostOriginals: 1 });
    await put('a lagoon', { stage: 'done' });
    open();
    await expect
      .element(card(/Done, 1 full size is no longer kept/))
      .toMatchTextContent('a harbour');
    await expect.element(page.getByText('a lagoon')).toBeVisible();
    await expect.element(page.getByText(/full size is no longer kept/)).toBeVisible();
  });

  test('a failed request says what to do and can be retried', async () => {
    const { id } = await put('a harbour', { stage: 'failed', error: error('engine-failed') });
    const { asked } = open();
    await expect.element(card(/Failed/)).toMatchTextContent('a harbour');
    await expect
      .element(card(/Failed/))
      .toMatchTextContent('Nothing was charged. Try again, or change the settings a little.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(card(/Saved, leaves soon/)).toBeVisible();
    expect(asked).toEqual(['wake']);
    // What the platform answered for good is asked anew, under a new identity.
    expect(await getIntent(id)).toBeUndefined();
  });

  test('a request without enough credits claims them first and then tries again', async () => {
    await put('a harbour', { stage: 'needs-attention', error: error('not-enough-credits') });
    open();
    await page.getByRole('button', { name: 'Claim credits and retry' }).click();
    await expect.element(card(/Text to image, Saved/)).toBeVisible();
    const inOrder = (await listIntents(owner)).toReversed();
    expect(inOrder.map((intent) => intent.kind)).toEqual(['claim-daily-credits', 'generate']);
  });

  test('a request for which there is no room leads to where some can be made', async () => {
    await put('a harbour', { stage: 'failed', error: error('storage-full') });
    open();
    await expect
      .element(page.getByRole('link', { name: 'Make room' }))
      .toHaveAttribute('href', '/storage');
  });

  test('a request that needs a sign-in asks for one', async () => {
    await put('a harbour', { stage: 'needs-attention', error: error('login-required') });
    const { asked } = open();
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(asked).toEqual(['sign-in']);
  });

  test('a request that is tried again another day names the day, and can be tried now', async () => {
    const atMs = Date.now() + 24 * 3_600_000;
    const failed = {
      ...error('engine-failed'),
      code: 'server-error' as const,
      retryAfterMs: 60_000,
    };
    const { id } = await put('a harbour', { attempts: 1, error: failed, nextAttemptAtMs: atMs });
    const other = await put('a mountain', { attempts: 1, error: failed, nextAttemptAtMs: atMs });
    const { asked } = open();
    const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(atMs);
    await expect.element(card(new RegExp(`Tries again at ${day}`)).first()).toBeVisible();
    await page.getByRole('button', { name: 'Try now' }).first().click();
    await expect.element(card(/Saved, leaves soon/).first()).toBeVisible();
    expect(asked).toEqual(['wake']);
    // The pause was asked for by the platform and held the other, too.
    for (const one of [id, other.id]) expect((await getIntent(one))?.nextAttemptAtMs).toBe(0);
  });

  test('a result that was not found is looked at again, not made again', async () => {
    const jobId = '018f0000-0000-7000-8000-00000000abcd' as JobId;
    const gone = { stage: 'needs-attention', jobId, error: error('result-gone') } as const;
    const { id } = await put('a harbour', gone);
    const { asked } = open();
    await expect.element(card(/Needs you/)).toMatchTextContent("The result can't be found.");
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect.element(card(/In line|Being made/)).toBeVisible();
    expect(asked).toEqual(['wake']);
    expect(await getIntent(id)).toMatchObject({ stage: 'running', jobId });
  });

  test('a refused prompt can be changed', async () => {
    const { id } = await put('a harbour', { stage: 'failed', error: error('nsfw-content') });
    const { url } = open();
    await page.getByRole('link', { name: 'Change it' }).click();
    await expect.poll(url).toContain('/generate/Text2Img');
    expect(url()).toContain(id);
  });

  test('a request in the making tells how far it is in words and as a determinate progress', async () => {
    await put('a harbour', {
      stage: 'running',
      progress: {
        state: 'Processing',
        phase: 'generating',
        queuePosition: 0,
        waitSeconds: 10,
        percent: 42.4,
        finished: 0,
        total: 1,
        checkedAtMs: Date.now(),
      },
    });
    open();
    await expect.element(card(/Being made 42%, about 10 sec/)).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'Progress' }))
      .toHaveAttribute('aria-valuenow', '42');
  });

  test('a request in the making shows how it looks so far', async () => {
    const jobId = '018f0000-0000-7000-8000-00000000abcd' as JobId;
    const data = btoa(String.fromCharCode(...solidPng(32, 32, [90, 60, 40])));
    const fetching = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() =>
        Promise.resolve(
          Response.json(
            { preview: 1, media_type: 'image/webp', data },
            { headers: { 'Kiln-Answer': '1' } },
          ),
        ),
      );
    await put('a harbour', {
      stage: 'running',
      jobId,
      progress: {
        state: 'Processing',
        phase: 'generating',
        queuePosition: 0,
        waitSeconds: 10,
        percent: 42.4,
        finished: 0,
        total: 1,
        preview: 1,
        checkedAtMs: Date.now(),
      },
    });
    open();
    await expect.element(card(/Being made/)).toBeVisible();
    await expect
      .poll(() =>
        card(/Being made/)
          .element()
          .querySelector('img[src^="blob:"]'),
      )
      .not.toBeNull();
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  test('a request in line says its number and about how long', async () => {
    await put('a harbour', {
      stage: 'submitted',
      progress: {
        state: 'Pending',
        phase: 'waiting',
        queuePosition: 3,
        waitSeconds: 50,
        percent: 0,
        finished: 0,
        total: 1,
        checkedAtMs: Date.now(),
      },
    });
    open();
    await expect.element(card(/In line, number 4, about 50 sec/)).toBeVisible();
  });

  test('a request that never left is cancelled at once and can be sent again', async () => {
    await request('a harbour');
    open();
    await page.getByRole('button', { name: 'Cancel this request' }).click();
    await expect.element(card(/Cancelled/)).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Send it again' }).click();
    await expect.element(card(/Saved, leaves soon/)).toBeVisible();
  });

  test('a removed request can be brought back', async () => {
    const { id } = await put('a harbour', { stage: 'failed', error: error('engine-failed') });
    open();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the queue' }).click();
    await expect.element(page.getByText('Nothing in the kiln')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(card(/Failed/)).toBeVisible();
    expect(await getIntent(id)).toBeDefined();
  });

  test('finished requests can be cleared without losing what they made', async () => {
    await putWorks(workRow(1));
    await put('a harbour', { stage: 'done', workIds: [workId(1)] });
    await put('a mountain', { stage: 'failed', error: error('engine-failed') });
    open();
    await expect.element(page.getByRole('link', { name: 'Text to image' })).toBeVisible();
    await page.getByRole('button', { name: 'Actions for the whole queue' }).click();
    await page.getByRole('menuitem', { name: 'Clear finished' }).click();
    await expect
      .element(page.getByText('Cleared 1 request. What it made stays in your works.'))
      .toBeVisible();
    await expect.element(card(/Failed/)).toBeVisible();
    // The list follows the rows a moment later.
    await expect.poll(() => page.getByRole('article').elements()).toHaveLength(1);
    expect(await db.works.count()).toBe(1);
  });

  test('a finished request leads to its work', async () => {
    await putWorks(workRow(1));
    await put('a harbour', { stage: 'done', workIds: [workId(1)] });
    const { url } = open();
    await page.getByRole('link', { name: 'Text to image' }).click();
    await expect.poll(url).toBe(`/work/c_${workId(1)}`);
  });

  test('the log of a request can be read', async () => {
    await put('a harbour', { stage: 'failed', error: error('engine-failed') });
    open();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Show log' }).click();
    await expect
      .element(page.getByRole('region', { name: 'Log of this request' }))
      .toMatchTextContent('Kept on this device');
  });

  test('a filter shows only what it says, and a way out when that is nothing', async () => {
    await put('a harbour', { stage: 'failed', error: error('engine-failed') });
    await request('a mountain');
    open();
    await expect.poll(() => page.getByRole('article').elements().length).toBe(2);
    await page.getByRole('radio', { name: /Needs you 1/ }).click();
    await expect.poll(() => page.getByRole('article').elements().length).toBe(1);
    await page.getByRole('radio', { name: 'Done' }).click();
    await expect.element(page.getByText('Nothing here right now')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.getByRole('article').elements().length).toBe(2);
  });

  test('Escape leaves the selection, and only then the sheet around it', async () => {
    await request('a mountain');
    open();
    await page.getByRole('button', { name: 'Select several requests' }).click();
    await expect.element(page.getByRole('toolbar', { name: 'Selected requests' })).toBeVisible();
    expect(store.get(selectingAtom)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('toolbar', { name: 'Selected requests' }))
      .not.toBeInTheDocument();
    expect(store.get(selectingAtom)).toBe(false);
  });

  test('a paused queue says so and goes on by one press', async () => {
    await setSetting('queuePaused', true);
    await request('a harbour');
    const { asked } = open();
    await expect.element(card(/Paused/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.element(card(/Saved, leaves soon/)).toBeVisible();
    expect(asked).toEqual(['wake']);
  });

  test('of a thousand requests only those near the screen are in the page', async () => {
    const one = await request('a harbour');
    await db.intents.bulkPut(
      Array.from({ length: 1_000 }, (_, number) => ({
        ...one,
        id: `01000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}` as IntentId,
        createdAtMs: one.createdAtMs + number,
      })),
    );
    open();
    await expect.element(page.getByRole('radio', { name: 'Waiting 1001' })).toBeInTheDocument();
    const shown = page.getByRole('article').elements().length;
    expect(shown).toBeGreaterThan(3);
    expect(shown).toBeLessThan(40);
    expect(page.getByRole('listitem').elements()[0]?.getAttribute('aria-setsize')).toBe('1001');
  });

  test('looking at the queue is seeing what ended', async () => {
    const { id } = await put('a harbour', { stage: 'failed', error: error('engine-failed') });
    open();
    await expect
      .poll(async () => {
        const intent = await getIntent(id);
        return intent?.kind === 'generate' && intent.seen;
      })
      .toBe(true);
  });

  test('signed out, requests are not shown', async () => {
    await request('a harbour');
    await endSession();
    open();
    await expect.element(page.getByText('Sign in to see your queue')).toBeVisible();
    expect(page.getByText('a harbour').elements()).toHaveLength(0);
  });
});

describe('the waiting line', () => {
  const openBanner = () => openScreen({ path: '/', component: WaitingBanner });

  test('offline, it says how many requests are saved', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    for (const prompt of ['one', 'two', 'three']) await request(prompt);
    const { asked } = openBanner();
    await page.getByText("Offline. 3 requests are saved and leave as soon as you're back.").click();
    expect(asked).toEqual(['queue']);
  });

  test('it does not trust "online" when the last tries found nobody', async () => {
    await put('a harbour', {
      attempts: 2,
      nextAttemptAtMs: Date.now() + 60_000,
      error: { code: 'network', httpStatus: null, detail: null, atMs: 1 },
    });
    openBanner();
    await expect
      .element(
        page.getByText(
          "The studio can't be reached right now. 1 request is saved and tries again by itself.",
        ),
      )
      .toBeVisible();
  });
});
