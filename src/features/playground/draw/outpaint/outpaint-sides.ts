import type { FormField, FormPlan } from '../../form-plan.ts';

export type OutpaintSide = 'left' | 'right' | 'top' | 'bottom';

/** The fields that say how far a picture grows; null where a model lets none of its sides grow, or not all. */
export function outpaintSides(plan: FormPlan | null): Record<OutpaintSide, FormField> | null {
  const field = (name: OutpaintSide) =>
    plan?.fields.find((one) => one.name === name && one.role === 'number');
  const [left, right, top, bottom] = [field('left'), field('right'), field('top'), field('bottom')];
  return left && right && top && bottom ? { left, right, top, bottom } : null;
}

/** What the engine takes. */
export function sideLimits({ property }: FormField): { min: number; max: number } {
  return { min: property.minimum ?? 0, max: property.maximum ?? 1_024 };
}
