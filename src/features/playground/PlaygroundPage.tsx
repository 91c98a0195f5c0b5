import type { UserKey } from '../../domain/ids.ts';
import { useCurrentOwner } from '../../live/useSession.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { inSingleModelMode } from '../../domain/model-choice.ts';
import { asLanguage } from '../../domain/languages.ts';
import { modelsForType, toolsOf } from '../../domain/model.ts';
import { entryOf, toolEntries } from '../../domain/tool-entries.ts';
import type { ListedModel } from '../../domain/model.ts';
import { useModels } from '../../live/useModels.ts';
import { useOwnSetting } from '../../live/useSetting.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { entryWords, toolWords } from '../../words/tools.ts';
import { chooseTool, freshSavedModel } from './choose-tool.ts';
import type { LinkTarget } from './deep-link.ts';
import { DraftedWorkbench } from './DraftedWorkbench.tsx';
import { FormLoading } from './FormLoading.tsx';
import classes from './PlaygroundPage.module.css';
import { isEmptyLink, type PlaygroundLink } from './playground-link.ts';
import { ToolRail } from './tools/ToolRail.tsx';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';

const AbsentApp = lazyWithWords(() =>
  import('./absent/AbsentApp.tsx').then((module) => module.AbsentApp),
);

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
  const listed = useModels();
  const isSingle = useOwnSetting('singleModel');
  const owner = useCurrentOwner();
  const current = useOwnSetting('currentModel');
  // It is as old as it was when the page opened: the tool must not change under the person's hands.
  const [openedAtMs] = useState(() => Date.now());
  const saved = current === undefined ? undefined : freshSavedModel(current, openedAtMs);
  const [fetching, setFetching] = useState<Fetching | null>(null);
  const [followed, setFollowed] = useState<LinkTarget | null>(null);
  useKeyboardInset();

  // The same list as long as nothing in it has changed: the form is drawn anew with another one.
  const models = useMemo(() => {
    if (isSingle === undefined) return undefined;
    return listed && isSingle ? inSingleModelMode(listed, modelInUrl) : listed;
  }, [listed, isSingle, modelInUrl]);
  const tools = models ? toolsOf(models) : [];
  // A tool that the link names need not wait for what the device remembers.
  const isNamed = typeInUrl !== undefined && isGeneratorType(typeInUrl);
  const choice =
    saved === undefined && !isNamed ? null : chooseTool(typeInUrl, saved ?? null, tools);
  const type = choice?.type ?? null;
  // Back at the tool used last, it is in the mode that it was in.
  const modelName = modelInUrl ?? (typeInUrl === undefined ? saved?.model : undefined);
  const entries = models ? toolEntries(models) : [];
  const entry = entryOf(entries, type, models?.find((model) => model.model === modelName) ?? null);
  const label = type
    ? i18n._((entry ? entryWords(entry) : toolWords[type]).label)
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

  const { source, picture, shares, from, part, intent, prompt, settings } = link;
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
    const wanted: PlaygroundLink = {
      source,
      picture,
      shares,
      from,
      part,
      intent,
      prompt,
      settings,
    };
    if (modelsKnown && !isEmptyLink(wanted)) {
      void follow(wanted).then((target) => {
        setFetching(null);
        setFollowed(target);
      });
    }
  }, [modelsKnown, source, picture, shares, from, part, intent, prompt, settings]);

  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <h1 tabIndex={-1}>{label}</h1>
      </VisuallyHidden>
      {entries.length > 0 && <ToolRail entries={entries} current={entry} />}
      <Body
        models={models}
        type={type}
        modelInUrl={modelInUrl}
        owner={owner}
        fetching={fetching}
        linkPending={!isEmptyLink(link)}
      >
        {(tool, known, owner) => (
          <DraftedWorkbench
            // Another person's form is another form, even if it is of the same tool; a mode's is, too.
            key={`${owner} ${tool} ${entry?.mode ?? ''}`}
            owner={owner}
            type={tool}
            models={known}
            modelInUrl={modelName}
            // What went wrong with a link is said in the tool it led to, and nowhere else.
            trouble={
              followed?.type === undefined || followed.type === tool
                ? (followed?.trouble ?? null)
                : null
            }
            shared={link.shared ?? null}
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
  modelInUrl,
  linkPending,
  children,
}: {
  models: ListedModel[] | null | undefined;
  owner: UserKey | undefined;
  fetching: Fetching | null;
  type: GeneratorType | null;
  modelInUrl: string | undefined;
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
        <FormLoading />
      </>
    );
  }
  const here = modelsForType(models, type);
  // An app is a form of its own: no other one can stand in its place.
  if (type === 'Apps' && modelInUrl && !here.some(({ model }) => model === modelInUrl)) {
    return (
      <div className={classes.alone}>
        <Suspense fallback={null}>
          <AbsentApp key={modelInUrl} id={modelInUrl} models={models} />
        </Suspense>
      </div>
    );
  }
  if (here.length === 0) {
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
