import type { GeneratorType } from './generator-types.ts';

/**
 * What a deployment may keep for people it names (spec 2, section 6, "Privileged lists"): the tools Train and 3D,
 * publishing to the gallery, turning a work into an app, and downloading voices. Beside them connecting workers,
 * whose owners see what others ask for.
 */
export const privileges = [
  'train',
  'three_d',
  'publish',
  'templates',
  'voice_download',
  'workers',
] as const;
export type Privilege = (typeof privileges)[number];

/** Kept for super users until an operator says otherwise; all else is everybody's. */
export const heldBack: ReadonlySet<Privilege> = new Set<Privilege>(['workers']);

/**
 * What somebody needs to use a model as a tool, or null where everybody may. 3D is no generator type of its own:
 * a model is known for it by what it makes.
 */
export function privilegeFor(type: GeneratorType, model: { gen_type: string }): Privilege | null {
  if (type === 'Train') return 'train';
  return model.gen_type.toLowerCase() === '3d' ? 'three_d' : null;
}
