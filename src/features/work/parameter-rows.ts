import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WorkRow } from '../../db/schema.ts';
import type { InputValue, ModelSchema } from '../../domain/model.ts';

export interface ParameterRow {
  name: string;
  /** From the model's schema; otherwise a built-in label, else the bare name. */
  label: string | MessageDescriptor;
  value: InputValue;
  /** Labels of an enumeration's values, by value. */
  valueLabel: string | null;
  /** Holds the address of a picture or page. */
  isLink: boolean;
}

/** Labels for parameters whose schema this device has never seen. */
const builtInLabels: Readonly<Record<string, MessageDescriptor>> = {
  width: msg({ message: 'Width', comment: 'Parameter of a picture' }),
  height: msg({ message: 'Height', comment: 'Parameter of a picture' }),
  dimensions: msg({ message: 'Size', comment: 'Parameter of a picture: width × height' }),
  n: msg({ message: 'Number of images', comment: 'Parameter' }),
  num_outputs: msg({ message: 'Number of images', comment: 'Parameter' }),
  steps: msg({ message: 'Steps', comment: 'Parameter of an image generator' }),
  cfg_scale: msg({ message: 'Guidance', comment: 'Parameter of an image generator: how closely it follows the prompt' }),
  sampler_name: msg({ message: 'Sampler', comment: 'Parameter of an image generator' }),
  denoising_strength: msg({ message: 'Strength of change', comment: 'Parameter: how much a source picture is changed' }),
  seed_variation: msg({ message: 'Seed variation', comment: 'Parameter of an image generator' }),
  karras: msg({ message: 'Karras schedule', comment: 'Parameter of an image generator' }),
  tiling: msg({ message: 'Seamless tile', comment: 'Parameter: the picture repeats without a seam' }),
  hires_fix: msg({ message: 'Hires fix', comment: 'Parameter of an image generator' }),
  clip_skip: msg({ message: 'CLIP skip', comment: 'Parameter of an image generator' }),
  control_type: msg({ message: 'Guided by', comment: 'Parameter: lines, depth or pose that guide the picture' }),
  post_processing: msg({ message: 'Post-processing', comment: 'Parameter' }),
  style: msg({ message: 'Style', comment: 'Parameter' }),
  scale: msg({ message: 'Enlarged by', comment: 'Parameter: how many times larger' }),
};

/** Shown elsewhere in the viewer, as what they are. */
const shownElsewhere: ReadonlySet<string> = new Set(['prompt', 'negative_prompt', 'seed', 'width', 'height', 'dimensions']);

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
export function parameterRows(work: Pick<WorkRow, 'parameters'>, schema: ModelSchema | null): ParameterRow[] {
  const rows: (ParameterRow & { order: number })[] = [];
  for (const [name, value] of Object.entries(work.parameters)) {
    const property = schema?.properties[name];
    const widget = property?.['x-widget'];
    if (property?.['x-hidden'] || isEmpty(value) || isPlatformFile(value) || shownElsewhere.has(name)) continue;
    if (widget === 'prompt' || widget === 'negative-prompt' || widget === 'seed') continue;
    const isLink = isLinkable(value);
    const at = property?.enum?.findIndex((entry) => entry === value) ?? -1;
    rows.push({
      name,
      label: property?.title ?? builtInLabels[name] ?? name,
      value,
      valueLabel: property?.['x-enum-titles']?.[at] ?? null,
      isLink,
      order: isLink ? -1 : (property?.['x-order'] ?? Number.MAX_SAFE_INTEGER),
    });
  }
  return rows.toSorted((left, right) => left.order - right.order).map(({ order: _order, ...row }) => row);
}
