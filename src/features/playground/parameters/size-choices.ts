import type { NumberRange } from '../../../domain/limits.ts';
import type { ModelItem, SchemaProperty } from '../../../domain/model.ts';
import { parameterRange } from '../../../domain/parameters.ts';
import { allowedSizes, sizeOfArea, type Size } from '../../../domain/sizes.ts';
import type { FormField } from '../form-plan.ts';
import { fieldDefault } from '../form-values.ts';

/** For models that take any size: the shapes most people look for, at the size that most are made for. */
const usualSizes: readonly Size[] = [
  { width: 512, height: 512 },
  { width: 768, height: 512 },
  { width: 512, height: 768 },
  { width: 1024, height: 576 },
  { width: 576, height: 1024 },
];

const usualShapes: readonly Size[] = [
  { width: 1, height: 1 },
  { width: 3, height: 2 },
  { width: 2, height: 3 },
  { width: 16, height: 9 },
  { width: 9, height: 16 },
];

/** Snapped to steps, a shape may have a little more than the area that it is made for. */
const areaSlack = 1.1;
/** Two sizes whose ratios differ by less look the same. */
const sameShape = 0.1;

const ratioOf = ({ width, height }: Size) => width / height;
const isSameShape = (one: Size, other: Size) =>
  Math.abs(ratioOf(one) / ratioOf(other) - 1) < sameShape;

/**
 * The shapes with as many pixels as a model is made for, which the size that it begins with says, where it makes all
 * of them so. That size itself stands for its own shape.
 */
function sizesFor(standard: Size | null, across: NumberRange, down: NumberRange): readonly Size[] {
  const isMade = ({ width, height }: Size) => isInRange(width, across) && isInRange(height, down);
  const usual = usualSizes.filter(isMade);
  if (!standard || usual.some((size) => isSame(size, standard))) return usual;
  const step = Math.max(across.step, down.step);
  const anySide = { min: step, max: Infinity, step };
  const area = standard.width * standard.height;
  const isSquare = standard.width === standard.height;
  const sizes = usualShapes.map((shape) =>
    isSameShape(shape, standard)
      ? standard
      : sizeOfArea(shape, area, anySide, isSquare ? area : area * areaSlack),
  );
  return sizes.every(isMade) ? sizes : usual;
}

export interface SizeChoices {
  /** To choose from by name. */
  offered: readonly Size[];
  /** Any other size may be set by its sides. */
  takesOthers: boolean;
}

type SidedField = { property: SchemaProperty };

/** How long a side may be. */
export function sideRange(field: SidedField): NumberRange {
  const fallback = parameterRange('width');
  return {
    min: field.property.minimum ?? fallback?.min ?? 64,
    max: field.property.maximum ?? fallback?.max ?? 2048,
    step: field.property.multipleOf ?? fallback?.step ?? 64,
  };
}

/** The size that the form begins with: by the model's record, else by its schema. */
export function standardSize(
  widthField: FormField,
  heightField: FormField,
  model: ModelItem,
): Size | null {
  const width = fieldDefault(widthField, model, false);
  const height = fieldDefault(heightField, model, false);
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : null;
}

export function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function isInRange(value: number, { min, max, step }: NumberRange): boolean {
  return value >= min && value <= max && (value - min) % step === 0;
}

/**
 * Sizes that a model makes, so that none is offered which the platform refuses.
 * @param standard the size it begins with, which is a choice like the others; null when it has none
 */
export function sizeChoices(
  model: Pick<ModelItem, 'allow_dimensions'>,
  widthRange: NumberRange,
  heightRange: NumberRange,
  standard: Size | null,
): SizeChoices {
  const named = allowedSizes(model);
  if (named.length > 0) return { offered: named, takesOthers: false };
  const usual = sizesFor(standard, widthRange, heightRange);
  const isUsual = standard === null || usual.some((size) => isSame(size, standard));
  return { offered: isUsual ? usual : [standard, ...usual], takesOthers: true };
}
