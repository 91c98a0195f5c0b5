import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { collectWorks } from '../../db/albums/memberships.ts';
import type { WorkRow } from '../../db/schema.ts';
import { collectionOfTag, meantTag } from '../../domain/albums.ts';
import { workTagMaxCharacters } from '../../domain/limits.ts';
import { useAllTags, useTagsOf } from '../../live/useAlbums.ts';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import classes from './WorkTags.module.css';

/** The words that a person gave a work; one that they have given before is suggested. */
export function WorkTags({ work, heading: Heading }: { work: WorkRow; heading: 'h2' | 'h3' }) {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();
  const { id, owner } = work;
  const tags = useTagsOf(owner, id);
  const all = useAllTags(owner) ?? [];
  const listId = useId();
  const [typed, setTyped] = useState('');
  const tag = meantTag(typed, all);

  async function set(name: string, isIn: boolean) {
    await collectWorks(owner, collectionOfTag(name), [id], isIn);
    wakeQueue();
  }

  async function add() {
    if (tag === '') return;
    await set(tag, true);
    setTyped('');
  }

  async function remove(name: string) {
    await set(name, false);
    showToast({
      message: t`Tag “${name}” taken away`,
      action: {
        label: t({ message: 'Undo', comment: 'Button' }),
        onAction: () => void set(name, true),
      },
    });
  }

  return (
    <section className={classes.tags}>
      <Heading className={classes.label}>
        <Trans comment="Heading above the words that a person gave a work">Tags</Trans>
      </Heading>
      {tags && tags.length > 0 && (
        <ul className={classes.chips}>
          {tags.map((name) => (
            <li key={name} className={classes.chip}>
              <Link to="/history" search={{ tag: name }} className={classes.word}>
                {name}
              </Link>
              <button
                type="button"
                className={classes.remove}
                aria-label={t({ message: `Take away the tag ${name}`, comment: 'Button' })}
                onClick={() => void remove(name)}
              >
                <IconX size={16} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextInput
          className={classes.field}
          aria-label={t({ message: 'Add a tag', comment: 'Field on the page of a work' })}
          placeholder={t({ message: 'Add a tag', comment: 'Field on the page of a work' })}
          list={listId}
          value={typed}
          maxLength={workTagMaxCharacters}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <datalist id={listId}>
          {all
            .filter((name) => !tags?.includes(name))
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </datalist>
        {tag !== '' && (
          <Button type="submit" variant="default">
            <Trans comment="Button: gives a work a tag">Add</Trans>
          </Button>
        )}
      </form>
    </section>
  );
}
