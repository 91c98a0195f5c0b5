import type { InputValue } from '../../../domain/model.ts';
import type { FormField } from '../form-plan.ts';

/** What every control of a setting gets. */
export interface ControlProps {
  field: FormField;
  /** Id of the element to focus when this field is the reason why one cannot generate. */
  id: string;
  value: InputValue | undefined;
  /** Differs from the model's default. */
  changed: boolean;
  invalid: boolean;
  onChange: (value: InputValue) => void;
  onReset: () => void;
}
