import { useRef, useState } from 'react';
import { uploadLimits } from '../../domain/uploads.ts';
import { storeFile, type FileRefusal } from './store-file.ts';
import type { Workbench } from './useWorkbench.ts';
import { useMedia } from '../../live/useMedia.ts';

/** Some systems know a zip by its name only. */
const accepted = {
  film: uploadLimits.film.mediaTypes.join(','),
  training: ['.zip', ...uploadLimits.training.mediaTypes].join(','),
};

/** A field's file that is no picture: what is kept of it, how to pick another, and why that failed. */
export function usePickedFile(bench: Workbench, field: string, purpose: 'film' | 'training') {
  const picker = useRef<HTMLInputElement>(null);
  const busy = bench.arriving.has(field);
  const [refusal, setRefusal] = useState<FileRefusal | null>(null);
  const mediaId = bench.draft.sources.find((source) => source.field === field)?.mediaId ?? null;
  const media = useMedia(mediaId);

  function take(file: File) {
    setRefusal(null);
    void bench.takeIn(field, async (isNewest) => {
      const stored = await storeFile(file, purpose);
      if (!isNewest()) return true;
      if (stored.ok) bench.setSource(field, stored.mediaId);
      else setRefusal(stored.refusal);
      return stored.ok;
    });
  }

  const input = (
    <input
      ref={picker}
      type="file"
      accept={accepted[purpose]}
      hidden
      data-testid={`pick-${field}`}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        // The same file may be picked again after it was removed.
        event.currentTarget.value = '';
        if (file) take(file);
      }}
    />
  );
  return { mediaId, media, busy, refusal, input, take, choose: () => picker.current?.click() };
}
