import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { arrivedPlatform, type LocalPlatform } from '../../../api/local.ts';
import { getMedia } from '../../../db/media/media.ts';
import type { MediaId } from '../../../domain/ids.ts';
import type { KudosEstimate } from '../../../domain/kudos.ts';
import type { InputValues } from '../../../domain/model.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import { inputToSend } from '../form-values.ts';
import type { Workbench } from '../useWorkbench.ts';

/** A price is asked for when the settings rest: each time is one of few calls that the Horde takes a minute. */
const restMs = 800;
/** So many prices are asked for at once; the requests themselves wait behind them. */
const pricesMax = 8;

/** A request that the AI Horde would be asked for. */
export type KudosForm = Pick<Workbench, 'plan' | 'model' | 'values'> & {
  draft: Pick<Workbench['draft'], 'sources'>;
};

/** What counts for the price: model, settings, and the picture that is changed. */
type Asked = [model: string, input: InputValues, picture: MediaId | null];

function askedBy({ plan, model, values, draft }: KudosForm): Asked {
  const input = plan ? inputToSend(plan, values) : {};
  // Words and seeds cost nothing: typing asks for no price.
  for (const field of plan?.fields ?? []) {
    if (field === plan?.prompt || field === plan?.negativePrompt || field.role === 'seed') {
      delete input[field.name];
    }
  }
  const picture = draft.sources.find(({ field }) => field === model.upload);
  return [model.model, input, picture?.mediaId ?? null];
}

/** The sum of all; null where one of them is not known beforehand. */
async function sumOf(
  place: LocalPlatform,
  forms: readonly (readonly [asked: Asked, count: number])[],
  signal: AbortSignal,
): Promise<KudosEstimate | null> {
  if (forms.length > pricesMax) return null;
  const sum: KudosEstimate = { kudos: 0, isShort: false, left: null };
  for (const [[model, input, mediaId], count] of forms) {
    const picture = (mediaId && (await getMedia(mediaId))) ?? null;
    const size = picture && { width: picture.width, height: picture.height };
    const price = await place.estimateKudos(model, input, size, signal);
    if (!price) return null;
    sum.kudos += price.kudos * count;
    sum.isShort ||= price.isShort;
    sum.left = price.left;
  }
  return sum;
}

/**
 * What the AI Horde would take for these requests; `unknown` where it does not say so beforehand, null while nobody can
 * be asked. Settings alone leave for it, and only once the person has agreed that volunteers see what they ask for.
 */
export function useKudosEstimate(forms: readonly KudosForm[]): KudosEstimate | 'unknown' | null {
  const online = useOnline();
  const agrees = useOwnSetting('agreesToVolunteers') === true;
  const key = useOwnSetting('hordeKey');
  // Most requests of a comparison by words or seeds have one price.
  const counts = new Map<string, number>();
  for (const form of forms) {
    const asked = JSON.stringify(askedBy(form));
    counts.set(asked, (counts.get(asked) ?? 0) + 1);
  }
  const all = JSON.stringify([key, [...counts]]);
  const [rested] = useDebouncedValue(all, restMs);
  const [told, setTold] = useState<{ all: string; estimate: KudosEstimate | 'unknown' } | null>(
    null,
  );
  const mayAsk =
    online && agrees && key !== undefined && forms.length > 0 && forms.every(({ plan }) => plan);

  useEffect(() => {
    if (!mayAsk) return;
    const leaving = new AbortController();
    const [, wanted] = JSON.parse(rested) as [unknown, [string, number][]];
    const asked = wanted.map(([text, count]) => [JSON.parse(text) as Asked, count] as const);
    arrivedPlatform('horde')
      .then((place) => place && sumOf(place, asked, leaving.signal))
      .then(
        (estimate) => {
          if (!leaving.signal.aborted) setTold({ all: rested, estimate: estimate ?? 'unknown' });
        },
        // It can be made without knowing; the next change asks again.
        () => undefined,
      );
    return () => leaving.abort();
  }, [mayAsk, rested]);

  // Of other settings it would be another one.
  return mayAsk && told?.all === all ? told.estimate : null;
}
