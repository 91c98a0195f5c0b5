import { generationCost, pricePortions } from '../../../domain/credits.ts';
import type { InputValues, ModelItem } from '../../../domain/model.ts';
import { allowedSizes, sizeOfArea, type Size } from '../../../domain/sizes.ts';
import type { FormField, FormPlan } from '../form-plan.ts';
import { allowedCounts, formCost, formPixels } from '../form-values.ts';

/** A form as far as its price goes. */
export interface PricedForm {
  plan: FormPlan;
  model: ModelItem;
  values: InputValues;
  /** Of its files, as they lie on the device. */
  sizes: readonly Size[];
}

/** Fewer outputs than the form has, and what the request would cost with them. */
export interface FewerOutputs {
  count: number;
  cost: number;
}

/** How the same wish would cost less with fewer outputs: the nearest first; none where that saves nothing. */
export function fewerOutputs({ plan, model, values, sizes }: PricedForm): FewerOutputs[] {
  const field = plan.fields.find(({ role }) => role === 'count');
  if (!field || field.property['x-readOnly']) return [];
  const now = formCost(plan, model, values, sizes);
  return allowedCounts(field, model)
    .filter((count) => count < Number(values[field.name]))
    .toReversed()
    .map((count) => {
      return { count, cost: formCost(plan, model, { ...values, [field.name]: count }, sizes) };
    })
    .filter(({ cost }) => cost < now);
}

/** A smaller result, and what the request would cost with it. */
export type SmallerResult = { cost: number } & (
  | { what: 'size'; size: Size }
  | { what: 'scale'; field: FormField; scale: number }
);

/** How many times the model's price is asked for each output because of the size of the work. */
export function portionsOf({ model, values, sizes }: PricedForm): number {
  return pricePortions(model, formPixels(model, values, sizes));
}

function smallerSize({ plan, model, values }: PricedForm, portion: number): Size | null {
  const { width, height } = plan;
  if (!width || !height) return null;
  const now = { width: Number(values[width.name]), height: Number(values[height.name]) };
  const fitting = allowedSizes(model).filter((size) => size.width * size.height <= portion);
  if (model.allow_dimensions.length > 0)
    return fitting.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
  const { minimum = 64, maximum = 4096, multipleOf = 1 } = width.property;
  const range = { min: minimum, max: maximum, step: multipleOf };
  return sizeOfArea(now, portion, range);
}

/** How the same wish would cost less with a smaller result; null where its size is no part of the price. */
export function smallerResult(form: PricedForm): SmallerResult | null {
  const { plan, model, values, sizes } = form;
  if (!model.cost_pixels || portionsOf(form) === 1) return null;
  const now = formCost(plan, model, values, sizes);
  const changes: SmallerResult[] = [];
  const size = smallerSize(form, model.cost_pixels);
  if (size && plan.width && plan.height) {
    const { width, height } = size;
    const smaller = { ...values, [plan.width.name]: width, [plan.height.name]: height };
    changes.push({ what: 'size', size, cost: formCost(plan, model, smaller, sizes) });
  }
  const field = plan.fields.find(({ name }) => name === 'scale');
  const scales = (field?.property.enum ?? []).filter((each) => typeof each === 'number');
  const scale = Math.max(...scales.filter((each) => each < Number(values['scale'])));
  if (field && scale > 0) {
    const cost = formCost(plan, model, { ...values, scale }, sizes);
    changes.push({ what: 'scale', field, scale, cost });
  }
  return changes.find(({ cost }) => cost < now) ?? null;
}

/** What a form could have instead, so that the credits are enough. */
export type FittingChange<Model> =
  | ({ what: 'count' } & FewerOutputs)
  | SmallerResult
  | { what: 'model'; model: Model; cost: number };

/**
 * The smallest change after which a request costs no more than there is: as many outputs as that is enough for; where
 * it is not enough for one, a smaller result; at last another model of the tool that can be had now. Null where there
 * is none either.
 * @param models those of the tool, in the order in which they are offered
 */
export function fittingChange<Model extends ModelItem>(
  form: PricedForm & { models: readonly Model[] },
  credits: number,
): FittingChange<Model> | null {
  const { plan, model, values, sizes, models } = form;
  const fewer = fewerOutputs(form).find(({ cost }) => cost <= credits);
  if (fewer) return { what: 'count', ...fewer };
  const smaller = smallerResult(form);
  if (smaller && smaller.cost <= credits) return smaller;
  const field = plan.fields.find(({ role }) => role === 'count');
  const count = Number(field && values[field.name]);
  for (const other of models) {
    if (!other.available || other.model === model.model) continue;
    const outputs = other.num_outputs.includes(count) ? count : other.default_num_outputs;
    const cost = generationCost(other, outputs, formPixels(other, values, sizes));
    if (cost <= credits) return { what: 'model', model: other, cost };
  }
  return null;
}
