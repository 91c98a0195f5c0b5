import type {
  Brush,
  Colour,
  DrawingKind,
  DrawingStep,
  Sheet,
  Stroke,
} from '../../../domain/drawing.ts';

type NamedBrush = Exclude<Brush, Colour | 'erase'>;

/** As the tools read them: green keeps, red drops. A mask's white would not show on a bright picture. */
const namedColours: Readonly<Record<NamedBrush, Colour>> = {
  mark: '#ff4fa0',
  keep: '#16c447',
  drop: '#ff2a2a',
};

const core = '#3a0000';

/** What a brush shows as. */
export function brushColour(brush: Brush): Colour {
  if (brush === 'erase') return '#000000';
  return brush.startsWith('#') ? (brush as Colour) : namedColours[brush as NamedBrush];
}

function takeBrush(context: CanvasRenderingContext2D, { brush }: Stroke): void {
  context.globalCompositeOperation = brush === 'erase' ? 'destination-out' : 'source-over';
  const colour = brushColour(brush);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineCap = 'round';
  context.lineJoin = 'round';
}

/**
 * Draws a stroke from one of its points on, so that a finger's next piece costs only itself, however long the stroke
 * is. Every point is gone through, and a piece depends on what is before it only: played again, a stroke looks as it
 * did while it was drawn.
 */
export function paintStroke(context: CanvasRenderingContext2D, stroke: Stroke, from = 0): void {
  context.save();
  takeBrush(context, stroke);
  const { points, size } = stroke;
  for (let at = from * 3; at < points.length; at += 3) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    const width = size * (points[at + 2] ?? 1);
    context.beginPath();
    if (at === 0) {
      context.arc(x, y, width / 2, 0, 2 * Math.PI);
      context.fill();
      continue;
    }
    const beforeX = points[at - 3] ?? x;
    const beforeY = points[at - 2] ?? y;
    // On from where the piece before was going, so that a fast curve is no row of straight lines.
    const awayX = x - (points[at - 6] ?? beforeX);
    const awayY = y - (points[at - 5] ?? beforeY);
    context.lineWidth = width;
    context.moveTo(beforeX, beforeY);
    context.bezierCurveTo(
      beforeX + awayX / 6,
      beforeY + awayY / 6,
      x - (x - beforeX) / 3,
      y - (y - beforeY) / 3,
      x,
      y,
    );
    context.stroke();
  }
  if (stroke.brush === 'drop') paintCore(context, stroke, from);
  context.restore();
}

/** What goes is told from what stays by more than its colour: a dark line along the middle. Dark drops too. */
function paintCore(
  context: CanvasRenderingContext2D,
  { points, size }: Stroke,
  from: number,
): void {
  // The new piece lies over the line of what is just before it.
  let first = Math.max(0, from - 1) * 3;
  for (let covered = 0; first >= 3 && covered < size; first -= 3) {
    covered += Math.hypot(
      (points[first] ?? 0) - (points[first - 3] ?? 0),
      (points[first + 1] ?? 0) - (points[first - 2] ?? 0),
    );
  }
  context.strokeStyle = core;
  context.lineWidth = Math.max(1, size * 0.16);
  context.beginPath();
  context.moveTo(points[first] ?? 0, points[first + 1] ?? 0);
  for (let at = first; at < points.length; at += 3)
    context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  context.stroke();
}

/** What is drawn, on another sheet: cut, or with more room around it. */
function reframe(
  context: CanvasRenderingContext2D,
  frame: { x: number; y: number; width: number; height: number },
): void {
  const { canvas } = context;
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  canvas.width = frame.width;
  canvas.height = frame.height;
  context.drawImage(copy, -frame.x, -frame.y);
}

export function paintStep(context: CanvasRenderingContext2D, step: DrawingStep): void {
  const { width, height } = context.canvas;
  if (step.kind === 'stroke') paintStroke(context, step);
  if (step.kind === 'clear') context.clearRect(0, 0, width, height);
  if (step.kind === 'frame') reframe(context, step);
  if (step.kind === 'invert') {
    context.save();
    context.globalCompositeOperation = 'xor';
    context.fillStyle = namedColours.mark;
    context.fillRect(0, 0, width, height);
    context.restore();
  }
}

/**
 * Reads an earlier mask or drawing back: white counts as marked or kept, see-through as nothing; dark drops where
 * something is see-through, and is the ground of a mask elsewhere.
 */
export function paintEarlier(
  context: CanvasRenderingContext2D,
  earlier: CanvasImageSource,
  kind: DrawingKind,
): void {
  const { width, height } = context.canvas;
  context.drawImage(earlier, 0, 0, width, height);
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const light = rgbOf(kind === 'mask' ? namedColours.mark : namedColours.keep);
  let isSeeThrough = false;
  for (let at = 3; at < data.length; at += 4) isSeeThrough ||= (data[at] ?? 0) < 128;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    const isColoured = Math.max(red, green, blue) - Math.min(red, green, blue) > 40;
    const isLight = red + green + blue >= 3 * 128;
    const isDark = kind === 'strokes' && isSeeThrough && !isLight && !isColoured;
    const isSeen = alpha >= 128 && (isColoured || isLight || isDark);
    data[at + 3] = isSeen ? 255 : 0;
    if (isSeen && isDark) data.set(rgbOf(namedColours.drop), at);
    else if (isSeen && (kind === 'mask' || !isColoured)) data.set(light, at);
  }
  context.putImageData(image, 0, 0);
}

function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Whether there is anything on it. */
export function isBlank(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) >= 128) return false;
  return true;
}

/** Both together, as they are seen: paper, the picture that was drawn on, and the drawing. */
export function flatten(
  drawn: HTMLCanvasElement,
  sheet: Sheet,
  picture: CanvasImageSource | null,
  pictureSize: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = sheet.width;
  canvas.height = sheet.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  if (sheet.paper) {
    context.fillStyle = sheet.paper;
    context.fillRect(0, 0, sheet.width, sheet.height);
  }
  if (picture) {
    context.drawImage(picture, -sheet.x, -sheet.y, pictureSize.width, pictureSize.height);
  }
  context.drawImage(drawn, 0, 0);
  return canvas;
}

/** A mask as the tools take it: white on black. */
export function maskOf(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(drawn, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function pngOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the drawing could not be written');
  return new File([blob], name, { type: 'image/png' });
}
