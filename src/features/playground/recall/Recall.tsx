import { Suspense } from 'react';
import { useAtom, useAtomValue } from '../../../ui/atoms.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import { mayBePicture, useFileArrivals } from '../useFileArrivals.ts';
import type { Workbench } from '../useWorkbench.ts';
import { arrivedPictureAtom, recalledAtom } from './recalled.ts';

const ArrivedPicture = lazyWithWords(() =>
  import('./ArrivedPicture.tsx').then((module) => module.ArrivedPicture),
);
const DropHint = lazyWithWords(() =>
  import('./ArrivedPicture.tsx').then((module) => module.DropHint),
);
const RecallNote = lazyWithWords(() =>
  import('./RecallNote.tsx').then((module) => module.RecallNote),
);

/** Above the form: what came into it from elsewhere, and pictures that may carry settings for it. */
export function Recall({ bench, onModel }: { bench: Workbench; onModel: (model: string) => void }) {
  const [picture, setPicture] = useAtom(arrivedPictureAtom);
  const recalled = useAtomValue(recalledAtom);
  // A form that starts from pictures takes them itself and tells of them.
  const takesNone = bench.plan !== null && bench.plan.sources.length === 0;
  const over = useFileArrivals(takesNone, ([file]) => {
    if (mayBePicture(file)) setPicture({ file, alone: true });
  });
  return (
    <Suspense fallback={null}>
      {over && <DropHint />}
      {picture && <ArrivedPicture bench={bench} picture={picture} onModel={onModel} />}
      {recalled?.type === bench.type && !picture && (
        <RecallNote bench={bench} recalled={recalled} onModel={onModel} />
      )}
    </Suspense>
  );
}
