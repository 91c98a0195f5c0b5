import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { arrivedPlatform } from '../../../api/local.ts';
import type { KudosEstimate } from '../../../domain/kudos.ts';
import type { InputValues } from '../../../domain/model.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import { inputToSend } from '../form-values.ts';
import type { Workbench } from '../useWorkbench.ts';

/** A price is asked for when the settings rest: each time is one of few calls that the Horde takes a minute. */
const restMs = 800;

/**
 * What the AI Horde would take for the form as it is; null while nobody can be asked. Settings alone leave for it, and
 * only once the person has agreed that volunteers see what they ask for.
 */
export function useKudosEstimate({
  plan,
  model,
  values,
}: Pick<Workbench, 'plan' | 'model' | 'values'>): KudosEstimate | null {
  const online = useOnline();
  const agrees = useOwnSetting('agreesToVolunteers') === true;
  const key = useOwnSetting('hordeKey');
  const input = plan ? inputToSend(plan, values) : {};
  // Words and seeds cost nothing: typing asks for no price.
  for (const field of plan?.fields ?? []) {
    if (field === plan?.prompt || field === plan?.negativePrompt || field.role === 'seed') {
      delete input[field.name];
    }
  }
  const form = JSON.stringify([model.model, key, input]);
  const [rested] = useDebouncedValue(form, restMs);
  const [told, setTold] = useState<{ form: string; estimate: KudosEstimate | null } | null>(null);
  const mayAsk = online && agrees && key !== undefined && plan !== null;

  useEffect(() => {
    if (!mayAsk) return;
    const leaving = new AbortController();
    const [asked, , settings] = JSON.parse(rested) as [string, unknown, InputValues];
    arrivedPlatform('horde')
      .then((place) => place?.estimateKudos(asked, settings, leaving.signal) ?? null)
      .then(
        (estimate) => {
          if (!leaving.signal.aborted) setTold({ form: rested, estimate });
        },
        // It can be made without knowing; the next change asks again.
        () => undefined,
      );
    return () => leaving.abort();
  }, [mayAsk, rested]);

  // Of other settings it would be another one.
  return mayAsk && told?.form === form ? told.estimate : null;
}
