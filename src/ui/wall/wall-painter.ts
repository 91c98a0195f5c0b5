import { takeDecoded } from './decoded-ahead.ts';

/** A small picture as it is kept. */
export interface SmallPicture {
  blob: Blob;
}

export interface WallPainter {
  /** Gives what the canvases lie in; the wall's tiles lie over it, from the same corner on. */
  lay: (layer: HTMLElement | null) => void;
  /**
   * Paints a picture where its box lies, cropped into it, as long as it is near the screen; `data-state` of the box tells
   * whether it is `shown`. What was painted in the box before stays meanwhile.
   * @param fail called where it can't be painted
   * @returns lets go of it
   */
  add: (box: HTMLElement, picture: SmallPicture, fail: () => void) => () => void;
  /** Tiles have been drawn anew: pictures go with those that lie elsewhere now, in the same frame. */
  follow: () => void;
  end: () => void;
}

/** In pixels of the screen, from the corner of the layer. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whoever draws a tile says where it lies; its box would have to be measured. */
interface TilePlace {
  transform: string;
  top: number;
  height: number;
}

interface Item {
  box: HTMLElement;
  /** What the box moves with, and where that lies on the wall, in pixels of the page. */
  tile: HTMLElement;
  lies: TilePlace;
  picture: SmallPicture;
  fail: () => void;
  askedMs: number;
  /** Decoded, and not painted yet. */
  bitmap: ImageBitmap | null;
  isDecoding: boolean;
  /** The browser can read nothing of it. */
  isBroken: boolean;
  /** Where it is painted; null before that. */
  place: Place | null;
  /** The file that is painted there: it may be that of the picture that was in the box before. */
  painted: Blob | null;
}

/** A canvas is as wide as the wall and so high. */
const bandPx = 192;
/** Tiles that are further from the screen have their data, but are not painted. */
const nearPx = 256;
/** What comes sooner is there at once: on a wall that is scrolled, dozens of reveals would each need a layer. */
const revealAfterMs = 150;
/** A box whose size changes gets a sharper picture when it has stopped. */
const sharpenAfterMs = 200;

const isSamePlace = (left: Place, right: Place): boolean =>
  left.x === right.x &&
  left.y === right.y &&
  left.width === right.width &&
  left.height === right.height;

function placeOfTile({ style: { transform, height } }: HTMLElement): TilePlace {
  const top = Number(/ (-?[\d.]+)px\)$/.exec(transform)?.[1] ?? 0);
  return { transform, top, height: Number.parseFloat(height) };
}

/** Of the screen, for a width in pixels of the page. */
const toPixels = (width: number): number => Math.ceil(width * devicePixelRatio);

/** In pixels of the page. */
const isNearScreen = (top: number, bottom: number): boolean =>
  top < innerHeight + nearPx && bottom > -nearPx;

/** The canvases that something lies on. @param bandHeight in pixels of the screen */
function bandsOf({ y, height }: Place, bandHeight: number): number[] {
  const from = Math.floor(y / bandHeight);
  const to = Math.floor((y + Math.max(1, height) - 1) / bandHeight);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/**
 * Paints the pictures of a wall on few large canvases that lie under its tiles (docs/adr/0059), so that what was
 * decoded goes with its tile.
 */
export function createWallPainter(): WallPainter {
  let layer: HTMLElement | null = null;
  const items = new Map<HTMLElement, Item>();
  /** Let go of since the last frame: a tile that becomes another element goes on with its picture. */
  const leaving = new Set<Item>();
  const decoded = new Set<Item>();
  /** Where something is still to be seen that was let go of. */
  let ghosts: Place[] = [];
  /** A canvas that was left last, far from the screen, and where it lies. */
  let spare: { index: number; canvas: HTMLCanvasElement } | null = null;
  let bands = new Map<number, HTMLCanvasElement>();
  let pixelRatio = 1;
  let widthPixels = 0;
  let isStale = false;
  let isBroken = false;
  let frame = 0;
  let sharpening: ReturnType<typeof setTimeout> | undefined;
  let observers: { boxes: ResizeObserver; scheme: MutationObserver } | null = null;

  const bandPixels = () => Math.round(bandPx * pixelRatio);

  function schedule(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      paint();
    });
  }

  /** What is painted is not right any more, and can't be moved to where it belongs. */
  function paintAnew(): void {
    for (const item of items.values()) item.painted = null;
    schedule();
  }

  /** What was moved into another size is stretched, and may have been cut: it is painted anew when that has ended. */
  function sharpenSoon(): void {
    clearTimeout(sharpening);
    sharpening = setTimeout(paintAnew, sharpenAfterMs);
  }

  function observe(): ResizeObserver {
    observers ??= {
      boxes: new ResizeObserver((entries) => {
        const hasResized = entries.some(({ target, contentRect: { width, height } }) => {
          if (target === layer) return bands.size > 0 && toPixels(width) !== widthPixels;
          const place = items.get(target as HTMLElement)?.place;
          return (
            place &&
            (Math.abs(place.width - width * pixelRatio) > 1 ||
              Math.abs(place.height - height * pixelRatio) > 1)
          );
        });
        if (!hasResized) return;
        isStale = true;
        paint();
        sharpenSoon();
      }),
      // What lies under transparent pictures has the colour of the scheme.
      scheme: new MutationObserver(paintAnew),
    };
    // Another screen may have finer pixels.
    addEventListener('resize', schedule);
    observers.scheme.observe(document.documentElement, {
      attributeFilter: ['data-mantine-color-scheme'],
    });
    return observers.boxes;
  }

  /** Where a box lies now. @param corner of the layer, in pixels of the page */
  function placeOf(box: HTMLElement, corner: DOMRect): Place {
    const rect = box.getBoundingClientRect();
    const x = Math.round((rect.left - corner.left) * pixelRatio);
    const y = Math.round((rect.top - corner.top) * pixelRatio);
    return {
      x,
      y,
      width: Math.round((rect.right - corner.left) * pixelRatio) - x,
      height: Math.round((rect.bottom - corner.top) * pixelRatio) - y,
    };
  }

  async function decode(item: Item): Promise<void> {
    const { blob } = item.picture;
    if (item.painted === blob || item.isBroken) return;
    let bitmap: ImageBitmap;
    item.isDecoding = true;
    try {
      // In its own size: a smaller one would be made by the page's own thread.
      bitmap = await takeDecoded(blob);
    } catch {
      // Its tile says so a moment later; until then nobody tries again.
      item.isBroken = true;
      if (items.get(item.box) === item) item.fail();
      return;
    } finally {
      item.isDecoding = false;
    }
    if (items.get(item.box) !== item) {
      bitmap.close();
      return;
    }
    item.bitmap?.close();
    item.bitmap = bitmap;
    item.painted = blob;
    decoded.add(item);
    schedule();
  }

  function contextAt(index: number, into: HTMLElement): CanvasRenderingContext2D | null {
    let canvas = bands.get(index);
    if (!canvas) {
      canvas = spare?.canvas ?? document.createElement('canvas');
      spare = null;
      // This empties it as well.
      canvas.width = widthPixels;
      canvas.height = bandPixels();
      const { style } = canvas;
      style.width = `${widthPixels / pixelRatio}px`;
      style.height = `${bandPixels() / pixelRatio}px`;
      style.transform = `translateY(${(index * bandPixels()) / pixelRatio}px)`;
      if (!canvas.isConnected) {
        canvas.addEventListener('contextrestored', paintAnew);
        into.append(canvas);
      }
      bands.set(index, canvas);
    }
    const context = canvas.getContext('2d');
    if (context) context.setTransform(1, 0, 0, 1, 0, -index * bandPixels());
    else isBroken = true;
    return context;
  }

  function isBandNear(index: number, corner: DOMRect): boolean {
    const height = bandPixels() / pixelRatio;
    const top = corner.top + index * height;
    return isNearScreen(top, top + height);
  }

  /** Far from the screen a canvas waits to be another one; a new one would be a new layer of the page. */
  function giveBack(index: number, canvas: HTMLCanvasElement, corner: DOMRect): void {
    bands.delete(index);
    if (spare || isBandNear(index, corner)) remove(canvas);
    else spare = { index, canvas };
  }

  function remove(canvas: HTMLCanvasElement): void {
    canvas.remove();
    // Its memory is free at once, and not when somebody collects it.
    canvas.width = 0;
  }

  function forgetBands(): void {
    for (const canvas of bands.values()) remove(canvas);
    bands.clear();
    if (spare) remove(spare.canvas);
    spare = null;
  }

  function paintOne(
    bitmap: ImageBitmap,
    place: Place,
    into: HTMLElement,
    look: { radius: number; ground: string },
  ): void {
    const { x, y, width, height } = place;
    const scale = Math.max(width / bitmap.width, height / bitmap.height);
    const cutWidth = width / scale;
    const cutHeight = height / scale;
    const left = (bitmap.width - cutWidth) / 2;
    const top = (bitmap.height - cutHeight) / 2;
    for (const index of bandsOf(place, bandPixels())) {
      const context = contextAt(index, into);
      if (!context) return;
      context.clearRect(x, y, width, height);
      context.save();
      context.beginPath();
      context.roundRect(x, y, width, height, look.radius);
      context.clip();
      context.fillStyle = look.ground;
      context.fillRect(x, y, width, height);
      context.imageSmoothingQuality = scale < 0.5 ? 'medium' : 'low';
      context.drawImage(bitmap, left, top, cutWidth, cutHeight, x, y, width, height);
      context.restore();
    }
  }

  /** Brings what is painted to where its box lies now. @param before the canvases that it is on, so high in pixels */
  function moveOne(
    from: Place,
    to: Place,
    into: HTMLElement,
    before: { bands: ReadonlyMap<number, HTMLCanvasElement>; height: number },
  ): void {
    const stretchX = to.width / from.width;
    const stretchY = to.height / from.height;
    for (const index of bandsOf(from, before.height)) {
      const canvas = before.bands.get(index);
      if (!canvas) continue;
      const top = Math.max(from.y, index * before.height);
      const bottom = Math.min(from.y + from.height, (index + 1) * before.height);
      const part: Place = {
        x: to.x,
        y: to.y + (top - from.y) * stretchY,
        width: to.width,
        height: (bottom - top) * stretchY,
      };
      for (const target of bandsOf(part, bandPixels())) {
        contextAt(target, into)?.drawImage(
          canvas,
          from.x,
          top - index * before.height,
          part.width / stretchX,
          bottom - top,
          part.x,
          part.y,
          part.width,
          part.height,
        );
      }
    }
  }

  /** The box lets it be seen; what comes soon is there at once. */
  function show(item: Item): void {
    const { box, askedMs } = item;
    if (performance.now() - askedMs >= revealAfterMs) box.dataset['late'] = '';
    box.dataset['state'] = 'shown';
  }

  /** Whether a tile is on the screen or near it. @param corner of the layer */
  function isNear({ lies }: Item, corner: DOMRect): boolean {
    const top = corner.top + lies.top;
    return isNearScreen(top, top + lies.height);
  }

  /** What comes near is decoded, what went away makes room. */
  function sift(corner: DOMRect): void {
    for (const item of items.values()) {
      if (!isNear(item, corner)) {
        if (item.painted || item.place) leave(item);
      } else if (!item.isDecoding && !item.painted) {
        item.askedMs = performance.now();
        void decode(item);
      }
    }
  }

  function leave(item: Item): void {
    leaving.add({ ...item });
    item.box.dataset['state'] = 'waiting';
    item.place = null;
    item.painted = null;
    item.bitmap?.close();
    item.bitmap = null;
    decoded.delete(item);
  }

  /**
   * What was let go of is not seen any more. Far from the screen it waits until it comes near: its canvas is mostly gone
   * before that, and each change of one costs a frame that scrolls a part of its time.
   */
  function erase(corner: DOMRect): void {
    ghosts = ghosts.filter((place) => {
      const on = bandsOf(place, bandPixels()).flatMap((index) => bands.get(index) ?? []);
      const top = corner.top + place.y / pixelRatio;
      const isOnNear = isNearScreen(top, top + place.height / pixelRatio);
      if (!isOnNear) return on.length > 0;
      for (const index of bandsOf(place, bandPixels())) {
        const context = bands.get(index)?.getContext('2d');
        context?.setTransform(1, 0, 0, 1, 0, -index * bandPixels());
        context?.clearRect(place.x, place.y, place.width, place.height);
      }
      return false;
    });
  }

  function dropUnused(corner: DOMRect): void {
    const places = [...items.values()].flatMap(({ place }) => place ?? []);
    const used = new Set(places.flatMap((place) => bandsOf(place, bandPixels())));
    for (const [index, canvas] of bands) {
      if (used.has(index)) continue;
      giveBack(index, canvas, corner);
    }
  }

  function paint(): void {
    const into = layer;
    if (!into || isBroken) return;
    const corner = into.getBoundingClientRect();
    const width = toPixels(corner.width);
    if (width === 0) return;
    const before = { bands, height: bandPixels() };
    if (width !== widthPixels || pixelRatio !== devicePixelRatio) {
      isStale ||= bands.size > 0;
      if (bands.size > 0) sharpenSoon();
      widthPixels = width;
      pixelRatio = devicePixelRatio;
    }
    // What it still shows is nowhere any more.
    if (spare && isBandNear(spare.index, corner)) {
      remove(spare.canvas);
      spare = null;
    }
    sift(corner);
    ghosts.push(...[...leaving].flatMap(({ place }) => place ?? []));
    leaving.clear();
    const shown = [...items.values()].filter(({ place }) => place);
    const places = new Map(
      [...(isStale ? shown : []), ...decoded].map((item) => [item, placeOf(item.box, corner)]),
    );
    if (isStale) {
      bands = new Map();
      for (const item of shown) {
        const to = places.get(item);
        if (item.place && to) moveOne(item.place, to, into, before);
        item.place = to ?? null;
      }
      for (const canvas of before.bands.values()) remove(canvas);
      ghosts = [];
      isStale = false;
    } else if (ghosts.length > 0) {
      dropUnused(corner);
      erase(corner);
    }
    const told = [...decoded];
    decoded.clear();
    const [first] = told;
    if (first) {
      const style = getComputedStyle(first.box);
      const look = {
        radius: Number.parseFloat(style.borderTopLeftRadius) * pixelRatio || 0,
        ground: style.getPropertyValue('--kiln-surface-2'),
      };
      for (const item of told) {
        const place = places.get(item);
        item.place = place ?? null;
        if (item.bitmap && place) {
          paintOne(item.bitmap, place, into, look);
          ghosts = ghosts.filter((ghost) => !isSamePlace(ghost, place));
        }
        item.bitmap?.close();
        item.bitmap = null;
      }
    }
    if (isBroken) forgetBands();
    if (isBroken) for (const { fail } of items.values()) fail();
    else for (const item of told) show(item);
  }

  return {
    lay: (element) => {
      layer = element;
      if (layer) observe().observe(layer);
    },
    add: (box, picture, fail) => {
      const tile = box.closest('li');
      if (!tile) {
        fail();
        return () => {};
      }
      const item: Item = {
        box,
        tile,
        lies: placeOfTile(tile),
        picture,
        fail,
        askedMs: performance.now(),
        bitmap: null,
        isDecoding: false,
        isBroken: false,
        place: null,
        painted: null,
      };
      items.set(box, item);
      observe().observe(box);
      const before = [...leaving].find(
        (left) => left.place && (left.box === box || left.painted === picture.blob),
      );
      if (before) {
        leaving.delete(before);
        item.place = before.place;
        item.painted = before.painted;
        if (layer && before.place) {
          const place = placeOf(box, layer.getBoundingClientRect());
          isStale ||= !isSamePlace(place, before.place);
        }
        show(item);
      }
      if (isBroken) fail();
      else if (layer && isNear(item, layer.getBoundingClientRect())) void decode(item);
      return () => {
        if (items.get(box) !== item) return;
        items.delete(box);
        observers?.boxes.unobserve(box);
        leave(item);
        schedule();
      };
    },
    follow: () => {
      let hasMoved = false;
      for (const item of items.values()) {
        const { transform, height } = item.tile.style;
        if (transform === item.lies.transform && Number.parseFloat(height) === item.lies.height)
          continue;
        hasMoved ||= item.place !== null && transform !== item.lies.transform;
        item.lies = placeOfTile(item.tile);
      }
      isStale ||= hasMoved;
      if (isStale) {
        paint();
      } else schedule();
    },
    end: () => {
      cancelAnimationFrame(frame);
      clearTimeout(sharpening);
      frame = 0;
      observers?.boxes.disconnect();
      observers?.scheme.disconnect();
      observers = null;
      removeEventListener('resize', schedule);
      for (const { bitmap } of items.values()) bitmap?.close();
      items.clear();
      leaving.clear();
      decoded.clear();
      ghosts = [];
      forgetBands();
    },
  };
}
