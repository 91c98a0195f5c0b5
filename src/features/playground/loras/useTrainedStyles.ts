import { useEffect, useRef, useState } from 'react';
import { bringHere } from '../../../db/works/bring-here.ts';
import { getOriginal, putSource } from '../../../db/media/media.ts';
import { wantThumbnails } from '../../../db/works/sync.ts';
import type { Training } from '../../../db/works/trainings.ts';
import { KilnError } from '../../../domain/errors.ts';
import type { UserKey, WorkId } from '../../../domain/ids.ts';
import type { Workbench } from '../useWorkbench.ts';
import { useMedia } from '../../../live/useMedia.ts';
import { useTrainings } from '../../../live/useTrainings.ts';

/** Why a style that was chosen is not in the form. */
export type StyleTrouble = 'offline' | 'gone' | 'storage-full' | 'unknown';

/** Trained styles that fit a base, whose pictures are asked for; undefined until read. */
export function useShownTrainings(
  owner: UserKey | null | undefined,
  base: string | null,
): Training[] | undefined {
  const trainings = useTrainings(owner, base);
  const missing = (trainings ?? [])
    .filter(({ work }) => work.thumbnailWanted === 1)
    .map(({ work }) => work.id)
    .join(' ');
  useEffect(() => {
    // Without them the names still stand there.
    if (missing) wantThumbnails(missing.split(' ') as WorkId[]).catch(() => undefined);
  }, [missing]);
  return trainings;
}

/** The style in the form, and how to put another one there. */
export function useChosenStyle(bench: Workbench, field: string, trainings: readonly Training[]) {
  const mediaId = bench.draft.sources.find((source) => source.field === field)?.mediaId ?? null;
  const media = useMedia(mediaId);
  const [coming, setComing] = useState<WorkId | null>(null);
  const [trouble, setTrouble] = useState<StyleTrouble | null>(null);
  /** Counts choices: only the last one counts. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  async function keep({ work, name }: Training): Promise<StyleTrouble | null> {
    const mine = turn.current;
    try {
      const isHere = await bringHere(work);
      const original = isHere ? await getOriginal(work.id) : undefined;
      if (!original)
        return work.remote !== 'kept' ? 'gone' : navigator.onLine ? 'unknown' : 'offline';
      if (turn.current !== mine) return null;
      // A copy of its own: deleting the work must not take the style out of a waiting request.
      const kept = await putSource({ ...original, name });
      if (turn.current === mine) bench.setSource(field, kept);
      return null;
    } catch (error) {
      return error instanceof KilnError && error.code === 'storage-full' ? error.code : 'unknown';
    }
  }

  /** @param training null takes the style out of the form */
  async function choose(training: Training | null): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    setTrouble(null);
    setComing(training?.work.id ?? null);
    if (training === null) {
      bench.setSource(field, null);
      return;
    }
    const found = await keep(training);
    if (turn.current !== mine) return;
    setTrouble(found);
    setComing(null);
  }

  const known = media ? trainings.find(({ work }) => work.sha256 === media.sha256) : undefined;
  return { mediaId, media, known, coming, trouble, choose };
}
