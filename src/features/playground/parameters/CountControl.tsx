import { Segmented } from '../../../ui/Segmented.tsx';
import { FewerOutputsHint } from '../cost/FewerOutputsHint.tsx';
import { allowedCounts } from '../form-values.ts';
import type { Workbench } from '../useWorkbench.ts';
import type { ControlProps } from './control.ts';
import { FieldHead } from './FieldHead.tsx';
import { ResetButton } from './ResetButton.tsx';
import classes from './parameters.module.css';

/** How many; only counts that the model offers. */
export function CountControl({
  field,
  id,
  value,
  changed,
  onChange,
  onReset,
  bench,
}: ControlProps & { bench: Workbench }) {
  const counts = allowedCounts(field, bench.model);
  const readOnly = field.property['x-readOnly'] === true || counts.length < 2;
  return (
    <div className={classes.field}>
      <FieldHead label={field.property.title}>
        {!readOnly && (
          <ResetButton title={field.property.title} changed={changed} onReset={onReset} />
        )}
      </FieldHead>
      <div id={id} tabIndex={-1} className={classes.group}>
        <Segmented
          label={field.property.title}
          hideLabel
          full
          options={counts.map((count) => ({
            value: String(count),
            label: String(count),
            disabled: readOnly,
          }))}
          value={String(value ?? '')}
          onChange={(text) => onChange(Number(text))}
        />
      </div>
      {!readOnly && <FewerOutputsHint bench={bench} field={field} />}
      {field.property.description && <p className={classes.hint}>{field.property.description}</p>}
    </div>
  );
}
