import { planFilm, type FilmStretch } from '../../src/domain/film-plan.ts';
import type { FilmJob } from './contract.ts';
import { FilmCanvas } from './draw-picture.ts';
import { blockSide, findMotion, motionReach, movePlane, type MotionField } from './motion.ts';
import { blend, planeBytes, planesWithin, toPlanes, type ColourMatrix } from './planes.ts';
import type { Planes } from './planes.ts';
import { samplePlane, type SampledPlane } from './sampled-plane.ts';

/** Planes of a picture that can be read between their pixels. */
interface Sampled {
  y: SampledPlane;
  u: SampledPlane;
  v: SampledPlane;
}

function sample({ y, u, v, width, height }: Planes): Sampled {
  const border = motionReach(width, height) + 2;
  const half = (plane: Uint8Array) => samplePlane(plane, width / 2, height / 2, border / 2 + 1);
  return { y: samplePlane(y, width, height, border), u: half(u), v: half(v) };
}

function movePlanes(
  from: Sampled,
  to: Sampled,
  field: MotionField,
  share: number,
  into: Planes,
): void {
  const { width, height } = into;
  const full = { width, height, side: blockSide, share };
  const half = { width: width / 2, height: height / 2, side: blockSide / 2, share };
  movePlane(from.y, to.y, field, full, into.y);
  movePlane(from.u, to.u, field, half, into.u);
  movePlane(from.v, to.v, field, half, into.v);
}

/**
 * The frames of a film in their order, as I420. There are never more than two pictures in memory; what is handed over
 * is only good until the next one is asked for.
 * @param onPoster told the canvas with the first picture on it
 */
export async function* filmFrames(
  { pictures, size, rates, transition, fit }: FilmJob,
  matrix: ColourMatrix,
  onPoster: (canvas: OffscreenCanvas) => Promise<void>,
): AsyncGenerator<{ bytes: Uint8Array; stretch: FilmStretch }> {
  const canvas = new FilmCanvas(size, fit);
  const between = planesWithin(new Uint8Array(planeBytes(size)), size);
  const read = async (place: number) =>
    toPlanes(await canvas.draw(pictures[place]!, place), size, matrix);

  let current = await read(0);
  await onPoster(canvas.canvas);
  let sampled: Sampled | null = null;
  for (const stretch of planFilm(pictures.length, rates)) {
    const { from, to, next } = stretch;
    if (next === null || transition === 'cut' || to - from === 1) {
      for (let frame = from; frame < to; frame += 1) yield { bytes: current.bytes, stretch };
      if (next !== null) current = await read(next);
      sampled = null;
      continue;
    }
    const following = await read(next);
    let field: MotionField | null = null;
    let followingSampled: Sampled | null = null;
    if (transition === 'smooth') {
      field = findMotion(current.y, following.y, size.width, size.height);
      sampled ??= sample(current);
      followingSampled = sample(following);
    }
    yield { bytes: current.bytes, stretch };
    for (let frame = from + 1; frame < to; frame += 1) {
      const share = Math.round(((frame - from) * 256) / (to - from));
      if (field && sampled && followingSampled) {
        movePlanes(sampled, followingSampled, field, share, between);
      } else {
        blend(current.bytes, following.bytes, share, between.bytes);
      }
      yield { bytes: between.bytes, stretch };
    }
    current = following;
    sampled = followingSampled;
  }
}
