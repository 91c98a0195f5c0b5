import { useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { albumName } from '../../domain/albums.ts';
import { albumNameMaxCharacters } from '../../domain/limits.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Albums.module.css';

/** Asks what an album is to be called. */
export function NameDialog({
  title,
  name,
  doLabel,
  onDone,
  onClose,
}: {
  title: ReactNode;
  /** As it is; empty for a new one. */
  name: string;
  doLabel: ReactNode;
  onDone: (name: string) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const next = albumName(typed);
  return (
    <Dialog opened onClose={onClose} title={title} width={420} typing>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== '') onDone(next);
        }}
      >
        <TextInput
          label={t({ message: 'Album name', comment: 'Label' })}
          value={typed}
          maxLength={albumNameMaxCharacters}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <div className={classes.formActions}>
          <Button variant="default" onClick={onClose}>
            {t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })}
          </Button>
          <Button type="submit" disabled={next === ''}>
            {doLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
