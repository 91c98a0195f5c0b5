import {
  decodePicture,
  openPicture,
  type OpenedPicture,
} from '../../engines/contract/open-picture.ts';
import type { PictureToDescribe } from '../helper.ts';
import { embeddedPrompt } from './embedded.ts';
import { measure, type PictureFacts } from './facts.ts';

// Runs in processes beside the platform (picture-call.ts): the picture may be anything.

const factsSide = 384;
const smallSide = 768;

const open = (picture: PictureToDescribe): Promise<OpenedPicture> =>
  openPicture([{ ...picture, field: 'picture', width: 0, height: 0 }], 'picture');

const shrink = ({ pipeline }: OpenedPicture, side: number) =>
  pipeline
    .clone()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });

/** A JPEG for a model of vision. */
export async function readSmall(picture: PictureToDescribe): Promise<Uint8Array> {
  return await shrink(await open(picture), smallSide)
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** What can be measured of a picture, and the prompt that its file names. */
export async function readFacts(
  picture: PictureToDescribe,
): Promise<{ facts: PictureFacts; prompt: string | null }> {
  const opened = await open(picture);
  const { width, height } = opened;
  const text = await opened.pipeline.clone().metadata();
  const raw = await decodePicture({ ...opened, pipeline: shrink(opened, factsSide) });
  const prompt = embeddedPrompt({
    comments: text.comments ?? [],
    exif: text.exif ?? null,
    xmp: text.xmp?.toString('utf8') ?? null,
  });
  return { facts: measure(raw, { width, height }), prompt };
}
