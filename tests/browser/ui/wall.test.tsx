import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createRoot, type Root } from 'react-dom/client';
import '../../../src/ui/tokens.css';
import { decodeAhead } from '../../../src/ui/wall/decoded-ahead.ts';
import { showDragged } from '../../../src/ui/wall/drag-picture.ts';
import { Wall } from '../../../src/ui/wall/Wall.tsx';
import { WallPicture } from '../../../src/ui/wall/WallPicture.tsx';

interface Picture {
  blob: Blob;
  width: number;
  height: number;
}

interface Tile {
  key: string;
  ratio: number;
  picture: Picture;
}

async function pictureOf(colour: string, width = 384, height = 384): Promise<Picture> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return { blob: await canvas.convertToBlob({ type: 'image/png' }), width, height };
}

const tileOf = async (key: string, colour = key): Promise<Tile> => ({
  key,
  ratio: 1,
  picture: await pictureOf(colour),
});

let root: Root;

/** @param asButtons draws each tile as another element, as selecting does */
function show(tiles: readonly Tile[], asButtons = false): void {
  root.render(
    <Wall label="Works" tiles={tiles}>
      {({ key, ratio, picture }) => {
        const shown = (
          <WallPicture
            picture={picture}
            width={picture.width}
            height={picture.height}
            boxRatio={ratio}
            alt=""
            failedLabel="damaged"
          />
        );
        return asButtons ? (
          <button type="button" data-tile={key} style={{ width: '100%', padding: 0, border: 0 }}>
            {shown}
          </button>
        ) : (
          <div data-tile={key}>{shown}</div>
        );
      }}
    </Wall>,
  );
}

const nextFrame = () => new Promise(requestAnimationFrame);
const tile = (key: string) => document.querySelector(`[data-tile="${key}"]`);
const boxOf = (key: string) => tile(key)?.querySelector('[data-state]') ?? null;
const stateOf = (key: string) => boxOf(key)?.getAttribute('data-state');
/** Pictures come in the order in which they are decoded, which is anybody's. */
const areShown = (...keys: string[]) => keys.every((key) => stateOf(key) === 'shown');
const canvases = () => [...document.querySelectorAll('canvas')];

/** What the canvases under a point of the page have there: red, green, blue, and how opaque. */
function paintedAt(x: number, y: number): number[] {
  for (const canvas of canvases()) {
    const { left, top, right, bottom, width } = canvas.getBoundingClientRect();
    if (x < left || x >= right || y < top || y >= bottom) continue;
    const scale = canvas.width / width;
    const context = canvas.getContext('2d');
    return [...(context?.getImageData((x - left) * scale, (y - top) * scale, 1, 1).data ?? [])];
  }
  return [0, 0, 0, 0];
}

/** In the middle of a tile's picture. */
function paintedOn(key: string): number[] {
  const rect = boxOf(key)?.getBoundingClientRect();
  return rect ? paintedAt(rect.left + rect.width / 2, rect.top + rect.height / 2) : [];
}

const red = [255, 0, 0, 255];
const lime = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];
const nothing = [0, 0, 0, 0];

beforeEach(async () => {
  await page.viewport(900, 700);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  scrollTo(0, 0);
  vi.restoreAllMocks();
});

test('a picture of a wall is painted where its box lies, and the browser has nothing of it to decode', async () => {
  show([await tileOf('red'), await tileOf('lime')]);
  await expect.poll(() => areShown('red', 'lime')).toBe(true);
  expect(paintedOn('red')).toEqual(red);
  expect(paintedOn('lime')).toEqual(lime);
  // By it the browser's own menus know a picture.
  await expect.poll(() => tile('red')?.querySelector('img')?.naturalWidth).toBe(384);
  const { opacity } = getComputedStyle(tile('red')?.querySelector('img') ?? document.body);
  expect(opacity).toBe('0');
});

test('pictures go with their tiles in the frame in which those move, where motion is reduced too', async () => {
  const reduced = document.body.appendChild(document.createElement('style'));
  reduced.textContent = '* { transition-duration: 1ms !important; }';
  const before = [await tileOf('red'), await tileOf('lime')];
  const first = await tileOf('blue');
  show(before);
  await expect.poll(() => areShown('red', 'lime')).toBe(true);
  const leftBefore = boxOf('red')?.getBoundingClientRect().left;
  show([first, ...before]);
  await expect.poll(() => tile('blue')).not.toBeNull();
  expect(boxOf('red')?.getBoundingClientRect().left).not.toBe(leftBefore);
  expect(paintedOn('red')).toEqual(red);
  expect(paintedOn('lime')).toEqual(lime);
  await expect.poll(() => paintedOn('blue')).toEqual(blue);
});

test('a picture that is taken away leaves no trace, wherever it lay', async () => {
  const [one, two, three] = [await tileOf('red'), await tileOf('lime'), await tileOf('blue')];
  show([one, two, three]);
  await expect.poll(() => areShown('red', 'lime', 'blue')).toBe(true);
  const last = boxOf('blue')?.getBoundingClientRect();
  const middle = [(last?.left ?? 0) + 40, (last?.top ?? 0) + 40] as const;
  expect(paintedAt(...middle)).toEqual(blue);
  show([one, two]);
  await expect.poll(() => paintedAt(...middle)).toEqual(nothing);
  show([two]);
  await expect.poll(() => paintedOn('lime')).toEqual(lime);
  expect(canvases().length).toBeGreaterThan(0);
  show([]);
  await expect.poll(() => tile('lime')).toBeNull();
});

test('a tile that becomes another element shows its picture without a pause', async () => {
  const tiles = [await tileOf('red'), await tileOf('lime')];
  show(tiles);
  await expect.poll(() => areShown('red', 'lime')).toBe(true);
  show(tiles, true);
  await expect.poll(() => tile('red')?.tagName).toBe('BUTTON');
  expect(stateOf('red')).toBe('shown');
  expect(paintedOn('red')).toEqual(red);
});

test('a wall of another width has its pictures where they lie now, and sharp', async () => {
  show([await tileOf('red'), await tileOf('lime')]);
  await expect.poll(() => areShown('red', 'lime')).toBe(true);
  await page.viewport(600, 700);
  await expect.poll(() => Math.round(boxOf('red')?.clientWidth ?? 0)).toBeLessThan(220);
  await nextFrame();
  expect(paintedOn('red')).toEqual(red);
  expect(paintedOn('lime')).toEqual(lime);
});

test('a wall that was narrow for a moment has whole pictures afterwards', async () => {
  const place = document.body.firstElementChild as HTMLElement;
  const painted = await pictureOf('lime');
  show(Array.from({ length: 6 }, (_, at) => ({ key: `t${at}`, ratio: 1, picture: painted })));
  await expect.poll(() => areShown('t0', 't1', 't2', 't3', 't4', 't5')).toBe(true);
  const atTheRight = () => {
    const { right = 0, top = 0 } = boxOf('t3')?.getBoundingClientRect() ?? {};
    return paintedAt(right - 20, top + 20);
  };
  expect(atTheRight()).toEqual(lime);
  // What is painted meanwhile is cut where the wall ends.
  document.querySelector<HTMLElement>('[aria-hidden]')!.style.width = '300px';
  await nextFrame();
  await nextFrame();
  place.style.width = '700px';
  document.querySelector<HTMLElement>('[aria-hidden]')!.style.width = '';
  await nextFrame();
  await expect.poll(atTheRight).toEqual(lime);
});

test('through a long wall go only the canvases near the screen, and what comes back is painted again', async () => {
  const picture = await pictureOf('red');
  const tiles = Array.from({ length: 400 }, (_, at) => ({ key: `t${at}`, ratio: 1, picture }));
  show(tiles);
  await expect.poll(() => stateOf('t0')).toBe('shown');
  for (let y = 0; y < 12_000; y += 300) {
    scrollTo(0, y);
    await nextFrame();
  }
  const onScreen = () =>
    [...document.querySelectorAll('[data-tile]')].filter((found) => {
      const { top, bottom } = found.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  await expect
    .poll(() => onScreen().every((found) => found.querySelector('[data-state="shown"]')))
    .toBe(true);
  // The screen, what lies near it on both sides with a row that is cut off there, and one that waits to be used again.
  const rowPx = boxOf(onScreen()[0]?.getAttribute('data-tile') ?? '')?.clientHeight ?? 0;
  expect(canvases().length).toBeLessThanOrEqual(
    Math.ceil((innerHeight + 2 * (256 + rowPx)) / 192) + 2,
  );
  for (const found of onScreen()) {
    expect(paintedOn(found.getAttribute('data-tile') ?? '')).toEqual(red);
  }
  scrollTo(0, 0);
  await expect.poll(() => stateOf('t0')).toBe('shown');
  expect(paintedOn('t0')).toEqual(red);
});

test('a picture that is no picture says so in its place', async () => {
  const broken: Tile = {
    key: 'broken',
    ratio: 1,
    picture: { blob: new Blob(['no'], { type: 'image/webp' }), width: 384, height: 384 },
  };
  const tiles = [broken, await tileOf('lime')];
  const decode = vi.spyOn(globalThis, 'createImageBitmap');
  show(tiles);
  await expect.element(page.getByRole('img', { name: 'damaged' })).toBeVisible();
  await expect.poll(() => paintedOn('lime')).toEqual(lime);
  // It is tried once, however often the wall is drawn.
  show([...tiles, await tileOf('red')]);
  await expect.poll(() => paintedOn('red')).toEqual(red);
  expect(decode.mock.calls.filter(([source]) => source === broken.picture.blob)).toHaveLength(1);
});

test('a wall that is drawn before it is shown has its tiles, whole, when it is', async () => {
  const place = document.body.firstElementChild as HTMLElement;
  place.style.display = 'none';
  show([await tileOf('red'), await tileOf('lime')]);
  await expect.poll(() => document.querySelector('ul')).not.toBeNull();
  await nextFrame();
  expect(tile('red')).toBeNull();
  const moved = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
  place.style.display = '';
  await expect.poll(() => areShown('red', 'lime')).toBe(true);
  expect(paintedOn('red')).toEqual(red);
  // Each was painted where it lies and not brought there from somewhere else.
  expect(moved.mock.calls.filter(([source]) => source instanceof HTMLCanvasElement)).toEqual([]);
});

test('a picture that was decoded ahead is not decoded again for the tile that shows it', async () => {
  const one = await tileOf('red');
  decodeAhead(one.picture.blob);
  const decode = vi.spyOn(globalThis, 'createImageBitmap');
  await nextFrame();
  show([one]);
  await expect.poll(() => paintedOn('red')).toEqual(red);
  expect(decode).not.toHaveBeenCalled();
  // Drawn again it is decoded again: who painted it has let go of it.
  show([]);
  await expect.poll(() => tile('red')).toBeNull();
  show([one]);
  await expect.poll(() => paintedOn('red')).toEqual(red);
  expect(decode).toHaveBeenCalledOnce();
});

test('where nothing can be painted the browser shows the pictures itself', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  show([await tileOf('red')]);
  const opacity = () => {
    const found = tile('red')?.querySelector('img');
    return found ? getComputedStyle(found).opacity : null;
  };
  await expect.poll(opacity).toBe('1');
  expect(canvases()).toEqual([]);
});

test('what is dragged off a wall shows its picture under the mouse', async () => {
  show([await tileOf('red'), await tileOf('lime')]);
  // Without an address it is complete as well.
  await expect.poll(() => tile('lime')?.querySelector('img')?.naturalWidth).toBeGreaterThan(0);
  const dragged = tile('lime') as HTMLElement;
  const { left, top, width } = dragged.getBoundingClientRect();
  const dataTransfer = new DataTransfer();
  const setDragImage = vi.spyOn(dataTransfer, 'setDragImage');
  const at = { clientX: left + 30, clientY: top + 40 };
  showDragged({ dataTransfer, currentTarget: dragged, ...at });
  const [picture, x, y] = setDragImage.mock.calls[0] ?? [];
  expect([x, y]).toEqual([30, 40]);
  if (!(picture instanceof HTMLCanvasElement)) throw new Error('no canvas');
  expect(picture.width).toBe(Math.round(width));
  const { data } = picture.getContext('2d')?.getImageData(picture.width / 2, 10, 1, 1) ?? {};
  expect([...(data ?? [])]).toEqual(lime);
  await expect.poll(() => picture.isConnected).toBe(false);
});

test('what lies under a transparent picture has the colour of the scheme', async () => {
  show([await tileOf('clear', 'transparent')]);
  await expect.poll(() => stateOf('clear')).toBe('shown');
  const before = paintedOn('clear');
  const { documentElement } = document;
  const scheme = documentElement.getAttribute('data-mantine-color-scheme');
  documentElement.setAttribute('data-mantine-color-scheme', scheme === 'light' ? 'dark' : 'light');
  await expect.poll(() => paintedOn('clear')).not.toEqual(before);
  expect(paintedOn('clear')[3]).toBe(255);
  documentElement.removeAttribute('data-mantine-color-scheme');
});

/** Scrolls a long wall a little on. @returns the tile under a point of the screen that a mouse could press */
async function pass(pointerType: 'mouse' | 'touch'): Promise<() => string | null> {
  const of = pointerType === 'mouse' ? 'pointermove' : 'pointerdown';
  document.body.dispatchEvent(new PointerEvent(of, { pointerType, bubbles: true }));
  await nextFrame();
  scrollBy(0, 120);
  await expect.poll(() => document.querySelector('ul[data-scrolling]')).not.toBeNull();
  const { innerWidth, innerHeight } = window;
  return () =>
    document
      .elementFromPoint(innerWidth / 3, innerHeight / 2)
      ?.closest('[data-tile]')
      ?.getAttribute('data-tile') ?? null;
}

async function showLongWall(): Promise<void> {
  const { picture } = await tileOf('red');
  show(Array.from({ length: 200 }, (_, at) => ({ key: `${at}`, ratio: 1, picture })));
  await expect.poll(() => stateOf('0')).toBe('shown');
}

test('what passes under a mouse that rests is nothing to it until the mouse is moved', async () => {
  await showLongWall();
  const under = await pass('mouse');
  expect(under()).toBeNull();
  document
    .querySelector('ul')
    ?.parentElement?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  expect(document.querySelector('ul[data-scrolling]')).not.toBeNull();
  expect(under()).not.toBeNull();
});

test('what passes under a mouse that rests can be pressed all the same', async () => {
  await showLongWall();
  const under = await pass('mouse');
  const pressed: (string | null)[] = [];
  const note = ({ target, ctrlKey }: MouseEvent) => {
    const of = target instanceof Element ? target.closest('[data-tile]') : null;
    if (of && ctrlKey) pressed.push(of.getAttribute('data-tile'));
  };
  document.addEventListener('click', note);
  const [clientX, clientY] = [innerWidth / 3, innerHeight / 2];
  document
    .elementFromPoint(clientX, clientY)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY, ctrlKey: true }));
  document.removeEventListener('click', note);
  expect(pressed).toEqual([under()]);
  expect(under()).not.toBeNull();
});

test('a tile that is pressed by key while a wall scrolls is pressed once', async () => {
  await showLongWall();
  await pass('mouse');
  let presses = 0;
  const note = () => {
    presses += 1;
  };
  document.addEventListener('click', note);
  document.querySelector<HTMLElement>('[data-tile]')?.click();
  document.removeEventListener('click', note);
  expect(presses).toBe(1);
});

test('what has come to rest under a mouse can be pressed again', async () => {
  await showLongWall();
  const under = await pass('mouse');
  expect(under()).toBeNull();
  await expect.poll(under).not.toBeNull();
});

test('a finger holds what it comes upon while a wall still scrolls', async () => {
  await showLongWall();
  // A mouse that was left over the page has other tiles come under it, and is not what scrolls.
  await userEvent.click(page.elementLocator(tile('9') as HTMLElement));
  const under = await pass('touch');
  while (document.querySelector('ul[data-scrolling]')) {
    expect(under()).not.toBeNull();
    await nextFrame();
  }
});
