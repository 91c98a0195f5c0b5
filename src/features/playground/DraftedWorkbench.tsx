import { lazy, startTransition, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { loadDraft } from '../../db/drafts.ts';
import type { DraftRow } from '../../db/schema.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { UserKey } from '../../domain/ids.ts';
import { modelsForType, type ListedModel } from '../../domain/model.ts';
import type { ShareTrouble } from '../../domain/shares.ts';
import { useShares } from '../../live/useShares.ts';
import { lazyWithWords } from '../../words/lazy-words.ts';
import type { LinkTrouble } from './deep-link.ts';
import { chooseModel } from '../../domain/model-choice.ts';
import { draftOf, emptyDraft, type Draft } from './draft-keeper.ts';
import { FormLoading } from './FormLoading.tsx';
import { takeOpenedFiles } from './shares/opened-files.ts';
import { overridesForOtherModel } from './form-values.ts';
import { untilShellRested } from './shell/carry-out.ts';
import { untilNothingIsComposed } from './shell/shell-state.ts';
import { Workbench } from './Workbench.tsx';

const LinkNotice = lazy(() =>
  import('./LinkNotice.tsx').then((module) => ({ default: module.LinkNotice })),
);
const SharedThings = lazyWithWords(() =>
  import('./shares/SharedThings.tsx').then((module) => module.SharedThings),
);

const AbsentModel = lazyWithWords(() =>
  import('./absent/AbsentModel.tsx').then((module) => module.AbsentModel),
);

/** What another model makes of a draft; what Random had picked was another one. */
function startedAnew(draft: Draft, model: ListedModel): Draft {
  const hasSource = draft.sources.length > 0;
  const input = overridesForOtherModel(draft.input, null, hasSource, model);
  return { ...draft, input, isRandom: false };
}

/** Waits for the tool's draft, so that the form opens as it was left. */
export function DraftedWorkbench({
  owner,
  type,
  models,
  modelInUrl,
  trouble,
  shared,
  onModel,
}: {
  owner: UserKey;
  type: GeneratorType;
  models: ListedModel[];
  modelInUrl: string | undefined;
  trouble: LinkTrouble | null;
  /** Why what another app shared just now is not here. */
  shared: ShareTrouble | null;
  onModel: (model: string) => void;
}) {
  const shares = useShares(owner) ?? [];
  const navigate = useNavigate();
  const tellTrouble = useEffectEvent((outcome: ShareTrouble) => {
    void navigate({ to: '.', search: { shared: outcome }, replace: true });
  });
  useEffect(() => takeOpenedFiles(tellTrouble), []);
  const [initial, setInitial] = useState<Draft | null>(null);
  /** The model that takes the place of the draft's, if one does. */
  const otherModel = useEffectEvent((draft: Draft) => {
    if (draft.model === null) return null;
    const chosen = chooseModel(models, type, modelInUrl, draft.model);
    const before = models.find((model) => model.model === draft.model);
    // One that is not listed just now may come back; the form stays what it was.
    if (before === undefined) return chosen?.model === modelInUrl ? chosen : null;
    return chosen === before ? null : chosen;
  });

  useEffect(() => {
    let left = false;
    const open = (row: DraftRow | undefined) => {
      if (left) return;
      const draft: Draft = row ? draftOf(row) : emptyDraft;
      // A link to another model is a choice of that model.
      const other = otherModel(draft);
      // In slices: the form is the largest part of the page.
      startTransition(() => setInitial(other ? startedAnew(draft, other) : draft));
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

  if (!initial) return <FormLoading />;
  const wanted = modelInUrl ?? (initial.isRandom ? null : initial.model);
  const absent = modelsForType(models, type).some(({ model }) => model === wanted) ? null : wanted;
  const shown = absent === null ? null : chooseModel(models, type, modelInUrl, initial.model);
  return (
    <Workbench
      owner={owner}
      type={type}
      models={models}
      modelInUrl={modelInUrl}
      initial={initial}
      notice={
        <Suspense fallback={null}>
          {(shares.length > 0 || shared) && <SharedThings shares={shares} trouble={shared} />}
          {trouble && <LinkNotice trouble={trouble} />}
          {shown && absent !== null && (
            <AbsentModel
              type={type}
              wanted={absent}
              isDraft={absent === initial.model}
              shown={shown}
              onStay={() => onModel(shown.model)}
            />
          )}
        </Suspense>
      }
      isStandIn={shown !== null}
      onModel={onModel}
    />
  );
}
