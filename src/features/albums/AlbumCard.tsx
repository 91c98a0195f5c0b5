import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconPhoto, IconWand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Glance } from '../../../workers/search/contract.ts';
import type { AlbumRow } from '../../db/schema.ts';
import type { AlbumId } from '../../domain/ids.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AlbumCover } from './AlbumCover.tsx';
import classes from './Albums.module.css';

/** What a dragged album is known by; other things that are dragged over a card are none of its business. */
const dragType = 'application/x-kiln-album';

/** One album on the page of all. It is dragged by mouse, and moved by its menu with keys and fingers. */
export function AlbumCard({
  album,
  glance,
  ruleText,
  menu,
  onDropBefore,
}: {
  album: AlbumRow;
  glance: Glance | undefined;
  /** Of a smart album, in plain words; null for one that works are put into. */
  ruleText: string | null;
  menu: () => MenuAction[];
  /** Another album was let go of over this one. */
  onDropBefore: (dragged: AlbumId) => void;
}) {
  const { t } = useLingui();
  const [isOver, setIsOver] = useState(false);
  const { id, name } = album;
  const takes = (event: React.DragEvent) => event.dataTransfer.types.includes(dragType);
  return (
    <div
      className={classes.card}
      data-over={isOver || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        const dragged = event.dataTransfer.getData(dragType) as AlbumId;
        if (dragged !== id) onDropBefore(dragged);
      }}
    >
      <Link to="/albums/$id" params={{ id }} className={classes.open} draggable={false}>
        <AlbumCover
          album={album}
          newest={glance?.newest ?? null}
          empty={
            ruleText === null ? (
              <IconPhoto size={32} stroke={1.25} aria-hidden />
            ) : (
              <IconWand size={32} stroke={1.25} aria-hidden />
            )
          }
        />
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {glance ? <Plural value={glance.total} one="# work" other="# works" /> : ' '}
        </span>
        {ruleText !== null && (
          <span className={classes.rule}>
            <IconWand size={14} stroke={1.75} aria-hidden />
            <Trans comment="An album that fills by itself, and what its works have in common">
              Fills itself: {ruleText}
            </Trans>
          </span>
        )}
      </Link>
      <span className={classes.menu}>
        <ActionMenu
          label={t({ message: 'What to do with this album', comment: 'Name of a menu' })}
          actions={menu}
        >
          {(trigger) => (
            <IconButton
              {...trigger}
              onPicture
              tooltip={false}
              label={t({
                message: `Actions: ${name}`,
                comment: 'Button that opens a menu; an album',
              })}
              icon={<IconDots size={20} stroke={1.75} aria-hidden />}
            />
          )}
        </ActionMenu>
      </span>
    </div>
  );
}
