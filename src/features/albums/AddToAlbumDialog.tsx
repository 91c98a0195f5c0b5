import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconPlus, IconSquare, IconSquareCheckFilled, IconSquareMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { albumName } from '../../domain/albums.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { albumNameMaxCharacters } from '../../domain/limits.ts';
import { folded, matchesSearch } from '../../domain/search-words.ts';
import { useAlbums, useCollectionCounts } from '../../live/useAlbums.ts';
import { useOwner } from '../../live/useSession.ts';
import { useAtom } from '../../ui/atoms.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { addedWorksAtom } from './add-to-album.ts';
import classes from './Albums.module.css';
import { useAlbumCommands } from './useAlbumCommands.ts';

/** Which albums some works are in, to be changed at once. */
export function AddToAlbumDialog() {
  const [works, setWorks] = useAtom(addedWorksAtom);
  const owner = useOwner();
  const count = works?.length ?? 0;
  return (
    <Dialog
      opened={works !== null && Boolean(owner)}
      onClose={() => setWorks(null)}
      title={
        count > 1 ? (
          <Plural value={count} one="Albums of # work" other="Albums of # works" />
        ) : (
          <Trans comment="Title of a dialog: which albums a work is in">Albums of this work</Trans>
        )
      }
      width={460}
      typing
    >
      {works !== null && owner && (
        <Choices owner={owner} works={works} onDone={() => setWorks(null)} />
      )}
    </Dialog>
  );
}

function Choices({
  owner,
  works,
  onDone,
}: {
  owner: UserKey;
  works: readonly WorkId[];
  onDone: () => void;
}) {
  const { t } = useLingui();
  const albums = useAlbums(owner);
  const counts = useCollectionCounts(owner, works);
  const commands = useAlbumCommands(owner);
  const [typed, setTyped] = useState('');
  // What fills by itself takes nothing by hand.
  const manual = albums?.filter(({ rule }) => rule === null) ?? [];
  const found = manual.filter(({ name }) => matchesSearch(name, typed));
  const name = albumName(typed);
  const isNew = name !== '' && !manual.some((album) => folded(album.name) === folded(name));

  async function create() {
    const id = await commands.create(name, null);
    if (id === null) return;
    setTyped('');
    await commands.toggle(id, works, true);
  }

  const createButton = (
    <Button
      type="submit"
      variant="light"
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
    >
      <Trans comment="Button: makes an album of this name and puts the works into it">
        New album “{name}”
      </Trans>
    </Button>
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) void create();
      }}
    >
      <TextInput
        label={t({
          message: 'Find an album, or name a new one',
          comment: 'Field above a list of albums',
        })}
        value={typed}
        maxLength={albumNameMaxCharacters}
        data-autofocus
        enterKeyHint={isNew ? 'done' : 'search'}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {albums?.length === 0 && typed === '' && (
        <p className={classes.hint}>
          <Trans>You have no album yet: write a name above, and this becomes its first work.</Trans>
        </p>
      )}
      {found.length > 0 && (
        <ul
          className={classes.list}
          aria-label={t({ message: 'Albums', comment: 'Title of the page of all albums' })}
        >
          {found.map((album) => {
            const inside = counts?.get(album.id) ?? 0;
            const state = inside === 0 ? 'false' : inside < works.length ? 'mixed' : 'true';
            const Icon = {
              false: IconSquare,
              mixed: IconSquareMinus,
              true: IconSquareCheckFilled,
            }[state];
            return (
              <li key={album.id}>
                <UnstyledButton
                  role="checkbox"
                  aria-checked={state}
                  className={classes.choice}
                  onClick={() => void commands.toggle(album.id, works, state !== 'true')}
                >
                  <Icon size={22} stroke={1.75} aria-hidden />
                  <span>{album.name}</span>
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      )}
      {isNew && createButton}
      <div className={classes.formActions}>
        <Button onClick={onDone}>
          <Trans comment="Button: closes a dialog whose choices are kept already">Done</Trans>
        </Button>
      </div>
    </form>
  );
}
