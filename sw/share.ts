import { keepShare } from '../src/db/keep-share.ts';
import { KilnError } from '../src/domain/errors.ts';
import { shareFields, shareLanding, sharePath } from '../src/domain/shares.ts';
import type { ShareOutcome } from '../src/domain/shares.ts';

export function isShare(url: URL, isSameOrigin: boolean): boolean {
  return isSameOrigin && url.pathname === sharePath;
}

/** Takes what another app shared and leads to where it waits; needs neither a network nor a page. */
export async function takeShare(request: Request): Promise<Response> {
  return Response.redirect(shareLanding(await keep(request)), 303);
}

async function keep(request: Request): Promise<ShareOutcome> {
  try {
    const form = await request.formData();
    const text = (field: string) => {
      const value = form.get(field);
      return typeof value === 'string' ? value : '';
    };
    const isKept = await keepShare({
      files: form.getAll(shareFields.files).filter((entry) => entry instanceof File),
      title: text(shareFields.title),
      text: text(shareFields.text),
      url: text(shareFields.url),
    });
    return isKept ? 'kept' : 'no-room';
  } catch (error) {
    // A database that can't be opened has no room for words about it either.
    return error instanceof KilnError && error.code === 'storage-full' ? 'storage-full' : 'failed';
  }
}
