import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { putWildcards, removeWildcard } from '../../../db/own-words.ts';
import type { UserKey } from '../../../domain/ids.ts';
import { wildcardFileMaxBytes } from '../../../domain/limits.ts';
import { readWildcardFile, wildcardName, type WildcardList } from '../../../domain/wildcards.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import { formatAll } from '../../../words/intl.ts';
import classes from './OwnWords.module.css';

type Trouble =
  | { what: 'too-large' | 'empty'; files: string[] }
  | { what: 'cut'; files: string[] }
  | { what: 'full' };

/**
 * The person's lists of words for `__name__`: made, imported, changed, removed.
 * @param wanted a name that a prompt asks for and that no list has
 * @param onUse puts a list's name into the prompt; absent where there is none
 */
export function Wildcards({
  owner,
  wanted,
  onUse,
}: {
  owner: UserKey;
  wanted?: string | undefined;
  onUse?: ((text: string) => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const lists = useOwnSetting('wildcards');
  const [edited, setEdited] = useState<WildcardList | null>(
    wanted === undefined ? null : { name: wanted, entries: [] },
  );
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const files = useRef<HTMLInputElement>(null);
  if (!lists) return null;

  async function keep(changed: readonly WildcardList[], replaced?: string): Promise<boolean> {
    try {
      await putWildcards(owner, changed, replaced);
      return true;
    } catch {
      setTrouble({ what: 'full' });
      return false;
    }
  }

  async function take(chosen: readonly File[]) {
    setTrouble(null);
    const read: WildcardList[] = [];
    const [large, empty, cut]: string[][] = [[], [], []];
    for (const file of chosen) {
      const name = wildcardName(file.name);
      if (file.size > wildcardFileMaxBytes) large!.push(file.name);
      else {
        const { entries, isCut } = readWildcardFile(await file.text());
        if (!name || entries.length === 0) empty!.push(file.name);
        else read.push({ name, entries });
        if (isCut) cut!.push(file.name);
      }
    }
    if (read.length > 0 && !(await keep(read))) return;
    if (large!.length > 0) setTrouble({ what: 'too-large', files: large! });
    else if (empty!.length > 0) setTrouble({ what: 'empty', files: empty! });
    else if (cut!.length > 0) setTrouble({ what: 'cut', files: cut! });
  }

  function remove(name: string) {
    void removeWildcard(owner, name).then((gone) => {
      if (!gone) return;
      showToast({
        message: t`The list “${name}” is deleted.`,
        action: {
          label: t({ message: 'Undo', comment: 'Button: bring back what was just removed' }),
          onAction: () => void keep([gone]),
        },
      });
    });
  }

  if (edited) {
    return (
      <ListEditor
        list={edited}
        isNew={!lists.some(({ name }) => name === edited.name)}
        onCancel={() => setEdited(null)}
        onSave={async (list) => {
          if (await keep([list], edited.name)) setEdited(null);
        }}
      />
    );
  }
  return (
    <div className={classes.root}>
      <p className={classes.intro}>
        <Trans>
          Write <code>__animal__</code> in a prompt, and each request puts a line of your list
          “animal” there. The same seed gives the same words. Your lists stay on this device.
        </Trans>
      </p>
      <div className={classes.row}>
        <Button
          variant="default"
          leftSection={<IconFileImport size={20} stroke={1.75} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          <Trans comment="Button: choose files with one entry per line">Import text files</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => setEdited({ name: '', entries: [] })}
        >
          <Trans comment="Button: write a list of words">New list</Trans>
        </Button>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept=".txt,text/plain"
          aria-label={t`Text files with one entry per line`}
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            void take(chosen);
          }}
        />
      </div>
      {trouble && (
        <Notice tone="warn" announce>
          {trouble.what === 'full' ? (
            <Trans>
              There is no room for more lists. Delete one and try again; nothing was lost.
            </Trans>
          ) : trouble.what === 'too-large' ? (
            <Trans>
              Larger than 512 KB: {formatAll(trouble.files, i18n.locale)}. Split and try again.
            </Trans>
          ) : trouble.what === 'empty' ? (
            <Trans>
              Nothing to keep in {formatAll(trouble.files, i18n.locale)}. Write one entry per line.
            </Trans>
          ) : (
            <Trans>
              {formatAll(trouble.files, i18n.locale)}: only the first 5,000 lines of up to 500
              characters were kept.
            </Trans>
          )}
        </Notice>
      )}
      {lists.length > 0 && (
        <ul className={classes.list}>
          {lists.map((list) => (
            <li key={list.name} className={classes.item}>
              <button
                type="button"
                className={classes.main}
                aria-label={t({
                  message: `Edit ${list.name}`,
                  comment: 'Opens a list of words, or a style, to change it',
                })}
                onClick={() => setEdited(list)}
              >
                <code className={classes.name}>__{list.name}__</code>
                <span className={classes.detail}>
                  <Plural value={list.entries.length} one="# line" other="# lines" /> ·{' '}
                  {list.entries.slice(0, 4).join(', ')}
                </span>
              </button>
              {onUse && (
                <Button
                  variant="subtle"
                  aria-label={t({
                    message: `Put ${list.name} into the prompt`,
                    comment: 'The name of a list of words',
                  })}
                  onClick={() => onUse(`__${list.name}__`)}
                >
                  <Trans comment="Button: put it into the prompt">Use</Trans>
                </Button>
              )}
              <Button
                variant="subtle"
                aria-label={t({
                  message: `Delete ${list.name}`,
                  comment: 'A list of words, or a style',
                })}
                className={classes.delete}
                onClick={() => remove(list.name)}
              >
                <IconTrash size={20} stroke={1.75} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ListEditor({
  list,
  isNew,
  onSave,
  onCancel,
}: {
  list: WildcardList;
  isNew: boolean;
  onSave: (list: WildcardList) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const hint = useId();
  const [typedName, setTypedName] = useState(list.name);
  const [text, setText] = useState(list.entries.join('\n'));
  const name = wildcardName(typedName);
  const { entries, isCut } = readWildcardFile(text);
  return (
    <form
      className={classes.root}
      onSubmit={(event) => {
        event.preventDefault();
        if (name && entries.length > 0) void onSave({ name, entries });
      }}
    >
      <TextInput
        label={t`List name`}
        value={typedName}
        autoComplete="off"
        maxLength={40}
        data-autofocus={isNew && list.name === '' ? true : undefined}
        description={name ? t`In a prompt: ${`__${name}__`}` : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={(event) => setTypedName(event.currentTarget.value)}
      />
      <Textarea
        label={t({ message: 'One entry per line', comment: 'Label of a field for several lines' })}
        value={text}
        rows={10}
        aria-describedby={hint}
        data-autofocus={list.name !== '' ? true : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p id={hint} className={classes.intro}>
        {isCut ? (
          <Trans>Only the first 5,000 lines of up to 500 characters are kept.</Trans>
        ) : (
          <Trans>Lines that begin with # are comments. A line may name another list.</Trans>
        )}
      </p>
      <div className={classes.row}>
        <Button type="submit" disabled={!name || entries.length === 0}>
          <Trans comment="Button: keep what was written">Save</Trans>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans comment="Button that leaves everything as it is">Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
