import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { needsAgreement } from '../../../db/account/volunteers.ts';
import { newId } from '../../../db/ids.ts';
import type { CompareChoices } from '../../../domain/compare.ts';
import { KilnError } from '../../../domain/errors.ts';
import type { GroupId } from '../../../domain/ids.ts';
import { asLanguage } from '../../../domain/languages.ts';
import { useModelSchemas } from '../../../live/useModelSchema.ts';
import { useAppActions } from '../../../ui/useAppActions.ts';
import { signInFirst } from '../sign-in-first.ts';
import type { GenerateFailure } from '../useGenerate.ts';
import type { Workbench } from '../useWorkbench.ts';
import { planComparison, type CompareForm, type ComparePlan } from './compare-plan.ts';
import { saveComparison } from './save-comparison.ts';

const noChoices: CompareChoices = {};

/**
 * A form's comparison: what a press would ask for, live, and the press.
 * @param onOpen opens or closes what it is chosen in
 */
export function useComparison(
  bench: Workbench,
  onOpen: (isOpen: boolean) => void,
): {
  choices: CompareChoices;
  /** Null until the forms of its models are read. */
  plan: ComparePlan | null;
  saving: boolean;
  failure: GenerateFailure | null;
  /** @returns whether the requests were kept */
  generate: () => Promise<boolean>;
} {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { requestSignIn, requestVolunteers, wakeQueue } = useAppActions();
  const running = useRef(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<GenerateFailure | null>(null);
  const choices = bench.draft.compare ?? noChoices;
  const chosen = choices.model?.enabled ? choices.model.selected.map(String) : [];
  const names = [...new Set([bench.model.model, ...chosen])];
  const schemas = useModelSchemas(names, asLanguage(i18n.locale));
  const textOf = (field: { name: string } | null | undefined) =>
    field ? String(bench.values[field.name] ?? '') : '';
  const negative = bench.plan?.negativePrompt;
  const form: CompareForm | null = schemas
    ? {
        model: bench.model,
        models: bench.models,
        schemas,
        draft: bench.draft,
        arriving: bench.arriving,
        sizes: bench.sizes,
        prompt: textOf(bench.plan?.prompt),
        // Words that the form has by default are each model's own.
        negativePrompt:
          negative && Object.hasOwn(bench.draft.input, negative.name) ? textOf(negative) : '',
      }
    : null;
  const plan = form && planComparison(form, choices);

  /** A question takes the place of what is open: a dialog never lies over another one. */
  async function askInstead(ask: () => Promise<boolean>): Promise<boolean> {
    onOpen(false);
    const isAgreed = await ask();
    onOpen(true);
    return isAgreed;
  }

  async function keep(): Promise<boolean> {
    if (!form || !plan) return false;
    const why = t({
      message: 'What you chose is kept. Sign in, and it goes straight into the kiln.',
      comment: 'In the sign-in dialog, after Generate was pressed in compare mode',
    });
    const isHere = plan.forms.every(({ model }) => model.place === 'device');
    const owner = await signInFirst(isHere, bench.flush, () =>
      askInstead(() => requestSignIn(why)),
    );
    if (owner === null) return false;
    for (const { model } of plan.forms) {
      if (!(await needsAgreement(owner, model.model))) continue;
      await bench.flush();
      if (!(await askInstead(() => requestVolunteers(model.place)))) return false;
    }
    const id = newId(Date.now()) as GroupId;
    const kept = await saveComparison({ id, type: bench.type, owner, form, plan });
    if (!('id' in kept)) {
      setFailure(kept);
      return false;
    }
    wakeQueue();
    await navigate({ to: '/compare/$id', params: { id: kept.id } });
    return true;
  }

  async function generate(): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setSaving(true);
    setFailure(null);
    let isKept = false;
    try {
      isKept = await keep();
    } catch (error) {
      const code = error instanceof KilnError ? error.code : null;
      setFailure(code === 'storage-full' || code === 'source-missing' ? code : 'unknown');
    }
    running.current = false;
    setSaving(false);
    return isKept;
  }

  return { choices, plan, saving, failure, generate };
}
