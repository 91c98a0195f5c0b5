import type { UserKey } from '../../domain/ids.ts';
import { useCurrentOwner } from '../../live/useSession.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadDraft } from '../../db/drafts.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { asLanguage } from '../../domain/languages.ts';
import { modelsForType, toolsOf } from '../../domain/model.ts';
import type { ListedModel } from '../../domain/model.ts';
import { useModels } from '../../live/useModels.ts';
import { useOwnSetting } from '../../live/useSetting.ts';
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
import classes from './PlaygroundPage.module.css';
import { isEmptyLink, type PlaygroundLink } from './playground-link.ts';
import { untilShellRested } from './shell/carry-out.ts';
import { untilNothingIsComposed } from './shell/shell-state.ts';
import { useShellHold } from './shell/useShellHold.ts';
import { ToolRail } from './ToolRail.tsx';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { useOnline } from '../../ui/useOnline.ts';
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
  const owner = useCurrentOwner();
  const current = useOwnSetting('currentModel');
  // It is as old as it was when the page opened: the tool must not change under the person's hands.
  const [openedAtMs] = useState(() => Date.now());
  const saved = current === undefined ? undefined : freshSavedModel(current, openedAtMs);
  const [fetching, setFetching] = useState<Fetching | null>(null);
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
    const target = await followLink(
      wanted,
      typeInUrl,
      modelInUrl,
      asLanguage(i18n.locale),
      (finished, total) => setFetching({ finished, total }),
    );
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
    if (modelsKnown && !isEmptyLink(wanted)) {
      void follow(wanted).then((target) => {
        setFetching(null);
        setFollowed(target);
      });
    }
  }, [modelsKnown, source, from, intent, prompt]);

  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <h1 tabIndex={-1}>{label}</h1>
      </VisuallyHidden>
      {tools.length > 0 && <ToolRail tools={tools} current={type} />}
      <Body
        models={models}
        type={type}
        owner={owner}
        fetching={fetching}
        linkPending={!isEmptyLink(link)}
      >
        {(tool, known, owner) => (
          <DraftedWorkbench
            // Another person's form is another form, even if it is of the same tool.
            key={`${owner} ${tool}`}
            owner={owner}
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

/** Files that a form starts from and that come from the studio first. */
interface Fetching {
  finished: number;
  total: number;
}

/** The states before there is a form. */
function Body({
  models,
  owner,
  fetching,
  type,
  linkPending,
  children,
}: {
  models: ListedModel[] | null | undefined;
  owner: UserKey | undefined;
  fetching: Fetching | null;
  type: GeneratorType | null;
  linkPending: boolean;
  children: (type: GeneratorType, models: ListedModel[], owner: UserKey) => React.ReactNode;
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
            The studio has no model to work with right now. What you made before is in your works.
          </Trans>
        </EmptyState>
      </div>
    );
  }
  if (!models || linkPending || type === null || owner === undefined) {
    return (
      <>
        {fetching && <FetchingNotice {...fetching} />}
        <Loading />
      </>
    );
  }
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
  return children(type, models, owner);
}

function FetchingNotice({ finished, total }: Fetching) {
  const number = finished + 1;
  return (
    <Notice announce title={<Trans>Fetching what it was made from</Trans>}>
      <Trans>
        File {number} of {total} comes from the studio.
      </Trans>
    </Notice>
  );
}

function Loading() {
  const { t } = useLingui();
  useShellHold(true);
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
  owner,
  type,
  models,
  modelInUrl,
  trouble,
  onModel,
}: {
  owner: UserKey;
  type: GeneratorType;
  models: ListedModel[];
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
    const read = async () => {
      // A request that the shell is just making writes this draft, too.
      await untilShellRested();
      // An unreadable draft must not keep anyone from working.
      const row = await loadDraft(owner, type).catch(() => undefined);
      // The form takes the shell's text field over, which must not happen in the middle of a word.
      await untilNothingIsComposed();
      open(row);
    };
    void read();
    return () => {
      left = true;
    };
  }, [owner, type]);

  if (!initial) return <Loading />;
  return (
    <Workbench
      owner={owner}
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
          <Trans>It could not be fetched just now. Try again with a network.</Trans>
        </Notice>
      );
    case 'sources-offline':
      return (
        <Notice tone="warn" announce title={<Trans>Not every source file is here</Trans>}>
          <Trans>
            It was made from files that are in the studio, and the studio can't be reached now. The
            rest of the form is filled in. Try again with a network, or choose a file yourself.
          </Trans>
        </Notice>
      );
    case 'sources-gone':
      return (
        <Notice tone="warn" announce title={<Trans>A source file is gone</Trans>}>
          <Trans>
            A file that it was made from is no longer kept anywhere. The rest of the form is filled
            in; choose another file in its place.
          </Trans>
        </Notice>
      );
    case 'storage-full':
      return (
        <Notice tone="warn" announce title={<Trans>This device is full</Trans>}>
          <Trans>
            There is no room for the files that it was made from. Make room on the storage page,
            then try again.
          </Trans>
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
