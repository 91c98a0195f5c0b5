import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { gridPages, usualView, type CompareAxis } from '../../../domain/compare.ts';
import { LabelledGrid } from '../../../ui/LabelledGrid.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { axisName, valueName } from '../../../words/compare.ts';
import type { Workbench } from '../useWorkbench.ts';
import { fieldsOf, type ComparePlan, type ModelForm } from './compare-plan.ts';
import classes from './compare.module.css';
import { optionsOf } from './setting-values.ts';

/** The grid as it will be, with the places that stay empty. */
export function PlanPreview({ plan, bench }: { plan: ComparePlan; bench: Workbench }) {
  const { t, i18n } = useLingui();
  const { axes, sizes, cells, isTooMany } = plan;
  if (isTooMany || sizes.every((size) => size < 2)) return null;
  const view = usualView(sizes);
  const pages = gridPages(sizes, view);
  const [page] = pages;
  if (!page) return null;
  const known = new Set(cells.map(({ cell }) => cell));
  const labels = (axis: number | null) =>
    axis === null
      ? [{ key: 0, label: null }]
      : axes[axis]!.values.map((_value, index) => ({
          key: index,
          label: valueName(axes[axis]!, index, {
            i18n,
            models: bench.models,
            titleOf: titlesOf(plan.forms),
          }),
        }));
  const nameOf = (axis: number | null) => (axis === null ? '' : axisName(axes[axis]!, axes, i18n));
  return (
    <section className={classes.preview}>
      <h3 className={classes.previewTitle}>
        <Trans comment="Heading: how the grid of pictures will look">Preview</Trans>
      </h3>
      <LabelledGrid
        small
        caption={t({ message: 'Preview of the grid', comment: 'Name of a table' })}
        corner={[nameOf(view.down), nameOf(view.across)].filter(Boolean).join(' × ')}
        rows={labels(view.down)}
        columns={labels(view.across)}
      >
        {(row, column) => {
          const isKnown = known.has(page.rows[row]![column]!);
          return (
            <span className={classes.spot} data-left-out={!isKnown || undefined}>
              <VisuallyHidden>
                {isKnown ? (
                  <Trans comment="Cell of a preview: there will be a picture">Picture</Trans>
                ) : (
                  <Trans comment="Cell of a preview: the model cannot make it">Not offered</Trans>
                )}
              </VisuallyHidden>
            </span>
          );
        }}
      </LabelledGrid>
      {pages.length > 1 && (
        <p className={classes.hint}>
          <Plural
            value={pages.length}
            one="# such grid"
            other="# such grids, one for each combination of the rest."
          />
        </p>
      )}
    </section>
  );
}

/** What the forms call a value of a setting. */
function titlesOf(forms: readonly ModelForm[]) {
  return (axis: CompareAxis, value: string | number): string | null => {
    if (axis.kind === 'prompt' || axis.kind === 'negativePrompt' || axis.kind === 'model')
      return null;
    const { kind } = axis;
    const named = optionsOf(kind, fieldsOf(forms, kind), [value]);
    return named.find((option) => option.value === value)?.label ?? null;
  };
}
