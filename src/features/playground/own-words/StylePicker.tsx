import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { putOwnStyle, removeOwnStyle } from '../../../db/own-words.ts';
import type { UserKey } from '../../../domain/ids.ts';
import { ownStyleNameMaxCharacters, promptMaxCharacters } from '../../../domain/limits.ts';
import { inOwnStyle, promptPlace, type OwnStyle } from '../../../domain/own-styles.ts';
import type { InputValues } from '../../../domain/model.ts';
import { LoraPicture } from '../loras/LoraPicture.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import type { FormField } from '../form-plan.ts';
import classes from './OwnWords.module.css';

/** What the form says now, to show what a style makes of it. */
interface FormWords {
  prompt: string;
  /** Null where the model takes none. */
  negativePrompt: string | null;
  /** What a style may keep of its settings; null where it has none of the kind. */
  parameters: InputValues | null;
}

/** The model's styles with what they add, and the person's own, which are made and changed here. */
export function StylePicker({
  owner,
  own,
  published,
  settingWords,
  field,
  value,
  ownValue,
  form,
  onChoose,
  onChooseOwn,
}: {
  owner: UserKey;
  own: readonly OwnStyle[];
  /** Styles that others made; none for models that could do nothing with them. */
  published: readonly OwnStyle[];
  /** A style's settings in the words of the form. */
  settingWords: (parameters: InputValues) => string;
  /** Null where the model has no styles. */
  field: FormField | null;
  value: string | null;
  ownValue: string | null;
  form: FormWords;
  /** @param value null where the model has none: no style at all */
  onChoose: (value: string | null) => void;
  onChooseOwn: (id: string) => void;
}) {
  const { t } = useLingui();
  const name = useId();
  const [edited, setEdited] = useState<OwnStyle | null>(null);
  const [isFull, setFull] = useState(false);

  function keep(style: OwnStyle): Promise<boolean> {
    return putOwnStyle(owner, style).then(
      () => true,
      () => {
        setFull(true);
        return false;
      },
    );
  }

  function remove(style: OwnStyle) {
    const wasChosen = ownValue === style.id;
    if (wasChosen) onChoose(null);
    void removeOwnStyle(owner, style.id).then((gone) => {
      if (!gone) return;
      showToast({
        message: t`The style “${style.name}” is deleted.`,
        action: {
          label: t({ message: 'Undo', comment: 'Button: bring back what was just removed' }),
          onAction: () =>
            void keep(gone).then((isKept) => {
              if (isKept && wasChosen) onChooseOwn(gone.id);
            }),
        },
      });
    });
  }

  if (edited) {
    return (
      <StyleEditor
        style={edited}
        form={form}
        settingWords={settingWords}
        onCancel={() => setEdited(null)}
        onSave={async (style) => {
          if (!(await keep(style))) return;
          onChooseOwn(style.id);
          setEdited(null);
        }}
      />
    );
  }

  const option = (
    key: string,
    words: ReactNode,
    isChecked: boolean,
    choose: () => void,
    picture?: string,
  ) => (
    <label key={key} className={classes.option} data-checked={isChecked || undefined}>
      <input
        className={classes.radio}
        type="radio"
        name={name}
        checked={isChecked}
        onChange={choose}
      />
      {picture && (
        <span className={classes.picture}>
          <LoraPicture src={picture} />
        </span>
      )}
      <span className={classes.words}>{words}</span>
    </label>
  );
  const titles = field?.property['x-enum-titles'];
  const adds = field?.property['x-enum-descriptions'];
  const pictures = field?.property['x-enum-pictures'];
  return (
    <div className={classes.root}>
      <div
        className={classes.options}
        role="radiogroup"
        aria-label={t({ message: 'Style', comment: 'Words that a person adds to a prompt' })}
      >
        {field
          ? (field.property.enum ?? []).map((entry, index) =>
              option(
                String(entry),
                <>
                  <span className={classes.name}>{titles?.[index] ?? String(entry)}</span>
                  {adds?.[index] && <span className={classes.adds}>{adds[index]}</span>}
                </>,
                ownValue === null && value === String(entry),
                () => onChoose(String(entry)),
                pictures?.[index],
              ),
            )
          : option(
              'none',
              <span className={classes.name}>
                <Trans comment="Choice: no style">None</Trans>
              </span>,
              ownValue === null,
              () => onChoose(null),
            )}
        <h4 className={classes.heading}>
          <Trans comment="Heading over the styles that a person keeps">Your styles</Trans>
        </h4>
        {own.length === 0 && (
          <p className={classes.intro}>
            <Trans>
              Keep words that you often add, and lay them around any prompt. They stay on this
              device.
            </Trans>
          </p>
        )}
        {own.map((style) => (
          <div key={style.id} className={classes.own}>
            {option(
              style.id,
              <>
                <span className={classes.name}>{style.name}</span>
                <span className={classes.adds}>{style.prompt || style.negativePrompt}</span>
                {style.parameters && (
                  <span className={classes.adds}>{settingWords(style.parameters)}</span>
                )}
              </>,
              ownValue === style.id,
              () => onChooseOwn(style.id),
            )}
            <IconButton
              label={t({
                message: `Edit ${style.name}`,
                comment: 'Opens a list of words, or a style, to change it',
              })}
              icon={<IconPencil size={20} stroke={1.75} aria-hidden />}
              onClick={() => setEdited(style)}
            />
            <IconButton
              label={t({
                message: `Delete ${style.name}`,
                comment: 'A list of words, or a style',
              })}
              icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
              onClick={() => remove(style)}
            />
          </div>
        ))}
        {published.length > 0 && (
          <>
            <h4 className={classes.heading}>
              <Trans comment="Heading over styles that other people have published">
                Published on the AI Horde
              </Trans>
            </h4>
            <p className={classes.intro}>
              <Trans>
                English words that are laid around yours, made by the people of the AI Horde (CC0).
              </Trans>
            </p>
          </>
        )}
        {published.map((style) =>
          option(
            style.id,
            <>
              <span className={classes.name}>{style.name}</span>
              <span className={classes.adds} lang="en">
                {style.prompt}
              </span>
            </>,
            ownValue === style.id,
            () => onChooseOwn(style.id),
          ),
        )}
      </div>
      {isFull && (
        <Notice tone="warn" announce>
          <Trans>
            There is no room for more styles. Delete one and try again; nothing was lost.
          </Trans>
        </Notice>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        onClick={() =>
          setEdited({ id: crypto.randomUUID(), name: '', prompt: '', negativePrompt: '' })
        }
      >
        <Trans comment="Button: write a style of one's own">New style</Trans>
      </Button>
    </div>
  );
}

function StyleEditor({
  style,
  form,
  settingWords,
  onSave,
  onCancel,
}: {
  style: OwnStyle;
  form: FormWords;
  settingWords: (parameters: InputValues) => string;
  onSave: (style: OwnStyle) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const [name, setName] = useState(style.name);
  const [prompt, setPrompt] = useState(style.prompt);
  const [negativePrompt, setNegativePrompt] = useState(style.negativePrompt);
  const [parameters, setParameters] = useState(style.parameters ?? null);
  const available = style.parameters ?? form.parameters;
  const isWhole =
    name.trim() !== '' &&
    (prompt.trim() !== '' || negativePrompt.trim() !== '' || parameters !== null);
  const preview = inOwnStyle(
    { prompt, negativePrompt },
    form.prompt || t({ message: 'a lighthouse', comment: 'An example of a prompt' }),
    form.negativePrompt ?? '',
  );
  return (
    <form
      className={classes.root}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole) return;
        void onSave({
          id: style.id,
          name: name.trim(),
          prompt: prompt.trim(),
          negativePrompt: negativePrompt.trim(),
          ...(parameters && { parameters }),
        });
      }}
    >
      <TextInput
        label={t`Style name`}
        value={name}
        maxLength={ownStyleNameMaxCharacters}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t({ message: 'Prompt', comment: 'Words that a style lays around a prompt' })}
        description={t`${promptPlace} is where your words go; without it they go first.`}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder={t`${promptPlace}, soft light, fine grain`}
        value={prompt}
        rows={3}
        maxLength={promptMaxCharacters}
        onChange={(event) => setPrompt(event.currentTarget.value)}
      />
      {form.negativePrompt !== null && (
        <Textarea
          label={t({
            message: 'Keep out',
            comment: 'Label of the negative prompt: what should not be in the picture',
          })}
          value={negativePrompt}
          rows={2}
          maxLength={promptMaxCharacters}
          onChange={(event) => setNegativePrompt(event.currentTarget.value)}
        />
      )}
      {available && settingWords(available) !== '' && (
        <Switch
          label={t`With these settings`}
          description={settingWords(available)}
          checked={parameters !== null}
          onChange={(event) => setParameters(event.currentTarget.checked ? available : null)}
        />
      )}
      <p className={classes.preview}>
        <Trans comment="Before an example of what a style makes of a prompt">Becomes:</Trans>{' '}
        <q>{preview.prompt}</q>
      </p>
      <div className={classes.row}>
        <Button type="submit" disabled={!isWhole}>
          <Trans comment="Button: keep what was written">Save</Trans>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans comment="Button that leaves everything as it is">Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
