import { proxy, transfer, wrap } from 'comlink';
import { solidOpenTimeoutMs } from '../../src/domain/solids/limits.ts';
import { SolidError } from '../../src/domain/solids/problems.ts';
import { withProgress } from '../progress.ts';
import type {
  SolidFacts,
  SolidLook,
  SolidPicture,
  SolidProgress,
  SolidWorker,
} from './contract.ts';

export interface SolidSession extends SolidFacts {
  /** Draws it so. What is asked while it draws is drawn after it, the last of it only. */
  draw(look: SolidLook): void;
  picture(): Promise<SolidPicture>;
}

/** A canvas of the page, by what is asked of it: other workers, which know none, use this, too. */
type Surface = OffscreenCanvas | { transferControlToOffscreen(): OffscreenCanvas };

/**
 * Opens a 3D object on a surface of the page, or on one that nobody sees, in a worker of its own: what is broken or too much ends with it, and so
 * does all memory of the graphics.
 * @param surface a canvas that nothing was drawn on yet; it is the worker's from then on
 * @param options.signal ends it: while it opens and as long as it is open
 * @param options.onLost what was opened is gone
 * @throws SolidError; the signal's reason when aborted
 */
export async function openSolid(
  file: Blob,
  mediaType: string,
  surface: Surface,
  look: SolidLook,
  options: {
    signal: AbortSignal;
    onProgress: (progress: SolidProgress) => void;
    onLost: () => void;
  },
): Promise<SolidSession> {
  const { signal, onProgress, onLost } = options;
  signal.throwIfAborted();
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined')
    throw new SolidError('no-graphics');
  const worker = new Worker(new URL('./solid.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-solid',
  });
  const api = wrap<SolidWorker>(worker);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Whoever asked gets it from the call.
  ended.catch(() => undefined);
  const end = (reason: unknown) => {
    worker.terminate();
    reject(reason);
  };
  let isOpen = false;
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // A script that could not be loaded has no message; one that failed has.
    end(new SolidError(event.message ? 'broken' : 'not-loaded', event.message));
    if (isOpen) onLost();
  });
  signal.addEventListener('abort', () => end(signal.reason), { once: true });
  const timer = setTimeout(() => end(new SolidError('too-slow')), solidOpenTimeoutMs);
  const canvas =
    surface instanceof OffscreenCanvas ? surface : surface.transferControlToOffscreen();
  try {
    const opened = await withProgress(onProgress, (tell) =>
      Promise.race([
        api.open(file, mediaType, transfer(canvas, [canvas]), look, tell, proxy(onLost)),
        ended,
      ]),
    );
    if (!opened.ok) throw new SolidError(opened.problem, opened.detail);
    isOpen = true;
    return {
      triangles: opened.triangles,
      points: opened.points,
      motions: opened.motions,
      draw: latestOnly((next) => Promise.race([api.draw(next), ended])),
      picture: () => Promise.race([api.picture(), ended]),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** One at a time; of what is asked meanwhile the last. */
function latestOnly(draw: (look: SolidLook) => Promise<void>): (look: SolidLook) => void {
  let isDrawing = false;
  let wanted: SolidLook | null = null;
  async function run(): Promise<void> {
    isDrawing = true;
    try {
      while (wanted) {
        const next = wanted;
        wanted = null;
        await draw(next);
      }
    } catch {
      // It was closed, or told by `onLost`.
    } finally {
      isDrawing = false;
    }
  }
  return (look) => {
    wanted = look;
    if (!isDrawing) void run();
  };
}
