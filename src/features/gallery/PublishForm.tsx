import '@mantine/core/styles/Checkbox.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { galleryCategories, galleryTitleMaxCharacters } from '../../domain/gallery.ts';
import type { Publication } from '../../domain/gallery.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { useSession } from '../../live/useSession.ts';
import classes from './Publish.module.css';

/** What a published work says, and that its owner agrees. */
export function PublishForm({
  work,
  before,
  onPublish,
  onCancel,
}: {
  work: WorkRow;
  /** Its place as it is, where only its words change. */
  before: Publication | null;
  onPublish: (words: { title: string; categoryId: number }) => void;
  onCancel: (() => void) | null;
}) {
  const { t, i18n } = useLingui();
  const name = useSession()?.nickname ?? '';
  const [title, setTitle] = useState(before?.title ?? '');
  const [category, setCategory] = useState(String(before?.categoryId ?? ''));
  const [agrees, setAgrees] = useState(before !== null);
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        onPublish({ title, categoryId: Number(category) });
      }}
    >
      {before === null && (
        <p className={classes.words}>
          {work.prompt.trim() === '' ? (
            <Trans>
              Everybody sees it in this studio's gallery, without an account, with its settings and
              under the name {name}. What it was made from is not shown.
            </Trans>
          ) : (
            <Trans>
              Everybody sees it in this studio's gallery, without an account, with its prompt and
              settings and under the name {name}. What it was made from is not shown.
            </Trans>
          )}
        </p>
      )}
      <TextInput
        label={t({ message: 'Title', comment: 'Of a shared work; may stay empty' })}
        placeholder={t({ message: 'Optional', comment: 'In an empty field' })}
        maxLength={galleryTitleMaxCharacters}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <NativeSelect
        required
        label={t({ message: 'Category', comment: 'What a published work is about' })}
        value={category}
        onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        data={[
          {
            value: '',
            label: t({ message: 'Choose one', comment: 'Of a list of categories' }),
            disabled: true,
          },
          ...galleryCategories.map(({ id, name: words }) => ({
            value: String(id),
            label: textIn(words, asLanguage(i18n.locale)),
          })),
        ]}
      />
      {before === null && (
        <Checkbox
          required
          label={t`It is mine to publish, and everybody may see it`}
          checked={agrees}
          onChange={({ currentTarget }) => setAgrees(currentTarget.checked)}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconWorld size={20} stroke={1.75} aria-hidden />}>
          {before === null ? (
            <Trans comment="Button: makes a work public">Publish</Trans>
          ) : (
            <Trans comment="Button">Save</Trans>
          )}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            <Trans comment="Button: stops">Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
