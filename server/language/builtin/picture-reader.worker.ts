import { decodePicture, openPicture } from '../../engines/contract/open-picture.ts';
import {
  EngineError,
  tellEngineError,
  type ToldEngineError,
} from '../../engines/contract/engine.ts';
import type { PictureToDescribe } from '../helper.ts';
import { embeddedPrompt } from './embedded.ts';
import { measure } from './facts.ts';
import type { PictureFacts } from './facts.ts';

export interface ReadingTask {
  picture: PictureToDescribe;
  /** `small`: a JPEG for a model of vision; `facts`: what can be measured, and what the file says. */
  wanted: 'small' | 'facts';
}
export type PictureReading =
  | { ok: true; wanted: 'small'; jpeg: Uint8Array }
  | { ok: true; wanted: 'facts'; facts: PictureFacts; prompt: string | null }
  | { ok: false; error: ToldEngineError };

const factsSide = 384;
const smallSide = 768;

/** Thread entry: opens one picture, which may be anything. */
export default async function readPicture({
  picture,
  wanted,
}: ReadingTask): Promise<PictureReading> {
  try {
    const source = { ...picture, field: 'picture', width: 0, height: 0 };
    const opened = await openPicture([source], 'picture');
    const side = wanted === 'small' ? smallSide : factsSide;
    const { width, height } = opened;
    const text = await opened.pipeline.clone().metadata();
    const small = opened.pipeline
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    if (wanted === 'small') {
      const jpeg = await small.jpeg({ quality: 85 }).toBuffer();
      return { ok: true, wanted, jpeg };
    }
    const raw = await decodePicture({ ...opened, pipeline: small });
    const facts = measure(raw, { width, height });
    const comments = text.comments ?? [];
    const prompt = embeddedPrompt({
      comments,
      exif: text.exif ?? null,
      xmp: text.xmp?.toString('utf8') ?? null,
    });
    return { ok: true, wanted, facts, prompt };
  } catch (error) {
    const told =
      error instanceof EngineError
        ? error
        : new EngineError('unsupported-media', 'The picture is damaged or incomplete', {
            retryable: false,
          });
    return { ok: false, error: tellEngineError(told) };
  }
}
