import type { InputValues, ListedModel } from '../../../domain/model.ts';
import { DeviceNote } from './DeviceNote.tsx';
import { KudosWords } from './KudosWords.tsx';
import type { KudosForm } from './useKudosEstimate.ts';

/** What there is to know about a request that no platform is asked for: what it costs there, or how long it takes here. */
export function PlaceWords({
  form,
}: {
  form: KudosForm & {
    model: ListedModel;
    values: InputValues;
    sizes: readonly { width: number; height: number }[];
  };
}) {
  return form.model.place === 'device' ? (
    <DeviceNote model={form.model.model} values={form.values} sizes={form.sizes} />
  ) : (
    <KudosWords forms={[form]} />
  );
}
