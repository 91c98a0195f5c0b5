import { memo } from 'react';
import type { InputValue } from '../../../domain/model.ts';
import type { FormField } from '../form-plan.ts';
import { fieldId, type Workbench } from '../useWorkbench.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import type { ControlProps } from './control.ts';
import { CountControl } from './CountControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { SeedControl } from './SeedControl.tsx';
import { SwitchControl } from './SwitchControl.tsx';
import { TextControl } from './TextControl.tsx';
import { UnknownControl } from './UnknownControl.tsx';

interface ParameterControlProps {
  bench: Workbench;
  field: FormField;
  value: InputValue | undefined;
  changed: boolean;
  invalid: boolean;
  lastSeed: string | null;
}

/** Verbs of an earlier reading of the form do the same, as long as model and fields are the same ones. */
function isSameControl(before: ParameterControlProps, after: ParameterControlProps): boolean {
  const names = ['field', 'value', 'changed', 'invalid', 'lastSeed'] as const;
  return (
    names.every((name) => before[name] === after[name]) &&
    before.bench.model === after.bench.model &&
    before.bench.models === after.bench.models &&
    before.bench.plan === after.bench.plan
  );
}

/** The control that fits a field of a model's schema; drawn anew when something of its own changes. */
export const ParameterControl = memo(FittingControl, isSameControl);

function FittingControl({ bench, lastSeed, ...own }: ParameterControlProps) {
  const control: ControlProps = {
    ...own,
    id: fieldId(own.field.name),
    onChange: (value) => bench.setValue(own.field, value),
    onReset: () => bench.reset([own.field]),
  };
  switch (control.field.role) {
    case 'count':
      return <CountControl {...control} bench={bench} />;
    case 'seed':
      return <SeedControl {...control} lastSeed={lastSeed} />;
    case 'switch':
      return <SwitchControl {...control} />;
    case 'number':
    case 'width':
    case 'height':
      return <NumberControl {...control} />;
    case 'choice':
      return <ChoiceControl {...control} inKudos={bench.schema?.['x-upfront'] !== undefined} />;
    case 'dimensions':
      return control.field.property.enum ? (
        <ChoiceControl {...control} />
      ) : (
        <TextControl {...control} />
      );
    case 'unknown':
      return <UnknownControl field={control.field} id={control.id} />;
    default:
      return <TextControl {...control} />;
  }
}
