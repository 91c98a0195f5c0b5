import type { UserKey } from '../../domain/ids.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { inPassing } from '../../db/in-passing.ts';
import { noteRecentTool } from '../../db/recent-tools.ts';
import { setOwnSetting } from '../../db/settings.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { asLanguage } from '../../domain/languages.ts';
import { usualShortcuts } from '../../domain/shortcuts.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { toolsOf, type ListedModel } from '../../domain/model.ts';
import { modeOf } from '../../domain/tool-entries.ts';
import { InSlices } from '../../ui/InSlices.tsx';
import { showToast } from '../../ui/toast.ts';
import { useLatestCallback } from '../../ui/useLatestCallback.ts';
import { Composer } from './Composer.tsx';
import type { Draft } from './draft-keeper.ts';
import { focusSoon } from './focus.ts';
import { wantedSources, type FormField } from './form-plan.ts';
import { GenerateBar } from './GenerateBar.tsx';
import { MissingSchema } from './MissingSchema.tsx';
import { modelTexts } from './model-texts.ts';
import { PromptTextContext } from './usePromptText.ts';
import { Recall } from './recall/Recall.tsx';
import { untilShellRested } from './shell/carry-out.ts';
import {
  noteGenerateKeys,
  noteTool,
  pendingPress,
  settlePress,
  type ShellPress,
} from './shell/shell-state.ts';
import { ResultPane } from './result/ResultPane.tsx';
import { useGenerate } from './useGenerate.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { undoHelper } from './shortcuts/undo-helper.ts';
import { useShortcuts } from './shortcuts/useShortcuts.ts';
import { fieldId, useWorkbench, type Workbench as Bench } from './useWorkbench.ts';
import classes from './Workbench.module.css';
import { WorkbenchPanels, type PanelView } from './WorkbenchPanels.tsx';
import { useLastSeed } from '../../live/useLastSeed.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { useToolRequests } from '../../live/useToolRequests.ts';

// The prompt and its button come first; everything else may arrive a moment later.
const SourceField = lazy(() =>
  import('./AnySourceField.tsx').then((module) => ({ default: module.AnySourceField })),
);
const RequestNote = lazy(() =>
  import('./RequestNote.tsx').then(({ SteadyNote }) => ({ default: SteadyNote })),
);

/** The same for good, so that nothing is drawn anew. */
const noRequests: readonly GenerateIntent[] = [];

export interface WorkbenchProps {
  owner: UserKey;
  type: GeneratorType;
  models: readonly ListedModel[];
  modelInUrl: string | undefined;
  initial: Draft;
  notice: ReactNode;
  /** The model stands in for one that isn't offered: what was pressed before that was said is not sent. */
  isStandIn: boolean;
  onModel: (model: string) => void;
}

/** One tool: its form, its result, its settings. Mount it anew for another tool. */
export function Workbench({
  owner,
  type,
  models,
  modelInUrl,
  initial,
  notice,
  isStandIn,
  onModel,
}: WorkbenchProps) {
  const { i18n } = useLingui();
  const bench = useWorkbench({
    owner,
    type,
    models,
    modelInUrl,
    language: asLanguage(i18n.locale),
    initial,
  });
  const [firstTool] = toolsOf(models);
  useEffect(() => noteTool(type, firstTool), [type, firstTool]);
  if (!bench) return null;
  return <FilledWorkbench bench={bench} notice={notice} isStandIn={isStandIn} onModel={onModel} />;
}

/** So long a press waits for a model that another one stands in for. */
const standInPatienceMs = 10_000;

/** What was pressed for this tool, and is no request yet, will be none. */
function forgetPresses(type: GeneratorType): void {
  for (let next = pendingPress(); next?.type === type; next = pendingPress()) settlePress(next);
}

function FilledWorkbench({
  bench,
  notice,
  isStandIn,
  onModel,
}: {
  bench: Bench;
  notice: ReactNode;
  isStandIn: boolean;
  onModel: (model: string) => void;
}) {
  const { t, i18n } = useLingui();
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const online = useOnline();
  const owner = useMakingOwner();
  const requests = useToolRequests(owner, bench.type, bench.models, modeOf(bench.model));
  const lastSeed = useLastSeed(owner ?? null, bench.type);
  const { openQueue } = useAppActions();
  const { generate, saving, failure } = useGenerate(bench);
  const [settingsOpened, setSettingsOpened] = useState(false);
  const [view, setView] = useState<PanelView>('settings');
  const [modelsOpened, setModelsOpened] = useState(false);
  const [keysOpened, setKeysOpened] = useState(false);
  const [pressedInVain, setPressedInVain] = useState(false);
  /** Generate was pressed while a file was being made ready. */
  const [pressWaits, setPressWaits] = useState(false);
  const promptRef = useRef<HTMLTextAreaElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLElement>(null);

  /** What a press does once the form has the file that it waited for. */
  const newestPress = useRef(async () => {});

  const { model, plan, type } = bench;
  useEffect(() => {
    inPassing(
      setOwnSetting(bench.owner, 'currentModel', { type, model: model.model, atMs: Date.now() }),
    );
  }, [bench.owner, type, model.model]);

  const mode = modeOf(model);
  // A form that only was looked at has no draft.
  const isBegun = bench.draft.model !== null;
  useEffect(() => {
    if (isBegun) inPassing(noteRecentTool(bench.owner, { type, mode }));
  }, [bench.owner, type, mode, isBegun]);

  const texts = modelTexts(model, i18n.locale);
  const blocked = model.available
    ? null
    : (texts.unavailable ?? t`This model isn't available right now.`);

  function openSettings() {
    if (wide) {
      panelRef.current?.querySelector<HTMLElement>('button, input, select')?.focus();
      return;
    }
    setView('settings');
    setSettingsOpened(true);
  }

  function openModelList() {
    if (bench.models.length < 2) return;
    if (wide) {
      setModelsOpened(true);
      return;
    }
    setView('models');
    setSettingsOpened(true);
  }

  function chooseModel(name: string) {
    if (bench.losesStyle(name)) {
      showToast({ message: t`The trained style doesn't fit this model, so it was taken out.` });
    }
    offerBack(bench.takeModel(name));
    if (name !== model.model) onModel(name);
    setModelsOpened(false);
    setView('settings');
  }

  function leadTo(field: FormField) {
    const isInSight =
      ['prompt', 'source', 'mask'].includes(field.role) || plan?.lines.includes(field);
    if (!isInSight && !wide) openSettings();
    focusSoon(fieldId(field.name));
  }

  function chooseRandom() {
    const picked = bench.takeRandom();
    if (picked && picked.model !== model.model) onModel(picked.model);
    offerBack(picked?.restore ?? null);
    setModelsOpened(false);
    setView('settings');
  }

  /** Choosing a model puts its own settings into the form; what was set by hand is not gone for that. */
  function offerBack(restore: (() => void) | null) {
    if (!restore) return;
    showToast({
      message: t`The model starts with its own settings.`,
      action: {
        label: (
          <Trans comment="Button: puts what was set before back into the form">Keep mine</Trans>
        ),
        onAction: restore,
      },
    });
  }

  async function press(earlier?: ShellPress) {
    if (!plan) return;
    const first = (earlier ? bench.withPrompt(earlier.text) : bench).problems[0];
    if (blocked || first) {
      setPressedInVain(true);
      if (first) leadTo(first.field);
      return;
    }
    setPressedInVain(false);
    if (bench.arriving.size > 0 && !earlier) {
      if (pressWaits) return;
      setPressWaits(true);
      const isTaken = await bench.untilArrived();
      setPressWaits(false);
      // With the file that was there before, or none, it would be another wish; the field says what is wrong.
      if (isTaken) await newestPress.current();
      return;
    }
    if (!(await generate(earlier))) return;
    if (bench.draft.isRandom) chooseRandom();
    setSettingsOpened(false);
    if (wide) return;
    // On a phone the result is below the form: put the keyboard away and go where one waits for it.
    if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur();
    resultRef.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }

  const carryOutEarlier = useEffectEvent(async () => {
    for (let next = pendingPress(); next?.type === type; next = pendingPress()) {
      await press(next);
      settlePress(next);
    }
  });
  useLayoutEffect(() => {
    newestPress.current = press;
  });
  const generateNow = useLatestCallback(() => {
    // Who presses again on what stands in has decided.
    if (isStandIn) forgetPresses(type);
    void press();
  });
  const showSettings = useLatestCallback(openSettings);
  const choose = useLatestCallback(chooseModel);
  const pickRandom = useLatestCallback(chooseRandom);
  // The same for every reading of the form, so that what they are given to need not be drawn anew with each key.
  const focusPrompt = useCallback(() => promptRef.current?.focus(), []);

  const isReady = plan !== null;
  useEffect(() => {
    // Generate was pressed before there was anybody to hear it.
    if (isReady && !isStandIn) void untilShellRested().then(() => carryOutEarlier());
    if (!isStandIn) return;
    // The list that the wanted model is in may be on its way.
    const timer = setTimeout(() => forgetPresses(type), standInPatienceMs);
    return () => clearTimeout(timer);
  }, [isReady, isStandIn, type]);

  const shortcuts = useShortcuts({
    generate: generateNow,
    prompt: () => promptRef.current?.focus(),
    undo: undoHelper,
    settings: openSettings,
    models: openModelList,
    queue: openQueue,
    list: () => setKeysOpened(true),
  });
  const generateKeys = shortcuts?.generate;
  useEffect(() => noteGenerateKeys(generateKeys), [generateKeys]);

  const sources = plan ? wantedSources(plan, bench.draft) : [];

  return (
    <PromptTextContext value={plan?.prompt ? String(bench.values[plan.prompt.name] ?? '') : ''}>
      <div className={classes.middle}>
        {notice}
        <Recall bench={bench} onModel={onModel} />
        {bench.schema ? (
          <InSlices fallback={<MissingSchema isComing />}>
            <Composer
              bench={bench}
              promptRef={promptRef}
              onModel={choose}
              sources={
                sources.length > 0 ? (
                  <div className={classes.sources} data-several={sources.length > 1 || undefined}>
                    {sources.map((field, index) => (
                      <Suspense key={field.name} fallback={<Skeleton height="15rem" />}>
                        <SourceField bench={bench} field={field} first={index === 0} />
                      </Suspense>
                    ))}
                  </div>
                ) : undefined
              }
            >
              <GenerateBar
                bench={bench}
                blocked={blocked}
                pressed={pressedInVain}
                saving={saving || pressWaits}
                failed={failure !== null}
                ready={plan !== null}
                keys={generateKeys === undefined ? usualShortcuts.generate : generateKeys}
                note={
                  <Suspense fallback={null}>
                    <RequestNote
                      bench={bench}
                      requests={requests ?? noRequests}
                      failure={failure}
                      waits={pressWaits}
                      onModel={choose}
                    />
                  </Suspense>
                }
                onProblem={leadTo}
                onGenerate={generateNow}
                onSettings={showSettings}
              />
            </Composer>
          </InSlices>
        ) : (
          <MissingSchema isComing={online || bench.schema === undefined} />
        )}
        <div ref={resultRef} className={classes.result}>
          <ResultPane bench={bench} requests={requests} onBegun={focusPrompt} />
        </div>
      </div>

      <WorkbenchPanels
        bench={bench}
        wide={wide}
        lastSeed={lastSeed}
        panelRef={panelRef}
        view={view}
        onView={setView}
        settingsOpened={settingsOpened}
        onSettings={setSettingsOpened}
        modelsOpened={modelsOpened}
        onModels={setModelsOpened}
        keysOpened={keysOpened}
        onKeys={setKeysOpened}
        onChoose={choose}
        onRandom={pickRandom}
      />
    </PromptTextContext>
  );
}
