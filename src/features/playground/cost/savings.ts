import { generationCost } from '../../../domain/credits.ts';
import type { InputValues, ModelItem } from '../../../domain/model.ts';
import type { FormPlan } from '../form-plan.ts';
import { allowedCounts, formCost } from '../form-values.ts';

/** Fewer outputs than the form has, and what the request would cost with them. */
export interface FewerOutputs {
  count: number;
  cost: number;
}

/** How the same wish would cost less with fewer outputs: the nearest first; none where that saves nothing. */
export function fewerOutputs(
  plan: FormPlan,
  model: ModelItem,
  values: InputValues,
): FewerOutputs[] {
  const field = plan.fields.find(({ role }) => role === 'count');
  if (!field || field.property['x-readOnly']) return [];
  const now = formCost(plan, model, values);
  return allowedCounts(field, model)
    .filter((count) => count < Number(values[field.name]))
    .toReversed()
    .map((count) => ({ count, cost: formCost(plan, model, { ...values, [field.name]: count }) }))
    .filter(({ cost }) => cost < now);
}

/** What a form could have instead, so that the credits are enough. */
export type FittingChange<Model> =
  | ({ what: 'count' } & FewerOutputs)
  | { what: 'model'; model: Model; cost: number };

/**
 * The smallest change after which a request costs no more than there is: as many outputs as that is enough for; where
 * it is not enough for one, another model of the tool that can be had now. Null where there is none either.
 * @param models those of the tool, in the order in which they are offered
 */
export function fittingChange<Model extends ModelItem>(
  form: { plan: FormPlan; model: ModelItem; values: InputValues; models: readonly Model[] },
  credits: number,
): FittingChange<Model> | null {
  const { plan, model, values, models } = form;
  const fewer = fewerOutputs(plan, model, values).find(({ cost }) => cost <= credits);
  if (fewer) return { what: 'count', ...fewer };
  const field = plan.fields.find(({ role }) => role === 'count');
  const count = Number(field && values[field.name]);
  for (const other of models) {
    if (!other.available || other.model === model.model) continue;
    const outputs = other.num_outputs.includes(count) ? count : other.default_num_outputs;
    const cost = generationCost(other.cost, outputs);
    if (cost <= credits) return { what: 'model', model: other, cost };
  }
  return null;
}
