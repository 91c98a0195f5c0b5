import { useLingui } from '@lingui/react/macro';
import type { GroupRow } from '../../db/schema.ts';
import { placeOf, type CompareAxis } from '../../domain/compare.ts';
import { asLanguage } from '../../domain/languages.ts';
import { fieldOfSetting, ownValue } from '../../domain/settings-of-forms.ts';
import { useNamedModels } from '../../live/useModels.ts';
import { useModelSchema } from '../../live/useModelSchema.ts';
import { axisName, valueName } from '../../words/compare.ts';
import { formatAll } from '../../words/intl.ts';

/** What axes, values and cells of a comparison are called in the reader's language. */
export function useGridLabels(group: GroupRow, model: string | null) {
  const { i18n } = useLingui();
  const models = useNamedModels();
  const schema = useModelSchema(model, asLanguage(i18n.locale));
  const { axes } = group;

  function titleOf(axis: CompareAxis, value: string | number): string | null {
    const { kind } = axis;
    if (kind === 'model' || kind === 'seed' || kind === 'prompt' || kind === 'negativePrompt')
      return null;
    const fields = Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      property,
    }));
    const property = fieldOfSetting(fields, kind)?.property;
    const own = property && ownValue(kind, property, value);
    const index = property?.enum?.findIndex((entry) => entry === own) ?? -1;
    return property?.['x-enum-titles']?.[index] ?? null;
  }

  const ofAxis = (axis: number) => axisName(axes[axis]!, axes, i18n);
  const ofValue = (axis: number, value: number) =>
    valueName(axes[axis]!, value, { i18n, models, titleOf });
  const both = (axis: number, value: number) => `${ofAxis(axis)} ${ofValue(axis, value)}`;
  return {
    ofAxis,
    ofValue,
    /** Of axes with a single value and of a page: "Steps 30 · Karras schedule On". */
    ofPlace: (at: readonly (number | null)[], isShown: (axis: number) => boolean) =>
      at
        .flatMap((value, axis) => (value === null || !isShown(axis) ? [] : both(axis, value)))
        .join(' · '),
    /** What a cell is, for those who don't see where it stands. */
    ofCell: (cell: number) =>
      formatAll(
        placeOf(
          axes.map(({ values }) => values.length),
          cell,
        ).flatMap((value, axis) => (axes[axis]!.values.length > 1 ? both(axis, value) : [])),
        i18n.locale,
      ),
  };
}
