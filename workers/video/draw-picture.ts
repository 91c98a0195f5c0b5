import { placePicture, type FilmFit, type FilmSize } from '../../src/domain/film-plan.ts';
import { FilmTrouble } from './trouble.ts';

/** Longer side of the tiny copy that becomes a blurred ground when it is drawn large again. */
const blurSide = 24;
/** How much of its light a blurred ground keeps, so that the picture stands before it. */
const groundLight = 0.6;

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new FilmTrouble('unknown', 'No 2d context');
  context.imageSmoothingQuality = 'high';
  return context;
}

/** Draws a picture so small, and so large again, that only its colours are left. Filters are missing in Safari. */
function drawGround(
  context: OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  film: FilmSize,
): void {
  const scale = blurSide / Math.max(film.width, film.height);
  const small = {
    width: Math.max(2, Math.round(film.width * scale)),
    height: Math.max(2, Math.round(film.height * scale)),
  };
  const tiny = new OffscreenCanvas(small.width, small.height);
  const place = placePicture(picture, small, 'fill');
  contextOf(tiny).drawImage(picture, place.x, place.y, place.width, place.height);
  context.globalAlpha = groundLight;
  context.drawImage(tiny, 0, 0, film.width, film.height);
  context.globalAlpha = 1;
}

/** A canvas of a film's size on which its pictures are drawn, one after the other. */
export class FilmCanvas {
  readonly canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #fit: FilmFit;

  constructor(size: FilmSize, fit: FilmFit) {
    this.canvas = new OffscreenCanvas(size.width, size.height);
    this.#context = contextOf(this.canvas);
    this.#fit = fit;
  }

  /** @throws FilmTrouble `picture-damaged` */
  async draw(blob: Blob, place: number): Promise<Uint8ClampedArray> {
    const { canvas } = this;
    const context = this.#context;
    let picture: ImageBitmap;
    try {
      picture = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    } catch (error) {
      throw new FilmTrouble('picture-damaged', String(error), place);
    }
    context.fillStyle = '#000';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const { x, y, width, height, leavesGround } = placePicture(picture, canvas, this.#fit);
    if (leavesGround && this.#fit === 'blur') drawGround(context, picture, canvas);
    context.drawImage(picture, x, y, width, height);
    picture.close();
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  }
}
