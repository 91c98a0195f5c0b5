import type { ModelItem } from '../../../domain/model.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import type { ControlProps } from './control.ts';
import { CountControl } from './CountControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { SeedControl } from './SeedControl.tsx';
import { SwitchControl } from './SwitchControl.tsx';
import { TextControl } from './TextControl.tsx';

/** The control that fits a field of a model's schema. */
export function ParameterControl({
  model,
  lastSeed,
  ...control
}: ControlProps & { model: ModelItem; lastSeed: string | null }) {
  switch (control.field.role) {
    case 'count':
      return <CountControl {...control} model={model} />;
    case 'seed':
      return <SeedControl {...control} lastSeed={lastSeed} />;
    case 'switch':
      return <SwitchControl {...control} />;
    case 'number':
    case 'width':
    case 'height':
      return <NumberControl {...control} />;
    case 'choice':
      return <ChoiceControl {...control} />;
    case 'dimensions':
      return control.field.property.enum ? (
        <ChoiceControl {...control} />
      ) : (
        <TextControl {...control} />
      );
    default:
      return <TextControl {...control} />;
  }
}
