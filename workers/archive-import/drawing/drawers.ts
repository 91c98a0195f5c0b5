import type { Blurred, SmallPicture } from '../../../src/media/pictures.ts';
import { AskedWorker } from '../../asked-worker.ts';
import type { DrawQuestion, Drawings } from './drawing.worker.ts';

/** As many as the cores of a usual device have use for. */
const most = 2;

/** Decodes pictures and draws them small in workers of their own: whoever brings works in has enough to do. */
export class Drawers {
  readonly #workers: AskedWorker<DrawQuestion, Drawings[keyof Drawings]>[] = [];
  #turn = 0;

  /** A picture's size and blur: all of it is decoded. @throws whatever the browser's decoder throws on damaged bytes */
  blur(picture: Blob): Promise<Blurred> {
    return this.#ask('blur', picture);
  }

  /** @throws whatever the browser's decoder throws on damaged bytes */
  small(picture: Blob): Promise<SmallPicture> {
    return this.#ask('small', picture);
  }

  async #ask<What extends keyof Drawings>(what: What, picture: Blob): Promise<Drawings[What]> {
    this.#turn = (this.#turn + 1) % most;
    const worker = (this.#workers[this.#turn] ??= new AskedWorker(
      new Worker(new URL('./drawing.worker.ts', import.meta.url), {
        type: 'module',
        name: 'kiln-archive-drawing',
      }),
    ));
    // It answers what it was asked.
    return (await worker.ask({ what, picture })) as Drawings[What];
  }
}
