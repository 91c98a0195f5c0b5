import { uploadFile } from '../../api/upload-file.ts';
import type { MediaRow } from '../../db/schema.ts';
import type { ModelPlace } from '../../domain/model.ts';
import type { UploadPurpose } from '../../domain/uploads.ts';
import { credentialsOf } from '../engine/types.ts';
import type { StepContext } from '../engine/types.ts';
import { uploadResumably } from './resumable-upload.ts';

function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * Sends a file whose bytes are not remembered to be anywhere yet.
 * @returns its address there
 * @throws KilnError; the signal's reason when aborted
 */
export async function sendFile(
  {
    blob,
    sha256,
    bytes,
    name,
    mediaType,
  }: Pick<MediaRow, 'blob' | 'sha256' | 'bytes' | 'name' | 'mediaType'>,
  purpose: UploadPurpose,
  context: Pick<StepContext, 'session' | 'signal' | 'now'>,
  options: { place?: ModelPlace; onProgress?: (uploadedBytes: number) => Promise<void> } = {},
): Promise<string> {
  const { place = 'platform', onProgress = () => Promise.resolve() } = options;
  const session = credentialsOf(context.session);
  const { signal } = context;
  if (!isSha256(sha256)) {
    // A page on plain http can't hash. Without a hash the platform can't recognise a file, so it is sent as a form.
    const file = new Blob([blob], { type: mediaType });
    return (await uploadFile(file, name, { session, signal })).url;
  }
  return uploadResumably(
    blob,
    { sha256, bytes, name, mediaType, purpose },
    { place, session, signal, now: () => context.now(), onProgress },
  );
}
