import type { InputValues } from '../../../domain/model.ts';
import { parametersInForm } from '../../../domain/own-styles.ts';
import { readLora } from '../../../domain/loras.ts';
import type { Workbench } from '../useWorkbench.ts';

type Form = Pick<Workbench, 'plan' | 'setValue' | 'setSize'>;

/** Puts a style's settings into a form, where they are seen and can be changed. */
export function putParameters({ plan, setValue, setSize }: Form, parameters: InputValues): void {
  for (const { field, value } of parametersInForm(plan?.fields ?? [], parameters)) {
    if (field.role !== 'width' && field.role !== 'height') setValue(field, value);
  }
  const { width, height } = parameters;
  if (plan?.width && plan.height && typeof width === 'number' && typeof height === 'number') {
    setSize(width, height);
  }
}

/** A style's settings in the words of the form; what the form has no field for is left out. */
export function settingWords({ plan }: Pick<Workbench, 'plan'>, parameters: InputValues): string {
  const { width, height } = parameters;
  const isSized = plan?.width && plan.height && width !== undefined && height !== undefined;
  const others = parametersInForm(plan?.fields ?? [], parameters).flatMap(({ field, value }) => {
    const { role, property } = field;
    if (value === null || role === 'width' || role === 'height' || value === false) return [];
    if (value === true) return [property.title];
    if (Array.isArray(value)) {
      const names = value.map((entry) => (role === 'loras' ? readLora(String(entry)).name : entry));
      return [`${property.title}: ${names.join(', ')}`];
    }
    const at = property.enum?.indexOf(value) ?? -1;
    return [`${property.title}: ${property['x-enum-titles']?.[at] ?? value}`];
  });
  return [...(isSized ? [`${String(width)} × ${String(height)}`] : []), ...others].join(' · ');
}
