import { call } from './client.ts';
import type { OkOf } from './contract/endpoint.ts';
import { upload } from './contract/uploads.ts';
import type { Credentials } from './request.ts';

/**
 * Sends a source file.
 * @param file carries its own media type
 */
export async function uploadFile(
  file: Blob,
  name: string,
  options: { session: Credentials; signal?: AbortSignal },
): Promise<OkOf<typeof upload>> {
  const form = new FormData();
  form.append('file', file, name);
  // fetch reports no upload progress, so a stall can't be seen. The limit is what a line of 8 bytes a ms needs.
  const timeoutMs = 60_000 + file.size / 8;
  return call(upload, { ...options, form, timeoutMs });
}
