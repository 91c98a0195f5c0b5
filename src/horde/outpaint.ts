import { refusedInput } from '../domain/engine.ts';
import type { InputValues } from '../domain/model.ts';
import { sizeFor, type ModelTraits } from './baselines.ts';

export interface Borders {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/** How far new ground reaches into the old picture, as a share of the longer side: seams heal there. */
const seamShare = 1 / 64;

/** What a request adds at each side. @throws EngineError `invalid-input` where nothing is */
export function bordersOf(input: InputValues): Borders {
  const side = (name: keyof Borders): number => Math.max(0, Number(input[name] ?? 0));
  const asked = {
    left: side('left'),
    right: side('right'),
    top: side('top'),
    bottom: side('bottom'),
  };
  if (Object.values(asked).every((pixels) => pixels === 0)) {
    throw refusedInput({ field: null, reason: 'no-growth' }, 'no border grows');
  }
  return asked;
}

/**
 * Where a picture comes to lie on the larger ground that it is continued on, at the size that the model makes.
 * @param asked pixels of the picture itself that are added at each side
 * @returns `inner`: the picture; `kept`: what of it is not painted anew
 */
export function outpaintPlan(
  picture: Size,
  asked: Borders,
  model: Pick<ModelTraits, 'nativeSide'>,
): { target: Size; inner: Size & Borders; kept: Size & Borders } {
  const whole = {
    width: picture.width + asked.left + asked.right,
    height: picture.height + asked.top + asked.bottom,
  };
  const target = sizeFor(whole, model);
  const across = target.width / whole.width;
  const down = target.height / whole.height;
  const left = Math.round(asked.left * across);
  const top = Math.round(asked.top * down);
  const within = (borders: Borders) => ({
    ...borders,
    width: target.width - borders.left - borders.right,
    height: target.height - borders.top - borders.bottom,
  });
  const width = Math.min(Math.max(1, Math.round(picture.width * across)), target.width - left);
  const height = Math.min(Math.max(1, Math.round(picture.height * down)), target.height - top);
  const inner = within({
    left,
    top,
    right: target.width - left - width,
    bottom: target.height - top - height,
  });
  const seam = Math.round(Math.max(target.width, target.height) * seamShare);
  // Only where something is added; the picture's own edges stay.
  const kept = within({
    left: inner.left + (asked.left > 0 ? seam : 0),
    top: inner.top + (asked.top > 0 ? seam : 0),
    right: inner.right + (asked.right > 0 ? seam : 0),
    bottom: inner.bottom + (asked.bottom > 0 ? seam : 0),
  });
  return { target, inner, kept };
}
