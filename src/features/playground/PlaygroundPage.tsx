import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadDraft } from '../../db/drafts.ts';
import { getSetting } from '../../db/settings.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { asLanguage, modelsForType, toolsOf, type ModelItem } from '../../domain/model.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { toolWords } from '../../words/tools.ts';
import { chooseTool, freshSavedModel } from './choose-tool.ts';
import type { LinkTarget, LinkTrouble } from './deep-link.ts';
import { emptyDraft, type Draft } from './draft-keeper.ts';
import { overridesForOtherModel } from './form-values.ts';
import { useModels } from './live-data.ts';
import classes from './PlaygroundPage.module.css';
import { isEmptyLink, type PlaygroundLink } from './playground-link.ts';
import { ToolRail } from './ToolRail.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useOnline } from '../../ui/online.ts';
import { Workbench } from './Workbench.tsx';

export interface PlaygroundPageProps {
  /** From the path, not yet known to be a tool of ours. */
  type?: string;
  model?: string;
  /** What the link asks to put into the form. */
  link: PlaygroundLink;
}

/** The playground: `/generate/{type?}/{model?}` (spec 1, section 2). */
export function PlaygroundPage({ type: typeInUrl, model: modelInUrl, link }: PlaygroundPageProps) {
  const { i18n, t } = useLingui();
  const navigate = useNavigate();
  const models = useModels();
  const saved = useLiveQuery(
    async () => freshSavedModel(await getSetting('currentModel'), Date.now()),
    [],
  );
  const [followed, setFollowed] = useState<LinkTarget | null>(null);
  useKeyboardInset();

  const tools = models ? toolsOf(models) : [];
  // A tool that the link names need not wait for what the device remembers.
  const isNamed = typeInUrl !== undefined && isGeneratorType(typeInUrl);
  const choice =
    saved === undefined && !isNamed ? null : chooseTool(typeInUrl, saved ?? null, tools);
  const type = choice?.type ?? null;
  const label = type
    ? i18n._(toolWords[type].label)
    : t({ message: 'Generate', comment: 'Page title' });
  usePageTitle(label);

  const leaveToGenerate =
    choice?.leaveToGenerate === true && models !== undefined && models !== null;
  useEffect(() => {
    if (!leaveToGenerate) return;
    void navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: undefined, model: undefined },
      replace: true,
    });
  }, [leaveToGenerate, navigate]);

  const { source, from, intent, prompt } = link;
  const follow = useEffectEvent(async (wanted: PlaygroundLink) => {
    const { followLink } = await import('./deep-link.ts');
    const target = await followLink(wanted, typeInUrl, modelInUrl, asLanguage(i18n.locale));
    // The link is used up: a reload must not undo what is typed from here on.
    await navigate({
      to: '/generate/{-$type}/{-$model}',
      params: { type: target.type, model: target.model },
      replace: true,
    });
    return target;
  });
  const modelsKnown = models !== undefined && models !== null;
  useEffect(() => {
    const wanted: PlaygroundLink = { source, from, intent, prompt };
    if (modelsKnown && !isEmptyLink(wanted)) void follow(wanted).then(setFollowed);
  }, [modelsKnown, source, from, intent, prompt]);

  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <h1 tabIndex={-1}>{label}</h1>
      </VisuallyHidden>
      {tools.length > 0 && <ToolRail tools={tools} current={type} />}
      <Body models={models} type={type} linkPending={!isEmptyLink(link)}>
        {(tool, known) => (
          <DraftedWorkbench
            key={tool}
            type={tool}
            models={known}
            modelInUrl={modelInUrl}
            // What went wrong with a link is said in the tool it led to, and nowhere else.
            trouble={
              followed?.type === undefined || followed.type === tool
                ? (followed?.trouble ?? null)
                : null
            }
            onModel={(name) =>
              void navigate({
                to: '/generate/{-$type}/{-$model}',
                params: { type: tool, model: name },
                replace: true,
              })
            }
          />
        )}
      </Body>
    </div>
  );
}

/** The states before there is a form. */
function Body({
  models,
  type,
  linkPending,
  children,
}: {
  models: ModelItem[] | null | undefined;
  type: GeneratorType | null;
  linkPending: boolean;
  children: (type: GeneratorType, models: ModelItem[]) => React.ReactNode;
}) {
  const online = useOnline();
  if (models === null && !online) {
    return (
      <div className={classes.alone}>
        <EmptyState kind="offline" title={<Trans>The tools aren't on this device yet</Trans>}>
          <Trans>
            Open this page once with a network. From then on you can work without one, and what you
            make leaves later.
          </Trans>
        </EmptyState>
      </div>
    );
  }
  if (models && models.length === 0) {
    return (
      <div className={classes.alone}>
        <EmptyState kind="failed" title={<Trans>No tool is ready</Trans>}>
          <Trans>
            The studio has no model to work with right now. What you made before is in your images.
          </Trans>
        </EmptyState>
      </div>
    );
  }
  if (!models || linkPending || type === null) return <Loading />;
  if (modelsForType(models, type).length === 0) {
    return (
      <div className={classes.alone}>
        <EmptyState
          title={<Trans>This tool isn't here</Trans>}
          actions={
            <ButtonLink to="/smart-apps">
              <Trans>See the tools there are</Trans>
            </ButtonLink>
          }
        >
          <Trans>The studio has no model for it. Everything else works as usual.</Trans>
        </EmptyState>
      </div>
    );
  }
  return children(type, models);
}

function Loading() {
  const { t } = useLingui();
  return (
    <>
      <div className={classes.loading} role="status" aria-label={t`Getting the tools ready`}>
        <Skeleton height="11rem" radius="lg" />
        <Skeleton height="min(46dvh, 24rem)" radius="lg" />
      </div>
      <div className={classes.loadingPanel} aria-hidden>
        <Skeleton height="24rem" radius="lg" />
      </div>
    </>
  );
}

/** Waits for the tool's draft, so that the form opens as it was left. */
function DraftedWorkbench({
  type,
  models,
  modelInUrl,
  trouble,
  onModel,
}: {
  type: GeneratorType;
  models: ModelItem[];
  modelInUrl: string | undefined;
  trouble: LinkTrouble | null;
  onModel: (model: string) => void;
}) {
  const [initial, setInitial] = useState<Draft | null>(null);
  const isOtherModel = useEffectEvent((draft: Draft) => {
    const named = models.some(
      (model) => model.model === modelInUrl && model.type.split(',').includes(type),
    );
    return named && draft.model !== null && draft.model !== modelInUrl;
  });

  useEffect(() => {
    let left = false;
    const open = (row: Draft | undefined) => {
      if (left) return;
      const draft: Draft = row
        ? { model: row.model, input: row.input, sources: row.sources }
        : emptyDraft;
      setInitial(
        // A link to another model is a choice of that model.
        isOtherModel(draft)
          ? { ...draft, input: overridesForOtherModel(draft.input, null, draft.sources.length > 0) }
          : draft,
      );
    };
    // An unreadable draft must not keep anyone from working.
    loadDraft(type).then(open, () => open(undefined));
    return () => {
      left = true;
    };
  }, [type]);

  if (!initial) return <Loading />;
  return (
    <Workbench
      type={type}
      models={models}
      modelInUrl={modelInUrl}
      initial={initial}
      notice={trouble && <LinkNotice trouble={trouble} />}
      onModel={onModel}
    />
  );
}

function LinkNotice({ trouble }: { trouble: LinkTrouble }) {
  switch (trouble) {
    case 'gone':
      return (
        <Notice tone="warn" announce title={<Trans>That's no longer on this device</Trans>}>
          <Trans>It may have been deleted. The form is as you left it.</Trans>
        </Notice>
      );
    case 'not-on-device':
      return (
        <Notice tone="warn" announce title={<Trans>The full picture isn't on this device</Trans>}>
          <Trans>Open it once with a network, then use it here.</Trans>
        </Notice>
      );
    case 'unsupported-media':
      return (
        <Notice tone="warn" announce title={<Trans>Format not supported</Trans>}>
          <Trans>This model can't work with that kind of file. Choose another one.</Trans>
        </Notice>
      );
    case 'no-picture-field':
      return (
        <Notice tone="warn" announce title={<Trans>This model takes no picture</Trans>}>
          <Trans>Choose another tool for it.</Trans>
        </Notice>
      );
  }
}
