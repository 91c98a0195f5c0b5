import { expose } from 'comlink';
import { solidMaxBytes } from '../../src/domain/solids/limits.ts';
import { SolidError } from '../../src/domain/solids/problems.ts';
import { readSolid } from '../../src/media/solid/read-solid.ts';
import { pictureOf } from '../../src/media/solid/small-picture.ts';
import { SolidStage } from '../../src/media/solid/stage.ts';
import type { OpenedSolid, SolidLook, SolidProgress, SolidWorker } from './contract.ts';

let opened: { stage: SolidStage; surface: OffscreenCanvas; look: SolidLook } | null = null;

async function readBytes(
  file: Blob,
  onProgress: (progress: SolidProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > solidMaxBytes) throw new SolidError('too-large');
  const bytes = new Uint8Array(file.size);
  let done = 0;
  for (const reader = file.stream().getReader(); ;) {
    const { value } = await reader.read();
    if (!value) return bytes;
    bytes.set(value, done);
    done += value.length;
    onProgress({ phase: 'reading', done, of: file.size });
  }
}

function ask(look: SolidLook): void {
  if (!opened) return;
  if (look.wireframe !== opened.look.wireframe) opened.stage.setWireframe(look.wireframe);
  opened.look = look;
  opened.stage.draw(look.view, look);
}

/** Ends when it is drawn: who asks for one view after another would be ahead of what they see by more and more. */
async function draw(look: SolidLook): Promise<void> {
  ask(look);
  await opened?.stage.untilDrawn();
}

const api: SolidWorker = {
  async open(file, mediaType, surface, look, onProgress, onLost): Promise<OpenedSolid> {
    try {
      surface.addEventListener('webglcontextlost', onLost);
      const bytes = await readBytes(file, onProgress);
      onProgress({ phase: 'building', done: file.size, of: file.size });
      const stage = new SolidStage(surface, await readSolid(bytes, mediaType));
      opened = { stage, surface, look: { ...look, wireframe: false } };
      await draw(look);
      return { ok: true, ...stage.facts };
    } catch (error) {
      const problem = error instanceof SolidError ? error.problem : 'broken';
      return { ok: false, problem, detail: error instanceof Error ? error.message : '' };
    }
  },
  draw,
  picture() {
    if (!opened) throw new Error('Nothing is open');
    const { stage, surface, look } = opened;
    const picture = pictureOf(stage, surface);
    // In the same turn, so that nobody sees the other size.
    ask(look);
    return picture;
  },
};

expose(api);
