import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { readGroup, saveGroup } from '../../../../src/db/intents/groups.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import type { GroupId, JobId } from '../../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { readCompareSearch } from '../../../../src/features/compare/compare-search.ts';
import { ComparePage } from '../../../../src/features/compare/ComparePage.tsx';
import { QueuePage } from '../../../../src/features/queue/QueuePage.tsx';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

function Compare() {
  const { id } = useParams({ strict: false }) as { id: string };
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  return (
    <ComparePage
      id={id}
      search={readCompareSearch(search)}
      onSearch={(next) => void navigate({ to: '.', search: next as never })}
    />
  );
}

const open = (id: string) =>
  openScreen({ path: '/compare/$id', url: `/compare/${id}`, component: Compare });
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Two samplers by two steps with two seeds; the last combination is none that the model makes. */
async function compared(): Promise<{ id: GroupId; rows: GenerateIntent[] }> {
  const { id } = await saveGroup({
    owner,
    group: {
      jobType: 'Text2Img',
      axes: [
        { kind: 'sampler', ordinal: 0, values: ['k_euler', 'DDIM'] },
        { kind: 'steps', ordinal: 0, values: [10, 30] },
        { kind: 'seed', ordinal: 0, values: ['7', '8'] },
      ],
      prompt: 'a hut',
      seed: null,
      width: 24,
      height: 16,
    },
    requests: Array.from({ length: 7 }, (_, cell) => ({
      cell,
      sources: [],
      payload: {
        jobType: 'Text2Img' as const,
        model: 'painter',
        place: 'platform' as const,
        modelLabel: { cn: '画师', en: 'Painter' },
        input: { prompt: 'a hut' },
        cost: 2,
        width: 24,
        height: 16,
      },
    })),
  });
  const rows = (await readGroup(owner, id))!.requests.toSorted(
    (left, right) => left.createdAtMs - right.createdAtMs,
  );
  return { id, rows };
}

async function finish(row: GenerateIntent, number: number): Promise<void> {
  await putWorks({ ...workRow(number), intentId: row.id, group: row.group! });
  await db.intents.put({ ...row, stage: 'done', workIds: [workId(number)] });
}

beforeEach(async () => {
  await page.viewport(390, 844);
  await freshDevice();
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

test('the grid is a table whose cells are works or say how far they are, and the link reopens what was looked at', async () => {
  const { id, rows } = await compared();
  await finish(rows[0]!, 1);
  await db.intents.put({
    ...rows[2]!,
    stage: 'failed',
    error: { code: 'engine-failed', httpStatus: null, detail: null, atMs: 1 },
  });
  const { url } = open(id);
  const table = page.getByRole('table');
  await expect.element(page.getByText('1 of 7 done · 1 needs you')).toBeVisible();
  await expect.element(table.getByRole('rowheader', { name: 'k_euler' })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: '30' })).toBeInTheDocument();
  await expect
    .element(table.getByRole('link', { name: 'Open: Sampler k_euler, Steps 10, and Seed 7' }))
    .toHaveAttribute('href', `/work/c_${workId(1)}`);

  // Its headers stay in sight while it scrolls.
  const region = table.element().parentElement!;
  region.scrollTo({ left: 200 });
  const header = table.getByRole('rowheader', { name: 'k_euler' }).element();
  expect(header.getBoundingClientRect().left).toBeCloseTo(region.getBoundingClientRect().left, -1);

  // One that failed is tried again where it stands, and keeps its place.
  const failed = page.getByRole('group', { name: 'Sampler k_euler, Steps 30, and Seed 7' });
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('1 of 7 done', { exact: true })).toBeVisible();
  expect((await readGroup(owner, id))?.requests).toHaveLength(7);

  // The third axis has pages; the last cell of the second is none that the model makes.
  await page.getByRole('combobox', { name: 'Page' }).selectOptions('Seed 8');
  await expect.element(page.getByText('Not offered')).toBeInTheDocument();
  await button('Swap rows and columns').click();
  await expect.element(table.getByRole('rowheader', { name: '30' })).toBeVisible();
  await expect.poll(url).toContain('page=1');
  const address = url();
  openScreen({ path: '/compare/$id', url: address, component: Compare });
  await expect.element(table.getByRole('rowheader', { name: '30' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Page' })).toHaveDisplayValue('Seed 8');
});

test('it becomes one picture in the person’s format, as large as the page says', async () => {
  const { id, rows } = await compared();
  await finish(rows[0]!, 1);
  await setSetting('downloadFormat', 'JPG');
  open(id);
  const files: { name: string; url: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, url: this.href });
  });
  await button('Download as one picture').click();
  await expect.poll(() => files.length).toBe(1);
  expect(files[0]!.name).toBe('Compare a hut.jpg');
  const blob = await (await fetch(files[0]!.url)).blob();
  expect(blob.type).toBe('image/jpeg');
  const bitmap = await createImageBitmap(blob);
  const figures = `${bitmap.width.toLocaleString('en')} × ${bitmap.height.toLocaleString('en')}`;
  await expect.element(page.getByText(new RegExp(figures))).toBeVisible();
});

test('all of it is cancelled at once and taken back, and deleted with its works left, which an undo brings together again', async () => {
  const { id, rows } = await compared();
  await finish(rows[0]!, 1);
  const { url } = open(id);
  const stages = async () =>
    (await readGroup(owner, id))?.requests.map(({ stage }) => stage).toSorted();
  await button('Cancel all').click();
  const cancelled = Array.from({ length: 6 }, () => 'cancelled');
  await expect.poll(stages).toEqual([...cancelled, 'done']);
  await button('Undo').click();
  await expect.poll(stages).toEqual(['done', ...cancelled.map(() => 'saved')]);

  const running = { ...rows[1]!, stage: 'running' as const, jobId: 'job' as JobId };
  await db.intents.put(running);
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete the comparison' }).click();
  await expect.element(page.getByText(/Some of it is still being made/)).toBeVisible();
  await db.intents.put(rows[1]!);
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete the comparison' }).click();
  await expect.poll(url).toBe('/history');
  expect(await db.intents.count()).toBe(0);
  expect((await db.works.get(workId(1)))?.group).toBeUndefined();
  await button('Undo').click();
  await expect.poll(async () => (await readGroup(owner, id))?.works.length).toBe(1);
  expect(await db.intents.count()).toBe(7);
});

test('one that was made elsewhere is said to be, and in the queue all of it is one entry until one selects', async () => {
  const { id, rows } = await compared();
  open('00000000-0000-7000-8000-000000000000');
  await expect
    .element(page.getByRole('heading', { name: "This comparison isn't on this device" }))
    .toBeVisible();

  await finish(rows[0]!, 1);
  openScreen({ path: '/queue', component: QueuePage });
  const cards = page.getByRole('article');
  await expect.element(cards).toHaveLength(1);
  await expect.element(cards.first()).toMatchTextContent('1 of 7 done');
  await expect
    .element(cards.getByRole('link', { name: 'Compare' }))
    .toHaveAttribute('href', `/compare/${id}`);
  await button('Select several requests').click();
  await expect.element(cards).toHaveLength(7);
});
