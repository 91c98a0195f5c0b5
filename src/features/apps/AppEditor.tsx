import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { saveApp } from '../../api/apps.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { rememberLinkedApp } from '../../db/linked-apps.ts';
import { problemsOfDraft, type AppDraft } from '../../domain/app-draft.ts';
import {
  appDescriptionMaxCharacters,
  appNameMaxCharacters,
  costOfNewApp,
  fieldsOfNewApp,
  needsField,
} from '../../domain/apps.ts';
import { KilnError } from '../../domain/errors.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { asLanguage } from '../../domain/languages.ts';
import { modelTexts, visibleFields } from '../../domain/model.ts';
import { useModels } from '../../live/useModels.ts';
import { useModelSchema } from '../../live/useModelSchema.ts';
import { noticeAtom } from '../../requests/actions/notices.ts';
import { useSetAtom } from '../../ui/atoms.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { toolWords } from '../../words/tools.ts';
import { AppPreview } from './AppPreview.tsx';
import { CoverField } from './CoverField.tsx';
import classes from './Editor.module.css';
import { FieldRow } from './FieldRow.tsx';
import { anySchema, modelsForAppTool, toolsForApps, type Start } from './load-draft.ts';
import { SaveTrouble } from './SaveTrouble.tsx';
import { dataUrlOf } from './small-cover.ts';
import { useAppLink } from './useAppLink.ts';

const fieldId = (name: string) => `app-field-${name}`;

/** The form of an app: what it is called, what it is made of, and what of that is asked. */
export function AppEditor({
  start,
  isNew,
  change,
  forget,
  startOver,
}: {
  start: Start;
  isNew: boolean;
  change: (draft: AppDraft, cover?: Blob | null) => void;
  forget: () => Promise<void>;
  startOver: () => Promise<() => void>;
}) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const navigate = useNavigate();
  const { requestSignIn, refreshModels } = useAppActions();
  const copyLink = useAppLink();
  const showNotice = useSetAtom(noticeAtom);
  const models = useModels() ?? [];
  const { draft } = start;
  const schema = useModelSchema(draft.model, language) ?? null;
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<KilnError | null>(null);
  const chosenFile = useObjectUrl(draft.cover.kind === 'file' ? start.cover : null);
  const workPicture = useObjectUrl(draft.cover.kind === 'work' ? start.workPicture : null);
  const cover =
    draft.cover.kind === 'kept' ? draft.cover.address : (chosenFile ?? workPicture ?? null);

  const model = models.find((one) => one.model === draft.model) ?? null;
  const tools = toolsForApps(models);
  const problems = problemsOfDraft(draft, schema, model?.upload ?? null);
  const shownProblems = isTried ? problems : [];
  const problemOf = (field: string) => shownProblems.find((one) => one.field === field) ?? null;
  const fields = schema
    ? visibleFields(schema).filter(([, property]) => !property['x-readOnly'])
    : [];
  const usualCost = model ? costOfNewApp(model) : 0;

  const set = (changes: Partial<AppDraft>) => change({ ...draft, ...changes });

  async function takeModel(tool: GeneratorType, name: string) {
    const next = modelsForAppTool(models, tool).find((one) => one.model === name);
    const nextSchema = await anySchema(name, language);
    if (!next || !nextSchema) return;
    set({ tool, model: name, fields: fieldsOfNewApp(nextSchema, next, null) });
  }

  async function coverToSend(): Promise<string | null | undefined> {
    const { cover: choice } = draft;
    if (choice.kind === 'kept') return undefined;
    if (choice.kind === 'work') return choice.id;
    return choice.kind === 'file' && start.cover ? dataUrlOf(start.cover) : null;
  }

  async function save() {
    setTried(true);
    setRefused(null);
    const [first] = problems;
    if (first) {
      const target = first.field === 'name' ? 'app-name' : fieldId(first.field);
      document.getElementById(target)?.focus();
      return;
    }
    setSaving(true);
    try {
      let session = await getSession();
      if (!isSessionUsable(session)) {
        if (!(await requestSignIn(t`Your app is kept on this device until you are back.`))) return;
        session = await getSession();
      }
      if (!isSessionUsable(session)) return;
      const { id, name, description, tool, model: made, listed, cost } = draft;
      const sent = {
        id,
        name: name.trim(),
        description: description.trim(),
        tool,
        model: made,
        fields: draft.fields,
        listed,
        cover: await coverToSend(),
        ...(cost !== null && { cost }),
      };
      const { update_time: changedAt } = await saveApp(sent, session);
      await rememberLinkedApp(session.userKey, id, Date.parse(changedAt).toString(36));
      await forget();
      void refreshModels();
      showToast({
        message: t`${sent.name} is saved`,
        tone: 'success',
        action: {
          label: t({ message: 'Copy link', comment: 'Button' }),
          onAction: () => void copyLink(id),
        },
      });
      await navigate({
        to: '/generate/{-$type}/{-$model}',
        params: { type: 'Apps', model: id },
      });
    } catch (error) {
      if (!(error instanceof KilnError)) throw error;
      setRefused(error);
      if (error.code === 'forbidden') showNotice('no-access');
    } finally {
      setSaving(false);
    }
  }

  return (
    <Page>
      <PageHeader
        title={
          isNew ? (
            <Trans comment="Page title">Make an app</Trans>
          ) : (
            <Trans comment="Page title">Edit an app</Trans>
          )
        }
        description={
          <Trans>
            Decide what stays the same, and leave open what people should fill in. What is decided
            can't be changed by anybody who uses it.
          </Trans>
        }
      />
      {start.isKept && (
        <Notice
          title={<Trans>Here is what you left unsaved</Trans>}
          actions={
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                void startOver().then((bringBack) =>
                  showToast({
                    message: t`What was unsaved is put aside`,
                    action: {
                      label: t({ message: 'Undo', comment: 'Button' }),
                      onAction: bringBack,
                    },
                  }),
                );
              }}
            >
              <Trans comment="Button: without what was changed and not saved">Start over</Trans>
            </Button>
          }
        />
      )}
      <div className={classes.columns}>
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <section className={classes.part}>
            <TextInput
              id="app-name"
              required
              label={t({ message: 'Name of the app', comment: 'Field' })}
              maxLength={appNameMaxCharacters}
              value={draft.name}
              error={problemOf('name') && t`An app needs a name`}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            <Textarea
              label={t({ message: 'What it does', comment: 'Field: a description of an app' })}
              placeholder={t({ message: 'Optional', comment: 'In an empty field' })}
              autosize
              minRows={2}
              maxLength={appDescriptionMaxCharacters}
              value={draft.description}
              onChange={({ currentTarget }) => set({ description: currentTarget.value })}
            />
            <CoverField
              src={cover}
              onFile={(file) => change({ ...draft, cover: { kind: 'file' } }, file)}
              onRemove={() => change({ ...draft, cover: { kind: 'none' } }, null)}
            />
          </section>

          <section className={classes.part}>
            <h2 className={classes.partTitle}>
              <Trans comment="Heading: the tool and the model of an app">What it is made of</Trans>
            </h2>
            <div className={classes.pair}>
              <NativeSelect
                label={t({ message: 'Tool', comment: 'Field: text to image, upscaling and so on' })}
                value={draft.tool}
                data={tools.map((tool) => ({ value: tool, label: i18n._(toolWords[tool].label) }))}
                onChange={({ currentTarget: { value } }) => {
                  const tool = tools.find((one) => one === value);
                  const next = tool && modelsForAppTool(models, tool)[0];
                  if (tool && next) void takeModel(tool, next.model);
                }}
              />
              <NativeSelect
                label={t({ message: 'Model', comment: 'Field' })}
                value={draft.model}
                error={problemOf('model') && t`This model is no longer here. Choose another one.`}
                data={[
                  ...(model ? [] : [{ value: draft.model, label: draft.model, disabled: true }]),
                  ...modelsForAppTool(models, draft.tool).map((one) => ({
                    value: one.model,
                    label: modelTexts(one, language).label,
                  })),
                ]}
                onChange={({ currentTarget: { value } }) => void takeModel(draft.tool, value)}
              />
            </div>
          </section>

          <section className={classes.part}>
            <h2 className={classes.partTitle}>
              <Trans comment="Heading: of the fields of an app">Asked and decided</Trans>
            </h2>
            <ul className={classes.fields}>
              {fields.map(([name, property]) => (
                <FieldRow
                  key={`${draft.model} ${name}`}
                  id={fieldId(name)}
                  property={property}
                  field={draft.fields[name] ?? { shown: false }}
                  isNeeded={
                    schema !== null &&
                    needsField(schema, { tool: draft.tool, upload: model?.upload ?? null }, name)
                  }
                  problem={problemOf(name)}
                  onChange={(field) => set({ fields: { ...draft.fields, [name]: field } })}
                />
              ))}
            </ul>
          </section>

          <section className={classes.part}>
            <h2 className={classes.partTitle}>
              <Trans comment="Heading: what an app costs and who sees it">Price and people</Trans>
            </h2>
            <TextInput
              id={fieldId('cost')}
              label={t({ message: 'Credits for each result', comment: 'Field: price of an app' })}
              description={
                model && model.cost > 0
                  ? t`The model itself costs ${model.cost}. An app never costs less.`
                  : undefined
              }
              inputMode="numeric"
              autoComplete="off"
              placeholder={String(usualCost)}
              value={draft.cost === null || Number.isNaN(draft.cost) ? '' : String(draft.cost)}
              error={problemOf('cost') && t`Write a whole number, or leave it empty`}
              onChange={({ currentTarget: { value } }) => {
                const typed = value.trim();
                if (typed === '' || /^\d{1,6}$/.test(typed)) {
                  set({ cost: typed === '' ? null : Number(typed) });
                }
              }}
            />
            <Switch
              label={t({ message: 'Everybody finds it', comment: 'Switch: of an app' })}
              description={
                draft.listed
                  ? t`It stands on everybody's page of apps, under your name.`
                  : t`Only whoever has its link can use it.`
              }
              checked={draft.listed}
              onChange={({ currentTarget }) => set({ listed: currentTarget.checked })}
            />
          </section>

          {refused && <SaveTrouble error={refused} fields={fields} />}
          <div className={classes.actions}>
            <Button type="submit" size="md" loading={isSaving}>
              <Trans comment="Button: of an app">Save the app</Trans>
            </Button>
          </div>
        </form>
        <AppPreview draft={draft} schema={schema} cover={cover} />
      </div>
    </Page>
  );
}
