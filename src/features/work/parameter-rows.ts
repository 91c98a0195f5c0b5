import type { WorkRow } from '../../db/schema.ts';
import type { InputValue, ModelSchema } from '../../domain/model.ts';

export type WithParameters = Pick<WorkRow, 'parameters'>;

export interface ParameterRow {
  name: string;
  /** From the model's schema; null when this device has never seen it. */
  label: string | null;
  value: InputValue;
  /** Labels of an enumeration's values, by value. */
  valueLabel: string | null;
  /** Holds the address of a picture or page. */
  isLink: boolean;
}

/** Shown elsewhere in the viewer, as what they are. */
const shownElsewhere: ReadonlySet<string> = new Set([
  'prompt',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'dimensions',
]);

function isEmpty(value: InputValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isLinkable(value: InputValue): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}

/** A file of the platform needs the caller's headers, so a link to it would not open; the picture itself is shown. */
function isPlatformFile(value: InputValue): boolean {
  return typeof value === 'string' && /^\/(files|api)\//.test(value);
}

/**
 * The parameters table of a work (spec 1, section 2): pictures first, then the schema's order; hidden fields
 * are left out, and so is what the viewer shows in its own place.
 */
export function parameterRows(work: WithParameters, schema: ModelSchema | null): ParameterRow[] {
  const rows: (ParameterRow & { order: number })[] = [];
  for (const [name, value] of Object.entries(work.parameters)) {
    const property = schema?.properties[name];
    const widget = property?.['x-widget'];
    if (
      property?.['x-hidden'] ||
      isEmpty(value) ||
      isPlatformFile(value) ||
      shownElsewhere.has(name)
    )
      continue;
    if (widget === 'prompt' || widget === 'negative-prompt' || widget === 'seed') continue;
    const isLink = isLinkable(value);
    const at = property?.enum?.findIndex((entry) => entry === value) ?? -1;
    rows.push({
      name,
      label: property?.title ?? null,
      value,
      valueLabel: property?.['x-enum-titles']?.[at] ?? null,
      isLink,
      order: isLink ? -1 : (property?.['x-order'] ?? Number.MAX_SAFE_INTEGER),
    });
  }
  return rows
    .toSorted((left, right) => left.order - right.order)
    .map(({ order: _order, ...row }) => row);
}
