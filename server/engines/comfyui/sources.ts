import { createHash } from 'node:crypto';

import { extensionOf } from '../../../src/domain/file-kinds.ts';
import { takesFile } from '../../../src/domain/source-limits.ts';
import { EngineError, type EngineJob, type EngineSource } from '../contract/engine.ts';
import { readSource, sourceAsAlpha, sourceAsMask } from '../pictures.ts';
import type { UploadedFile } from './answers.ts';
import type { ComfyClient } from './client.ts';
import type { Manifest } from './manifest.ts';
import { acceptedPictures } from './workflows.ts';
import type { Place } from './workflow.ts';

/** Names say nothing about the job, and the same bytes are kept once. */
function nameOf(bytes: Uint8Array, extension: string): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`;
}

/** As `LoadImage` wants it. */
const pathOf = ({ name, subfolder }: UploadedFile): string =>
  subfolder ? `${subfolder}/${name}` : name;

const samePlaces = (one: readonly Place[], other: readonly Place[]): boolean =>
  one.length === other.length &&
  one.every(({ node, input }, index) => {
    const counterpart = other[index];
    return counterpart?.node === node && counterpart.input === input;
  });

/** A file as it goes to ComfyUI, in its own type. */
async function fileOf(picture: EngineSource) {
  const extension = extensionOf(picture.mediaType);
  if (!extension || !takesFile(acceptedPictures, picture.mediaType)) {
    throw new EngineError('unsupported-media', 'ComfyUI takes PNG, JPEG and WebP', {
      retryable: false,
    });
  }
  const bytes = await readSource(picture);
  return { bytes, mediaType: picture.mediaType, name: nameOf(bytes, extension) };
}

/** What belongs into the workflow for a field: one value for all of its places, or of a list one for each. */
export interface UploadedSource {
  field: 'image' | 'mask';
  value: string | string[];
}

/**
 * Uploads a job's pictures and mask.
 * @returns what belongs into the workflow, by field; a mask that shares its place with the picture is laid
 *   over it, as ComfyUI's own mask editor does
 */
export async function uploadSources(
  client: ComfyClient,
  manifest: Manifest,
  job: EngineJob,
  signal: AbortSignal,
): Promise<UploadedSource[]> {
  const source = (field: string) => job.sources.find((candidate) => candidate.field === field);
  const picture = source('image');
  const mask = source('mask');
  if (!picture) return [];
  if (manifest.inputs['image']?.list) {
    const value: string[] = [];
    for (const given of job.sources.filter(({ field }) => field === 'image')) {
      value.push(pathOf(await client.upload(await fileOf(given), signal)));
    }
    return [{ field: 'image', value }];
  }
  const first = await fileOf(picture);
  const uploaded = await client.upload(first, signal);
  if (!mask || !manifest.inputs['mask']) return [{ field: 'image', value: pathOf(uploaded) }];

  const isShared = samePlaces(manifest.inputs['mask'].at, manifest.inputs['image']?.at ?? []);
  const size = { width: picture.width, height: picture.height };
  if (isShared) {
    // `LoadImage` makes its mask of what is transparent, `LoadImageMask` of a channel.
    const bytes = await sourceAsAlpha(mask, size);
    const named = nameOf(Buffer.concat([bytes, Buffer.from(first.name)]), 'png');
    const masked = await client.uploadMask({ bytes, name: named }, uploaded, signal);
    return [{ field: 'image', value: pathOf(masked) }];
  }
  const drawn = await sourceAsMask(mask, size);
  const second = { bytes: drawn, mediaType: 'image/png', name: nameOf(drawn, 'png') };
  const alone = await client.upload(second, signal);
  return [
    { field: 'image', value: pathOf(uploaded) },
    { field: 'mask', value: pathOf(alone) },
  ];
}
