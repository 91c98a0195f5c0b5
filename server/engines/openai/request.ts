import type { EngineJob, EngineSource } from '../contract/engine.ts';
import { sourceAsAlpha, sourceAsPng, sourceOf } from '../pictures.ts';
import type { OpenaiTool } from './models.ts';

/** Longest side of a picture that is sent to be edited. */
const editMaxSide = 2_048;

export interface ImageRequest {
  path: '/images/generations' | '/images/edits';
  headers: Record<string, string>;
  body: string | FormData;
  streams: boolean;
}

function fit({ width, height }: EngineSource): { width: number; height: number } {
  const scale = Math.min(1, editMaxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** What is asked of the server, explicit in everything that the configuration names. */
export async function requestOf(
  job: EngineJob,
  { task, model }: OpenaiTool,
): Promise<ImageRequest> {
  const { input, sources } = job;
  // Several pictures at once come without previews.
  const streams = model.partialImages > 0 && job.outputs === 1;
  const fields: Record<string, string | number | boolean> = {
    ...model.input,
    model: model.id,
    prompt: String(input['prompt'] ?? ''),
    n: job.outputs,
    size: `${String(input['width'])}x${String(input['height'])}`,
    ...(typeof input['quality'] === 'string' && { quality: input['quality'] }),
    ...(model.responseFormat && { response_format: model.responseFormat }),
    ...(streams && { stream: true, partial_images: model.partialImages }),
  };
  if (task === 'generate') {
    return {
      path: '/images/generations',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
      streams,
    };
  }
  const image = sourceOf(sources, 'image');
  const images = sources.filter(({ field }) => field === 'image');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  const size = fit(image);
  const file = (data: Buffer, name: string) =>
    new File([new Uint8Array(data)], name, { type: 'image/png' });
  if (images.length === 1) form.append('image', file(await sourceAsPng(image, size), 'image.png'));
  // Several are a list there, in the order in which the person put them.
  else
    for (const [index, one] of images.entries())
      form.append('image[]', file(await sourceAsPng(one, fit(one)), `image-${index + 1}.png`));
  if (task === 'inpaint') {
    const mask = await sourceAsAlpha(sourceOf(sources, 'mask'), size);
    form.append('mask', file(mask, 'mask.png'));
  }
  return { path: '/images/edits', headers: {}, body: form, streams };
}
