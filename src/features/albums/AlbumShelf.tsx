import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhoto, IconPlus } from '@tabler/icons-react';
import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { draggedWorks, workDragType } from '../../requests/actions/drag-works.ts';
import { useAlbums } from '../../live/useAlbums.ts';
import { useOwner } from '../../live/useSession.ts';
import { addToAlbum } from './add-to-album.ts';
import classes from './Albums.module.css';
import { useAlbumCommands } from './useAlbumCommands.ts';

/** More would not be on one screen; the last of the row leads to all. */
const shownMost = 12;

/** Where works can be let go of while they are dragged: a shelf of albums that is there for as long. */
export function AlbumShelf() {
  const owner = useOwner();
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    // After the picture of what is dragged was taken: a page that changes at once ends the drag in some browsers.
    const begin = ({ dataTransfer }: globalThis.DragEvent) => {
      if (dataTransfer?.types.includes(workDragType)) setTimeout(setIsDragging, 0, true);
    };
    const end = () => setIsDragging(false);
    addEventListener('dragstart', begin);
    addEventListener('dragend', end);
    addEventListener('drop', end);
    return () => {
      removeEventListener('dragstart', begin);
      removeEventListener('dragend', end);
      removeEventListener('drop', end);
    };
  }, []);
  if (!isDragging || !owner) return null;
  return createPortal(<Targets owner={owner} />, document.body);
}

function Targets({ owner }: { owner: UserKey }) {
  const { t } = useLingui();
  const albums = useAlbums(owner);
  const commands = useAlbumCommands(owner);
  const manual = albums?.filter(({ rule }) => rule === null) ?? [];
  return (
    <div
      className={classes.shelf}
      role="group"
      aria-label={t({ message: 'Albums', comment: 'Title of the page of all albums' })}
    >
      {manual.slice(0, shownMost).map((album) => (
        <Target
          key={album.id}
          icon={<IconPhoto size={20} stroke={1.75} aria-hidden />}
          onDrop={(ids) => void commands.add(album, ids)}
        >
          {album.name}
        </Target>
      ))}
      <Target icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onDrop={addToAlbum}>
        {manual.length > shownMost ? (
          <Trans comment="Where works are dropped: opens the list of all albums">
            Another album…
          </Trans>
        ) : (
          <Trans comment="Where works are dropped: makes an album of them">New album…</Trans>
        )}
      </Target>
    </div>
  );
}

function Target({
  icon,
  children,
  onDrop,
}: {
  icon: ReactNode;
  children: ReactNode;
  onDrop: (ids: readonly WorkId[]) => void;
}) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(draggedWorks(event.dataTransfer));
      }}
    >
      {icon}
      <span>{children}</span>
    </div>
  );
}
