import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconPencil, IconPhotoStar, IconTrash, IconWand } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { AlbumRow, WorkRow } from '../../db/schema.ts';
import type { WorkId } from '../../domain/ids.ts';
import { useAlbumSize } from '../../live/useAlbums.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AlbumsLink } from './AlbumsLink.tsx';
import { EditAlbum } from './EditAlbum.tsx';
import type { FilterFields } from './RuleDialog.tsx';
import { useAlbumCommands } from './useAlbumCommands.ts';
import { useRuleWords } from './useRuleWords.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** What the wall of works has to know of an album that it shows. */
export interface AlbumScope {
  title: string;
  description: ReactNode;
  actions: ReactNode;
  empty: ReactNode;
  /** For the menu of a work in it. */
  workActions: (work: WorkRow) => MenuAction[];
  selectionActions: (
    ids: readonly WorkId[],
  ) => (Omit<MenuAction, 'label'> & { label: string; place: 'menu' })[];
  /** Over the page while something is asked. */
  dialog: ReactNode;
}

/** @param onGone it was deleted */
export function useAlbumScope(
  album: AlbumRow,
  { Fields, onGone }: { Fields: FilterFields; onGone: () => void },
): AlbumScope {
  const { t } = useLingui();
  const { owner, rule } = album;
  const commands = useAlbumCommands(owner);
  const ruleWords = useRuleWords();
  const size = useAlbumSize(owner, album) ?? 0;
  const [isEditing, setIsEditing] = useState(false);
  const isSmart = rule !== null;
  const ruleText = rule && ruleWords(rule);
  const takeOutLabel = t({ message: 'Take out of this album', comment: 'Menu entry' });

  return {
    title: album.name,
    description: isSmart ? (
      <>
        <IconWand size={16} stroke={1.75} aria-hidden />{' '}
        <Trans comment="An album that fills by itself, and what its works have in common">
          Fills itself: {ruleText}
        </Trans>
      </>
    ) : size > 0 ? (
      <Plural value={size} one="# work" other="# works" />
    ) : undefined,
    actions: (
      <>
        <AlbumsLink />
        <ActionMenu
          label={t({ message: 'What to do with this album', comment: 'Name of a menu' })}
          actions={[
            {
              key: 'edit',
              icon: <IconPencil {...icon} />,
              label: isSmart
                ? t({ message: 'Change name or rule', comment: 'Menu entry, of an album' })
                : t({ message: 'Rename', comment: 'Menu entry' }),
              onSelect: () => setIsEditing(true),
            },
            {
              key: 'delete',
              icon: <IconTrash {...icon} />,
              label: t({ message: 'Delete album', comment: 'Menu entry' }),
              tone: 'danger',
              onSelect: () => void commands.remove(album).then(onGone),
            },
          ]}
        >
          {(trigger) => (
            <IconButton
              {...trigger}
              label={t({ message: 'What to do with this album', comment: 'Name of a menu' })}
              icon={<IconDots {...icon} />}
            />
          )}
        </ActionMenu>
      </>
    ),
    empty: (
      <EmptyState
        kind="filtered"
        title={
          isSmart ? (
            <Trans>No work fits this album's rule yet</Trans>
          ) : (
            <Trans>Nothing in this album yet</Trans>
          )
        }
        actions={
          <ButtonLink to="/history">
            <Trans comment="Button: to the history">See all works</Trans>
          </ButtonLink>
        }
      >
        <p>
          {isSmart ? (
            <Trans>What fits appears here by itself, as soon as it is made.</Trans>
          ) : (
            <Trans>
              Drag works here from your works, or choose “Add to album” in the menu of one.
            </Trans>
          )}
        </p>
      </EmptyState>
    ),
    workActions: ({ id }) => [
      {
        key: 'cover',
        icon: <IconPhotoStar stroke={1.75} aria-hidden />,
        label:
          album.coverId === id
            ? t({ message: 'No longer the cover', comment: 'Menu entry, of a work in an album' })
            : t({ message: 'Make it the cover', comment: 'Menu entry, of a work in an album' }),
        onSelect: () => void commands.setCover(album, album.coverId === id ? null : id),
      },
      ...(isSmart
        ? []
        : [
            {
              key: 'take-out',
              icon: <IconTrash stroke={1.75} aria-hidden />,
              label: takeOutLabel,
              onSelect: () => void commands.takeOut(album, [id]),
            },
          ]),
    ],
    selectionActions: (ids) =>
      isSmart
        ? []
        : [
            {
              key: 'take-out',
              place: 'menu',
              icon: <IconTrash {...icon} />,
              label: takeOutLabel,
              onSelect: () => void commands.takeOut(album, ids),
            },
          ],
    dialog: isEditing && (
      <EditAlbum album={album} owner={owner} Fields={Fields} onClose={() => setIsEditing(false)} />
    ),
  };
}
