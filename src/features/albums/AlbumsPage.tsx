import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconPlus,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { AlbumRow } from '../../db/schema.ts';
import type { AlbumId, UserKey } from '../../domain/ids.ts';
import { useAlbums } from '../../live/useAlbums.ts';
import { useOwner } from '../../live/useSession.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { AlbumCard } from './AlbumCard.tsx';
import classes from './Albums.module.css';
import { EditAlbum } from './EditAlbum.tsx';
import { NameDialog } from './NameDialog.tsx';
import { blankRule, RuleDialog, type FilterFields } from './RuleDialog.tsx';
import { useAlbumCommands } from './useAlbumCommands.ts';
import { useAlbumGlances } from './useAlbumGlances.ts';
import { useRuleWords } from './useRuleWords.ts';

/** All albums of a person. @param Fields the history's choices, for rules */
export function AlbumsPage({ Fields }: { Fields: FilterFields }) {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Albums', comment: 'Title of the page of all albums' }));
  const owner = useOwner();
  return (
    <Page>
      {owner === undefined ? (
        <PageHeader title={<AlbumsTitle />} />
      ) : owner === null ? (
        <SignedOut />
      ) : (
        <Albums key={owner} owner={owner} Fields={Fields} />
      )}
    </Page>
  );
}

const AlbumsTitle = () => <Trans comment="Title of the page of all albums">Albums</Trans>;

type Asking = { what: 'new' } | { what: 'new-smart' } | { what: 'rename'; album: AlbumRow } | null;

function Albums({ owner, Fields }: { owner: UserKey; Fields: FilterFields }) {
  const { t } = useLingui();
  const albums = useAlbums(owner);
  const glances = useAlbumGlances(owner, albums);
  const commands = useAlbumCommands(owner);
  const ruleWords = useRuleWords();
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);

  /** @param beforeId null: behind all others */
  function move(album: AlbumRow, beforeId: AlbumId | null) {
    const at = albums?.findIndex(({ id }) => id === album.id) ?? -1;
    void commands.move(album, beforeId, albums?.[at + 1]?.id ?? null);
  }

  function menuOf(album: AlbumRow, at: number, all: readonly AlbumRow[]): MenuAction[] {
    return [
      {
        key: 'rename',
        icon: <IconPencil stroke={1.75} aria-hidden />,
        label: album.rule
          ? t({ message: 'Change name or rule', comment: 'Menu entry, of an album' })
          : t({ message: 'Rename', comment: 'Menu entry' }),
        onSelect: () => setAsking({ what: 'rename', album }),
      },
      {
        key: 'earlier',
        icon: <IconArrowUp stroke={1.75} aria-hidden />,
        label: t({ message: 'Move one forward', comment: 'Menu entry: place among albums' }),
        disabled: at === 0,
        onSelect: () => move(album, all[at - 1]?.id ?? null),
      },
      {
        key: 'later',
        icon: <IconArrowDown stroke={1.75} aria-hidden />,
        label: t({ message: 'Move one back', comment: 'Menu entry: place among albums' }),
        disabled: at === all.length - 1,
        onSelect: () => move(album, all[at + 2]?.id ?? null),
      },
      {
        key: 'delete',
        icon: <IconTrash stroke={1.75} aria-hidden />,
        label: t({ message: 'Delete album', comment: 'Menu entry' }),
        tone: 'danger',
        onSelect: () => void commands.remove(album),
      },
    ];
  }

  const newButtons = (
    <>
      <Button
        leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        onClick={() => setAsking({ what: 'new' })}
      >
        <Trans comment="Button">New album</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconWand size={20} stroke={1.75} aria-hidden />}
        onClick={() => setAsking({ what: 'new-smart' })}
      >
        <Trans comment="Button: an album that fills by a rule">New smart album</Trans>
      </Button>
    </>
  );
  const isEmpty = albums?.length === 0;
  return (
    <>
      <PageHeader
        title={<AlbumsTitle />}
        actions={
          <>
            <ButtonLink to="/history" variant="subtle">
              <Trans comment="Button: to the history">All works</Trans>
            </ButtonLink>
            {!isEmpty && newButtons}
          </>
        }
      />
      {isEmpty ? (
        <EmptyState
          kind="first-use"
          title={<Trans>Put together what belongs together</Trans>}
          actions={newButtons}
        >
          <p>
            <Trans>
              A work can be in several albums. Drag it there from your works, or choose “Add to
              album” in its menu. A smart album fills by itself, by a rule that you give it.
            </Trans>
          </p>
        </EmptyState>
      ) : (
        <ul
          className={classes.grid}
          aria-label={t({ message: 'Albums', comment: 'Title of the page of all albums' })}
        >
          {albums?.map((album, at, all) => (
            <li key={album.id}>
              <AlbumCard
                album={album}
                glance={glances.get(album.id)}
                ruleText={album.rule && ruleWords(album.rule)}
                menu={() => menuOf(album, at, all)}
                onDropBefore={(dragged) => {
                  const found = all.find(({ id }) => id === dragged);
                  if (!found) return;
                  // From the front it goes behind the one it was let go on, as the gap there shows.
                  const isForward = all.indexOf(found) < at;
                  move(found, isForward ? (all[at + 1]?.id ?? null) : album.id);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {asking?.what === 'new' && (
        <NameDialog
          title={<Trans comment="Title of a dialog">New album</Trans>}
          name=""
          doLabel={<Trans comment="Button: makes a new one">Create album</Trans>}
          onClose={close}
          onDone={(name) => {
            close();
            void commands.create(name, null);
          }}
        />
      )}
      {asking?.what === 'new-smart' && (
        <RuleDialog
          title={<Trans comment="Title of a dialog">New smart album</Trans>}
          name=""
          rule={blankRule}
          doLabel={<Trans comment="Button: makes a new one">Create album</Trans>}
          Fields={Fields}
          onClose={close}
          onDone={(name, rule) => {
            close();
            void commands.create(name, rule);
          }}
        />
      )}
      {asking?.what === 'rename' && (
        <EditAlbum album={asking.album} owner={owner} Fields={Fields} onClose={close} />
      )}
    </>
  );
}

function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <EmptyState
      kind="signed-out"
      headingLevel={1}
      title={<Trans>Sign in to see your albums</Trans>}
      actions={
        <Button onClick={() => void requestSignIn()}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      }
    >
      <p>
        <Trans>They hold your works, and only you see them.</Trans>
      </p>
    </EmptyState>
  );
}
