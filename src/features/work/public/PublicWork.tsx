import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { sentPicture, type GalleryEntry } from '../../../domain/gallery.ts';
import type { WorkId } from '../../../domain/ids.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import { usePageTitle } from '../../../ui/usePageTitle.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MediaView } from '../MediaView.tsx';
import { wholePicture, type PictureLook } from '../picture-look.ts';
import { PictureView } from '../PictureView.tsx';
import classes from '../WorkView.module.css';
import { useViewerKeys } from '../useViewerKeys.ts';
import { WorkLoading } from '../WorkLoading.tsx';
import { PublicDetails, type PublicWaysOf } from './PublicDetails.tsx';
import { usePublicPicture } from './usePublicPicture.ts';
import { usePublicWork } from './usePublicWork.ts';

/** What comes before and after it in the list that one came from, and what that says of it. */
export interface PublicNeighbours {
  previous: WorkId | null;
  next: WorkId | null;
  known: GalleryEntry | null;
}

/** A work that its owner has published, for whoever does not have it on this device. */
export function PublicWork({
  id,
  Ways,
  neighbours,
  onGo,
  Hold,
  otherwise,
}: {
  id: WorkId | null;
  Ways: PublicWaysOf;
  /** In the list that one came from. */
  neighbours: PublicNeighbours;
  onGo: (id: WorkId) => void;
  /** Keeps what was sent with the page on the screen for as long as it is rendered. */
  Hold: ComponentType;
  otherwise: ReactNode;
}) {
  const { known, previous, next } = neighbours;
  const found = usePublicWork(id);
  // One that stands in the list that one came from is there at once.
  const isAway = useOnline() ? found === undefined : !found;
  const entry = isAway ? (known ?? found) : found;
  if (entry === undefined) return <WorkLoading Hold={Hold} />;
  return entry === null ? (
    otherwise
  ) : (
    <View entry={entry} Ways={Ways} previous={previous} next={next} onGo={onGo} />
  );
}

function View({
  entry,
  Ways,
  previous,
  next,
  onGo,
}: {
  entry: GalleryEntry;
  Ways: PublicWaysOf;
  previous: WorkId | null;
  next: WorkId | null;
  onGo: (id: WorkId) => void;
}) {
  const { t } = useLingui();
  const [looked, setLooked] = useState({ id: entry.id, look: wholePicture });
  const look = looked.id === entry.id ? looked.look : wholePicture;
  const setLook = (value: PictureLook) => setLooked({ id: entry.id, look: value });
  const title =
    entry.title || entry.prompt.trim() || t({ message: 'Untitled', comment: 'A shared work' });
  usePageTitle(title.slice(0, 60));
  const step = (direction: -1 | 1) => {
    const target = direction === 1 ? next : previous;
    if (target) onGo(target);
  };
  useViewerKeys(
    (key) => {
      if (key === 'ArrowRight' || key === 'ArrowDown' || key === 's') step(1);
      else if (key === 'ArrowLeft' || key === 'ArrowUp' || key === 'w') step(-1);
      else return false;
      return true;
    },
    look.zoom === 'fit' && (previous ?? next) !== null,
  );
  const work = {
    ...entry,
    // What is published has a title, which names it whatever it came from.
    prompt: title,
    origin: 'generated' as const,
    modelLabel: { cn: entry.modelName, en: entry.modelName },
  };
  return (
    <div className={classes.view} data-form="page">
      <div className={classes.frame}>
        {mediaKind(entry.mediaType) === 'video' ? (
          <MediaView
            key={entry.id}
            work={work}
            kind="video"
            original={entry.file}
            thumbnail={sentPicture(entry.picture)}
            onStep={step}
          />
        ) : (
          <Picture entry={entry} work={work} look={look} onLook={setLook} onStep={step} />
        )}
      </div>
      {(previous ?? next) !== null && (
        <div className={classes.steps}>
          <IconButton
            label={t({ message: 'Previous work', comment: 'Button' })}
            icon={<IconChevronLeft size={22} stroke={1.75} aria-hidden />}
            disabled={!previous}
            onClick={() => step(-1)}
          />
          <IconButton
            label={t({ message: 'Next work', comment: 'Button' })}
            icon={<IconChevronRight size={22} stroke={1.75} aria-hidden />}
            disabled={!next}
            onClick={() => step(1)}
          />
        </div>
      )}
      <div className={classes.side}>
        <PublicDetails entry={entry} title={title} Ways={Ways} />
      </div>
    </div>
  );
}

function Picture({
  entry,
  ...shown
}: { entry: GalleryEntry } & Pick<
  ComponentProps<typeof PictureView>,
  'work' | 'look' | 'onLook' | 'onStep'
>) {
  const { blob, sentUrl } = usePublicPicture(entry);
  return <PictureView {...shown} original={blob} preloadedUrl={null} thumbnail={sentUrl} />;
}
