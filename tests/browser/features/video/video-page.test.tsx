import { useNavigate, useSearch } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { readVideoSearch } from '../../../../src/features/video/arrangement.ts';
import { filmRunAtom } from '../../../../src/features/video/film-run.ts';
import { VideoPage } from '../../../../src/features/video/VideoPage.tsx';
import { store } from '../../../../src/ui/atoms.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

function Video() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  return (
    <VideoPage
      search={readVideoSearch(search)}
      onSearch={(next) => void navigate({ to: '.', search: next as never, replace: true })}
      ChooseWork={({ opened, onPick }) =>
        opened ? (
          <button type="button" onClick={() => onPick(new File([], 'x'), workRow(4))}>
            The fourth
          </button>
        ) : null
      }
      onDownload={async () => undefined}
    />
  );
}

const worksOf = (url: string) =>
  (new URL(url, 'http://kiln.test').searchParams.get('works') ?? '').split(',').filter(Boolean);

const open = (search: string) =>
  openScreen({
    path: '/video',
    url: `/video${search}`,
    component: Video,
    validateSearch: readVideoSearch,
  });

const button = (name: string | RegExp) => page.getByRole('button', { name });
const ids = [1, 2, 3].map(workId);
const three = `?works=${ids.join(',')}&transition=cut&final=15`;

beforeEach(async () => {
  await freshDevice();
  await putWorks(...[1, 2, 3, 4].map((number) => workRow(number, { width: 96, height: 64 })));
  store.set(filmRunAtom, { kind: 'idle' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  closeScreen();
});

test('a press without pictures says so in the words of the specification, and loses nothing', async () => {
  open('');
  await button('Make the video').click();
  await expect.element(page.getByText('No images were submitted!', { exact: true })).toBeVisible();
});

test('a browser without workers, and a worker that is not there, are said in the words of the specification', async () => {
  vi.stubGlobal('Worker', undefined);
  open(three);
  await expect
    .element(
      page.getByText(
        "Your browser doesn't support web workers! Try updating or using a different browser.",
        { exact: true },
      ),
    )
    .toBeVisible();
  // Nothing that could only fail is offered.
  await expect.element(button('Make the video')).not.toBeInTheDocument();
  closeScreen();
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('error')));
      }
      postMessage() {}
      terminate() {}
    },
  );
  open(three);
  await expect.element(page.getByText('Worker not found!', { exact: true })).toBeVisible();
  // It is there from the press on: the page asks again by itself once it knows the pictures.
  document.addEventListener('click', () => vi.unstubAllGlobals(), { once: true, capture: true });
  await button('Try again').click();
  await expect.element(button('Make the video')).toBeVisible();
});

test('pictures are put in order by dragging with mouse and finger, and what is taken out stays a work', async () => {
  const { url } = open(three);
  const handle = (number: number) => button(new RegExp(`^Move picture ${number} of 3`));
  const tile = (number: number) =>
    page.getByRole('listitem', { name: new RegExp(`^Picture ${number} of 3`) }).element();
  await expect.element(handle(1)).toBeVisible();
  for (const [pointerType, pointerId] of [
    ['mouse', 1],
    ['touch', 2],
  ] as const) {
    const before = worksOf(url());
    const from = handle(1).element().getBoundingClientRect();
    const to = tile(3).getBoundingClientRect();
    const at = (x: number, y: number) => ({
      bubbles: true,
      cancelable: true,
      button: 0,
      pointerId,
      pointerType,
      clientX: x,
      clientY: y,
    });
    handle(1)
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', at(from.x + 10, from.y + 10)));
    const end = at(to.x + to.width * 0.8, to.y + 40);
    window.dispatchEvent(new PointerEvent('pointermove', end));
    window.dispatchEvent(new PointerEvent('pointerup', end));
    const [first, second, third] = before;
    await expect.poll(() => worksOf(url())).toEqual([second, third, first]);
  }
  await userEvent.click(button('Take out: picture 2'));
  await expect.poll(() => worksOf(url())).toHaveLength(2);
  expect(await db.works.count()).toBe(4);
  await button('Add pictures').click();
  await button('The fourth').click();
  await expect.poll(() => worksOf(url()).at(-1)).toBe(workId(4));
});

test('the video is kept as a work of its own, in the order of the pictures, and the platform is told', async () => {
  const { asked } = open(three);
  await expect.element(page.getByText(/^Preview:/)).toBeVisible();
  await button('Make the video').click();
  await expect.element(page.getByText('It is among your works.')).toBeVisible();
  const [film] = await db.works
    .where('owner')
    .equals(owner)
    .filter(({ origin }) => origin === 'assembled')
    .toArray();
  expect(film).toMatchObject({
    jobType: 'Img2Video',
    jobId: null,
    prompt: 'picture 1',
    width: 96,
    height: 64,
    onDevice: 1,
    parameters: { pictures: 3, initial_framerate: 1, final_framerate: 15, duration: 3 },
  });
  expect(film!.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await db.thumbnails.get(film!.id as never)).toBeDefined();
  expect(asked).toContain('wake');
  // What is changed is for the next one.
  await page.getByRole('radio', { name: 'Fade' }).click();
  await expect.element(button('Make the video')).toBeVisible();
});

test('a picture whose full size is neither here nor to be had is named by its place', async () => {
  await db.media.delete(workId(2) as never);
  await db.works.update(workId(2), { onDevice: 0, remote: 'expired' });
  open(three);
  await expect
    .element(page.getByText(/The full size of 1 picture is not on this device/))
    .toBeVisible();
  await button('Make the video').click();
  await expect
    .element(
      page.getByText(/The full size of picture 2 is not on this device and can't be fetched/),
    )
    .toBeVisible();
});
