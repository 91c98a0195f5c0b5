import type { Brush, DrawingKind, DrawingStep, Stroke } from './drawing-steps.ts';

/** The longer side of a drawing: finer than any finger, small enough to travel at once. */
const drawingMaxSide = 1024;

/** As the tools read them: green keeps, red drops. A mask's white would not show on a bright picture. */
const colours: Readonly<Record<Exclude<Brush, 'erase'>, string>> = {
  mark: '#ff4fa0',
  keep: '#16c447',
  drop: '#ff2a2a',
};

const core = '#3a0000';

export interface DrawingSize {
  width: number;
  height: number;
}

/** A drawing has the proportions of its picture. */
export function drawingSize(picture: DrawingSize): DrawingSize {
  const scale = Math.min(1, drawingMaxSide / Math.max(picture.width, picture.height));
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

function brushOf(context: CanvasRenderingContext2D, { brush }: Stroke): void {
  context.globalCompositeOperation = brush === 'erase' ? 'destination-out' : 'source-over';
  const colour = brush === 'erase' ? '#000' : colours[brush];
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineCap = 'round';
  context.lineJoin = 'round';
}

/** Draws a stroke from one of its points on, so that a finger's next piece costs only itself. */
export function paintStroke(context: CanvasRenderingContext2D, stroke: Stroke, from = 0): void {
  context.save();
  brushOf(context, stroke);
  const { points, size } = stroke;
  for (let at = from * 3; at < points.length; at += 3) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    const width = size * (points[at + 2] ?? 1);
    context.beginPath();
    if (at === 0) {
      context.arc(x, y, width / 2, 0, 2 * Math.PI);
      context.fill();
    } else {
      context.lineWidth = width;
      context.moveTo(points[at - 3] ?? x, points[at - 2] ?? y);
      context.lineTo(x, y);
      context.stroke();
    }
  }
  if (stroke.brush === 'drop') paintCore(context, stroke);
  context.restore();
}

/** What goes is told from what stays by more than its colour: a dark line along the middle. Dark drops too. */
function paintCore(context: CanvasRenderingContext2D, { points, size }: Stroke): void {
  context.strokeStyle = core;
  context.lineWidth = Math.max(1, size * 0.16);
  context.beginPath();
  context.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let at = 0; at < points.length; at += 3)
    context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  context.stroke();
}

export function paintStep(context: CanvasRenderingContext2D, step: DrawingStep): void {
  const { width, height } = context.canvas;
  if (step.kind === 'stroke') paintStroke(context, step);
  if (step.kind === 'clear') context.clearRect(0, 0, width, height);
  if (step.kind === 'invert') {
    context.save();
    context.globalCompositeOperation = 'xor';
    context.fillStyle = colours.mark;
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
  const light = rgbOf(kind === 'mask' ? colours.mark : colours.keep);
  let isSeeThrough = false;
  for (let at = 3; at < data.length; at += 4) isSeeThrough ||= (data[at] ?? 0) < 128;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    const isColoured = Math.max(red, green, blue) - Math.min(red, green, blue) > 40;
    const isLight = red + green + blue >= 3 * 128;
    const isDark = kind === 'strokes' && isSeeThrough && !isLight && !isColoured;
    const isSeen = alpha >= 128 && (isColoured || isLight || isDark);
    data[at + 3] = isSeen ? 255 : 0;
    if (isSeen && isDark) data.set(rgbOf(colours.drop), at);
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

/** A PNG as the tools take it: a mask white on black, strokes in their colours on nothing. */
export async function exportDrawing(drawn: HTMLCanvasElement, kind: DrawingKind): Promise<File> {
  let canvas = drawn;
  if (kind === 'mask') {
    canvas = document.createElement('canvas');
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
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the drawing could not be written');
  return new File([blob], `${kind}.png`, { type: 'image/png' });
}
