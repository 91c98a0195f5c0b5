import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { GalleryEntry } from '../../../domain/gallery.ts';
import type { WorkId } from '../../../domain/ids.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { usePageTitle } from '../../../ui/usePageTitle.ts';
import { MediaView } from '../MediaView.tsx';
import { wholePicture, type PictureLook } from '../picture-look.ts';
import { PictureView } from '../PictureView.tsx';
import pageClasses from '../WorkPage.module.css';
import classes from '../WorkView.module.css';
import { PublicDetails, type PublicWaysOf } from './PublicDetails.tsx';
import { usePublicFile } from './usePublicFile.ts';
import { usePublicWork } from './usePublicWork.ts';

/** A work that its owner has published, for whoever does not have it on this device. */
export function PublicWork({
  id,
  Ways,
  otherwise,
}: {
  id: WorkId | null;
  Ways: PublicWaysOf;
  otherwise: ReactNode;
}) {
  const { t } = useLingui();
  const entry = usePublicWork(id);
  if (entry === undefined)
    return <div className={pageClasses.bone} role="status" aria-label={t`Loading`} />;
  return entry === null ? otherwise : <View key={entry.id} entry={entry} Ways={Ways} />;
}

const stay = () => {};

function View({ entry, Ways }: { entry: GalleryEntry; Ways: PublicWaysOf }) {
  const { t } = useLingui();
  const blob = usePublicFile(entry);
  const [look, setLook] = useState<PictureLook>(wholePicture);
  const title =
    entry.title || entry.prompt.trim() || t({ message: 'Untitled', comment: 'A shared work' });
  usePageTitle(title.slice(0, 60));
  const work = {
    ...entry,
    prompt: title,
    modelLabel: { cn: entry.modelName, en: entry.modelName },
  };
  return (
    <div className={classes.view} data-form="page">
      <div className={classes.frame}>
        {mediaKind(entry.mediaType) === 'video' ? (
          <MediaView work={work} kind="video" original={blob} thumbnail={null} onStep={stay} />
        ) : (
          <PictureView
            work={work}
            original={blob}
            preloadedUrl={null}
            thumbnail={null}
            look={look}
            onLook={setLook}
            onStep={stay}
          />
        )}
      </div>
      <div className={classes.side}>
        <PublicDetails entry={entry} title={title} Ways={Ways} />
      </div>
    </div>
  );
}
