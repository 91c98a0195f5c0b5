import { startView } from '../../domain/solids/orbit.ts';
import type { DrawSolid } from '../../../workers/archive-import/contract.ts';
import { openSolid } from '../../../workers/solid/client.ts';

/** Nobody sees the surface; the picture has a size of its own. */
const look = {
  view: startView,
  width: 1,
  height: 1,
  wireframe: false,
  motion: 0,
  motionSeconds: 0,
};

/** The small picture of a 3D object, drawn in a worker that ends with it, as where it is looked at. */
export const drawSolid: DrawSolid = async (file, mediaType) => {
  const done = new AbortController();
  try {
    const solid = await openSolid(file, mediaType, new OffscreenCanvas(1, 1), look, {
      signal: done.signal,
      onProgress: () => undefined,
      onLost: () => undefined,
    });
    return await solid.picture();
  } finally {
    done.abort();
  }
};
