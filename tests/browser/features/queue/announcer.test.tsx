import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { endSession, startSession } from '../../../../src/db/account/session.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { PlaygroundPage } from '../../../../src/features/playground/PlaygroundPage.tsx';
import { QueuePage } from '../../../../src/features/queue/QueuePage.tsx';
import { WaitingBanner } from '../../../../src/features/queue/WaitingBanner.tsx';
import { freshDevice, keepModels, request, session } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

const regions = '[role="status"], [role="alert"], [aria-live]';
const observers: MutationObserver[] = [];

/** What a screen reader says from now on: the words of each live region, as often as they change. */
function listen(): string[] {
  const said: string[] = [];
  const before = new Map<Element, string>();
  const hear = (isNews: boolean) => {
    for (const region of document.querySelectorAll(regions)) {
      const words = region.textContent.trim();
      if (before.get(region) === words) continue;
      before.set(region, words);
      if (isNews && words !== '') said.push(words);
    }
  };
  hear(false);
  const observer = new MutationObserver(() => hear(true));
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  observers.push(observer);
  return said;
}

/** Both the page and what stands above every page, as in the app; ends when the requests are known. */
async function open(component: () => React.ReactNode): Promise<string[]> {
  openScreen({
    path: '/',
    component: () => (
      <>
        <WaitingBanner />
        {component()}
      </>
    ),
  });
  await expect.poll(() => document.querySelector('[data-watching]')).not.toBeNull();
  return listen();
}

const openPlayground = () => open(() => <PlaygroundPage type="Text2Img" link={{}} />);

async function put(prompt: string, changes: Partial<GenerateIntent>): Promise<GenerateIntent> {
  const intent = { ...(await request(prompt)), ...changes };
  await db.intents.put(intent);
  return intent;
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem()]);
  await putCache(schemaKey('painter', 'en'), paintSchema);
});
afterEach(() => {
  for (const observer of observers.splice(0)) observer.disconnect();
  closeScreen();
  vi.restoreAllMocks();
});

test('in the playground a new request and its end are each said once, with the tool', async () => {
  const said = await openPlayground();
  await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible();
  const intent = await request('fog');
  await expect.poll(() => said).toContain('Text to image: Saved, leaves soon.');
  await db.intents.update(intent.id, { stage: 'done' });
  await expect.poll(() => said).toContain('Text to image: Done.');
  // The pane has shown it, too.
  await expect
    .element(page.getByRole('region', { name: 'Result' }).getByText(/was deleted/))
    .toBeVisible();
  expect(said.filter((words) => /Saved/.test(words))).toHaveLength(1);
  expect(said.filter((words) => /Done/.test(words))).toHaveLength(1);
});

test('a request that is held back is told by the line above the page, with its reason', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const said = await openPlayground();
  await request('fog');
  const line = "Offline. 1 request is saved and leaves as soon as you're back.";
  await expect.poll(() => said).toContain(line);
  // Said after the line, if anything were.
  await put('mist', { stage: 'failed' });
  await expect.poll(() => said.some((words) => /Failed/.test(words))).toBe(true);
  expect(said.filter((words) => /network|back/.test(words))).toEqual([line]);
});

test.each([
  [
    'where something waits, with how many',
    'saved',
    'The queue is paused, 1 request waits. Press to resume.',
  ],
  [
    'where nothing waits',
    'done',
    'The queue is paused. No request leaves this device until you resume it.',
  ],
] as const)('pausing the queue is said once: %s', async (_, stage, words) => {
  await put('fog', { stage });
  const said = await open(() => <QueuePage />);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  await expect.poll(() => said).toContain(words);
  expect(said.filter((heard) => /paused/i.test(heard))).toEqual([words]);
});

test('whoever signs in hears nothing of what was there before', async () => {
  await put('fog', { stage: 'done' });
  await endSession();
  const said = await openPlayground();
  await startSession(session);
  await request('mist');
  await expect.poll(() => said).toContain('Text to image: Saved, leaves soon.');
  expect(said).not.toContain('Text to image: Done.');
});

test('the end of a request is told, its percentages are not', async () => {
  const intent = await put('a harbour', { stage: 'running' });
  const said = await openPlayground();
  const progress = {
    state: 'Processing',
    phase: 'generating',
    queuePosition: 0,
    waitSeconds: 5,
    percent: 40,
    finished: 0,
    total: 1,
    checkedAtMs: 1,
  } as const;
  await db.intents.put({ ...intent, progress });
  await expect
    .element(page.getByRole('progressbar').first())
    .toHaveAttribute('aria-valuenow', '40');
  await db.intents.update(intent.id, { stage: 'done' });
  await expect.poll(() => said).toContain('Text to image: Done.');
  expect(said.filter((words) => /%/.test(words))).toEqual([]);
});

test('many ends at once are counted aloud instead of told one by one', async () => {
  const intents: GenerateIntent[] = [];
  for (let number = 0; number < 5; number += 1) {
    intents.push(await put(`request ${number}`, { stage: 'running' }));
  }
  const said = await openPlayground();
  await db.intents.bulkPut(
    intents.map((intent, index) => ({ ...intent, stage: index < 3 ? 'done' : 'failed' })),
  );
  await expect.poll(() => said).toContain('Failed: 2. Done: 3.');
});
