import type { SchemaProperty } from './model.ts';

type Bounded = Pick<
  SchemaProperty,
  'type' | 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'
>;

/**
 * The least and the greatest number that a field takes, where its schema says them.
 * @param step in which its control goes: a bound that is itself no value is followed by the next one
 */
export function numberBounds(
  { type, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below }: Bounded,
  step: number,
): { min: number | undefined; max: number | undefined } {
  const isWhole = type === 'integer';
  const next = (bound: number, by: number) => Number((bound + by).toFixed(6));
  const least =
    above === undefined ? undefined : isWhole ? Math.floor(above) + 1 : next(above, step);
  const most =
    below === undefined ? undefined : isWhole ? Math.ceil(below) - 1 : next(below, -step);
  const known = (...bounds: (number | undefined)[]) =>
    bounds.filter((bound) => bound !== undefined);
  const [leasts, mosts] = [known(minimum, least), known(maximum, most)];
  return {
    min: leasts.length > 0 ? Math.max(...leasts) : undefined,
    max: mosts.length > 0 ? Math.min(...mosts) : undefined,
  };
}
