import { useEffect, useEffectEvent, useState } from 'react';
import { loadDraft } from '../../db/drafts.ts';
import type { DraftRow } from '../../db/schema.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { ListedModel } from '../../domain/model.ts';
import type { LinkTrouble } from './deep-link.ts';
import { chooseModel } from './choose-tool.ts';
import { draftOf, emptyDraft, type Draft } from './draft-keeper.ts';
import { FormLoading } from './FormLoading.tsx';
import { overridesForOtherModel } from './form-values.ts';
import { LinkNotice } from './LinkNotice.tsx';
import { untilShellRested } from './shell/carry-out.ts';
import { untilNothingIsComposed } from './shell/shell-state.ts';
import { Workbench } from './Workbench.tsx';

/** Waits for the tool's draft, so that the form opens as it was left. */
export function DraftedWorkbench({
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
    if (draft.model === null) return false;
    const chosen = chooseModel(models, type, modelInUrl, draft.model);
    const before = models.find((model) => model.model === draft.model);
    // One that is not listed just now may come back; the form stays what it was.
    return before !== undefined
      ? chosen !== null && chosen !== before
      : chosen !== null && chosen.model === modelInUrl;
  });

  useEffect(() => {
    let left = false;
    const open = (row: DraftRow | undefined) => {
      if (left) return;
      const draft: Draft = row ? draftOf(row) : emptyDraft;
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

  if (!initial) return <FormLoading />;
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
